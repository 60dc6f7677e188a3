#include "hydro/excitation/component_sum.hpp"

#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/vector_width.hpp"

namespace raftup::hydro {
namespace {

template <std::size_t kWidth>
[[gnu::always_inline]] inline void fill(const WavePhaseBlock* phases, std::size_t count,
                                        const UniformPath& path, PathPhasors* phasors) {
  for (std::size_t block = 0; block < count; ++block) {
    PathPhasors& to = phasors[block];
    for (std::size_t lane = 0; lane < kLaneCount; lane += kWidth) {
      typename SomeLanes<kWidth>::Type turns, sine, cosine;
      phases[block].at(path.time, path.x, path.y, turns, lane);
      sincos_turns(turns, sine, cosine);
      to.cosine.some<kWidth>(lane) = cosine;
      to.sine.some<kWidth>(lane) = sine;
      phases[block].change(path.duration, path.dx, path.dy, turns, lane);
      sincos_turns(turns, sine, cosine);
      to.turn_cosine.some<kWidth>(lane) = cosine;
      to.turn_sine.some<kWidth>(lane) = sine;
    }
  }
}

/// Sums over the blocks for one term of the parabola: P, cos(delta) P, sin(delta) R.
template <typename V>
struct Moments {
  V middle{}, even{}, odd{};
};

/// Lane by lane, the sums of one dof.
struct LaneSums {
  LaneArray start_force;
  LaneArray middle_force, middle_per_u, middle_per_x, middle_per_y;
  LaneArray end_force, end_per_u, end_per_x, end_per_y;
};

/// Computes c0 + u c1 + u^2 c2.
template <typename V>
[[gnu::always_inline]] inline void parabola(const V& c0, const V& c1, const V& c2, double u,
                                            V& value) {
  value = c0 + u * (c1 + u * c2);
}

template <typename V>
[[gnu::always_inline]] inline void add(const V& real, const V& imaginary, const V (&phasor)[4],
                                       Moments<V>& sums, V& P, V& R) {
  const auto& [cosine, sine, turn_cosine, turn_sine] = phasor;
  P = real * cosine - imaginary * sine;
  R = real * sine + imaginary * cosine;
  sums.middle += P;
  sums.even += turn_cosine * P;
  sums.odd += turn_sine * R;
}

/// Computes the sums over all blocks in kWidth of the lanes from `lane`; they stay in registers.
/// @tparam kConstant true if `linear` and `quadratic` are zero; the result is bit for bit the same
template <std::size_t kWidth, bool kConstant>
[[gnu::always_inline]] inline void sum_lanes(const WavePhaseBlock* phases,
                                             const PathPhasors* phasors, const ForceParabola* X,
                                             std::size_t count, const PathParameters& u,
                                             std::size_t lane, LaneSums& sums) {
  using V = typename SomeLanes<kWidth>::Type;
  Moments<V> constant, linear, quadratic;
  V middle_x{}, middle_y{}, end_x{}, end_y{};
  for (std::size_t block = 0; block < count; ++block) {
    const PathPhasors& at = phasors[block];
    const V phasor[4] = {at.cosine.some<kWidth>(lane), at.sine.some<kWidth>(lane),
                         at.turn_cosine.some<kWidth>(lane), at.turn_sine.some<kWidth>(lane)};
    const ForceParabola& c = X[block];
    V P0, R0;
    add<V>(c.constant.real.some<kWidth>(lane), c.constant.imaginary.some<kWidth>(lane), phasor,
           constant, P0, R0);
    V middle_R = R0, end_P = P0, end_R = R0;
    if constexpr (!kConstant) {
      V P1, R1, P2, R2;
      add<V>(c.linear.real.some<kWidth>(lane), c.linear.imaginary.some<kWidth>(lane), phasor,
             linear, P1, R1);
      add<V>(c.quadratic.real.some<kWidth>(lane), c.quadratic.imaginary.some<kWidth>(lane), phasor,
             quadratic, P2, R2);
      parabola(R0, R1, R2, u[1], middle_R);
      parabola(P0, P1, P2, u[2], end_P);
      parabola(R0, R1, R2, u[2], end_R);
    }
    // The derivative by x is the sum with -i k_x X.
    const V quadrature = phasor[2] * end_R + phasor[3] * end_P;
    middle_x += phases[block].wavenumber_x.some<kWidth>(lane) * middle_R;
    middle_y += phases[block].wavenumber_y.some<kWidth>(lane) * middle_R;
    end_x += phases[block].wavenumber_x.some<kWidth>(lane) * quadrature;
    end_y += phases[block].wavenumber_y.some<kWidth>(lane) * quadrature;
  }
  const V end_linear = linear.even - linear.odd;
  const V end_quadratic = quadratic.even - quadratic.odd;
  parabola<V>(constant.even + constant.odd, linear.even + linear.odd,
              quadratic.even + quadratic.odd, u[0], sums.start_force.some<kWidth>(lane));
  parabola(constant.middle, linear.middle, quadratic.middle, u[1],
           sums.middle_force.some<kWidth>(lane));
  parabola<V>(constant.even - constant.odd, end_linear, end_quadratic, u[2],
              sums.end_force.some<kWidth>(lane));
  sums.middle_per_u.some<kWidth>(lane) = linear.middle + (2.0 * u[1]) * quadratic.middle;
  sums.end_per_u.some<kWidth>(lane) = end_linear + (2.0 * u[2]) * end_quadratic;
  sums.middle_per_x.some<kWidth>(lane) = middle_x;
  sums.middle_per_y.some<kWidth>(lane) = middle_y;
  sums.end_per_x.some<kWidth>(lane) = end_x;
  sums.end_per_y.some<kWidth>(lane) = end_y;
}

template <std::size_t kWidth, bool kConstant>
[[gnu::always_inline]] inline void sum_all_lanes(const WavePhaseBlock* phases,
                                                 const PathPhasors* phasors, const ForceParabola* X,
                                                 std::size_t count, const PathParameters& u,
                                                 LaneSums& sums) {
  for (std::size_t lane = 0; lane < kLaneCount; lane += kWidth) {
    sum_lanes<kWidth, kConstant>(phases, phasors, X, count, u, lane, sums);
  }
}

template <bool kConstant>
void sum_dof(const WavePhases& phases, const std::vector<PathPhasors>& phasors,
             const std::vector<ForceParabola>& X, const PathParameters& u, LaneSums& sums) {
  at_full_width<sum_all_lanes<8, kConstant>, sum_all_lanes<4, kConstant>,
                sum_all_lanes<2, kConstant>>(phases.data(), phasors.data(), X.data(), phases.size(),
                                             u, sums);
}

/// Returns the sum over the lanes in their order.
double total(const LaneArray& lanes) {
  double sum = 0.0;
  for (const double lane : lanes) sum += lane;
  return sum;
}

}  // namespace

void compute_phasors(const WavePhases& phases, const UniformPath& path,
                     std::vector<PathPhasors>& phasors) {
  phasors.resize(phases.size());
  at_full_width<fill<8>, fill<4>, fill<2>>(phases.data(), phases.size(), path, phasors.data());
}

PathForces sum_components(const WavePhases& phases, const std::vector<PathPhasors>& phasors,
                          const ForceCoefficients& coefficients, const PathParameters& u) {
  const Vector6 zero = Vector6::Zero();
  PathForces forces{ForceGradient{zero, zero, zero, zero}};
  auto& [start, middle, end] = forces;
  for (std::size_t i = 0; i < kDofs; ++i) {
    LaneSums sums;
    (coefficients.constant ? sum_dof<true> : sum_dof<false>)(phases, phasors, coefficients[i], u,
                                                             sums);
    const auto dof = static_cast<Eigen::Index>(i);
    start.force[dof] = total(sums.start_force);
    middle.force[dof] = total(sums.middle_force);
    middle.per_u[dof] = total(sums.middle_per_u);
    middle.per_x[dof] = kTwoPi * total(sums.middle_per_x);
    middle.per_y[dof] = kTwoPi * total(sums.middle_per_y);
    end.force[dof] = total(sums.end_force);
    end.per_u[dof] = total(sums.end_per_u);
    end.per_x[dof] = kTwoPi * total(sums.end_per_x);
    end.per_y[dof] = kTwoPi * total(sums.end_per_y);
  }
  return forces;
}

}  // namespace raftup::hydro
