#include "hydro/second_order/series_sum.hpp"

#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/vector_width.hpp"

namespace raftup::hydro {
namespace {

/// The sums of sum_series() at one instant, lane by lane. For a group of one direction, per_x is
/// the derivative along the waves.
struct LaneSums {
  LaneArray real, imaginary;
  LaneArray real_per_u, imaginary_per_u;
  LaneArray real_per_x, imaginary_per_x;
  LaneArray real_per_y, imaginary_per_y;
};

/// The data of a group of `count` blocks.
template <typename Parabola>
struct Blocks {
  const WavePhaseBlock* phases;
  const LaneArray* wavenumbers;
  const InstantPhasors* phasors;
  const Parabola* coefficients;
  std::size_t count;
};

/// A parabola c0 + u (c1 + u c2) in some lanes, its derivative by u, and the products of both with
/// a phase factor.
template <typename V>
struct RealTerm {
  const V &constant, &linear, &quadratic;

  [[gnu::always_inline]] void at(double u, V& r) const {
    r = constant + u * (linear + u * quadratic);
  }
  [[gnu::always_inline]] void slope_at(double twice_u, V& r) const {
    r = linear + twice_u * quadratic;
  }
  [[gnu::always_inline]] void value(double u, const V (&phasor)[2], V (&z)[2]) const {
    V r;
    at(u, r);
    multiply(r, phasor, z);
  }
  [[gnu::always_inline]] void slope(double twice_u, const V (&phasor)[2], V (&z)[2]) const {
    V r;
    slope_at(twice_u, r);
    multiply(r, phasor, z);
  }

 private:
  [[gnu::always_inline]] static void multiply(const V& r, const V (&phasor)[2], V (&z)[2]) {
    z[0] = r * phasor[0];
    z[1] = r * phasor[1];
  }
};
template <typename V>
struct ComplexTerm {
  RealTerm<V> re, im;

  [[gnu::always_inline]] void value(double u, const V (&phasor)[2], V (&z)[2]) const {
    V c[2];
    re.at(u, c[0]);
    im.at(u, c[1]);
    multiply(c, phasor, z);
  }
  [[gnu::always_inline]] void slope(double twice_u, const V (&phasor)[2], V (&z)[2]) const {
    V c[2];
    re.slope_at(twice_u, c[0]);
    im.slope_at(twice_u, c[1]);
    multiply(c, phasor, z);
  }

 private:
  [[gnu::always_inline]] static void multiply(const V (&c)[2], const V (&phasor)[2], V (&z)[2]) {
    z[0] = c[0] * phasor[0] - c[1] * phasor[1];
    z[1] = c[0] * phasor[1] + c[1] * phasor[0];
  }
};

template <std::size_t kWidth>
[[gnu::always_inline]] inline auto term_of(const RealParabola& r, std::size_t lane) {
  return RealTerm<typename SomeLanes<kWidth>::Type>{
      r.constant.some<kWidth>(lane), r.linear.some<kWidth>(lane), r.quadratic.some<kWidth>(lane)};
}
template <std::size_t kWidth>
[[gnu::always_inline]] inline auto term_of(const ForceParabola& c, std::size_t lane) {
  const auto part = [&](LaneArray ComplexLanes::*of) {
    return RealTerm<typename SomeLanes<kWidth>::Type>{
        (c.constant.*of).template some<kWidth>(lane), (c.linear.*of).template some<kWidth>(lane),
        (c.quadratic.*of).template some<kWidth>(lane)};
  };
  return ComplexTerm<typename SomeLanes<kWidth>::Type>{part(&ComplexLanes::real),
                                                       part(&ComplexLanes::imaginary)};
}

enum class Gradient { kNone, kAlong, kBoth };

/// Computes the sums at one instant in kWidth of the lanes from `lane`; they stay in registers.
template <std::size_t kWidth, Gradient kGradient, typename Parabola>
[[gnu::always_inline]] inline void sum_lanes(const Blocks<Parabola>& blocks, std::size_t instant,
                                             double u, std::size_t lane, LaneSums& sums) {
  using V = typename SomeLanes<kWidth>::Type;
  V real{}, imaginary{}, real_u{}, imaginary_u{}, real_x{}, imaginary_x{}, real_y{}, imaginary_y{};
  const double twice_u = 2.0 * u;
  for (std::size_t block = 0; block < blocks.count; ++block) {
    const auto term = term_of<kWidth>(blocks.coefficients[block], lane);
    const V phasor[2] = {blocks.phasors[block].cosine[instant].template some<kWidth>(lane),
                         blocks.phasors[block].sine[instant].template some<kWidth>(lane)};
    V z[2];
    term.value(u, phasor, z);
    real += z[0];
    imaginary += z[1];
    if constexpr (kGradient != Gradient::kNone) {
      V slope[2];
      term.slope(twice_u, phasor, slope);
      real_u += slope[0];
      imaginary_u += slope[1];
      // The derivative by x is -i k_x z.
      const WavePhaseBlock& phases = blocks.phases[block];
      const V& k_x = kGradient == Gradient::kAlong
                         ? blocks.wavenumbers[block].template some<kWidth>(lane)
                         : phases.wavenumber_x.some<kWidth>(lane);
      real_x += k_x * z[1];
      imaginary_x -= k_x * z[0];
      if constexpr (kGradient == Gradient::kBoth) {
        const V& k_y = phases.wavenumber_y.some<kWidth>(lane);
        real_y += k_y * z[1];
        imaginary_y -= k_y * z[0];
      }
    }
  }
  sums.real.some<kWidth>(lane) = real;
  sums.imaginary.some<kWidth>(lane) = imaginary;
  sums.real_per_u.some<kWidth>(lane) = real_u;
  sums.imaginary_per_u.some<kWidth>(lane) = imaginary_u;
  sums.real_per_x.some<kWidth>(lane) = real_x;
  sums.imaginary_per_x.some<kWidth>(lane) = imaginary_x;
  sums.real_per_y.some<kWidth>(lane) = real_y;
  sums.imaginary_per_y.some<kWidth>(lane) = imaginary_y;
}

template <std::size_t kWidth, Gradient kGradient, typename Parabola>
[[gnu::always_inline]] inline void sum_all(const Blocks<Parabola>& blocks, const PathParameters& u,
                                           LaneSums* sums) {
  for (std::size_t lane = 0; lane < kLaneCount; lane += kWidth) {
    sum_lanes<kWidth, Gradient::kNone>(blocks, 0, u[0], lane, sums[0]);
    sum_lanes<kWidth, kGradient>(blocks, 1, u[1], lane, sums[1]);
    sum_lanes<kWidth, kGradient>(blocks, 2, u[2], lane, sums[2]);
  }
}

template <Gradient kGradient, typename Parabola>
void sum_at_full_width(const Blocks<Parabola>& blocks, const PathParameters& u, LaneSums* sums) {
  at_full_width<sum_all<8, kGradient, Parabola>, sum_all<4, kGradient, Parabola>,
                sum_all<2, kGradient, Parabola>>(blocks, u, sums);
}

[[gnu::always_inline]] inline void add_powers(const InstantPhasors* phasors, const RealParabola* r,
                                              std::size_t count, const PathParameters& u,
                                              LaneArray* values, LaneArray* slopes) {
  for (std::size_t n = 0; n < u.size(); ++n) {
    Lanes value{}, slope{};
    for (std::size_t block = 0; block < count; ++block) {
      const Lanes& cosine = phasors[block].cosine[n].lanes();
      const Lanes& sine = phasors[block].sine[n].lanes();
      const Lanes power = cosine * cosine + sine * sine;
      const Lanes& linear = r[block].linear.lanes();
      const Lanes& quadratic = r[block].quadratic.lanes();
      value += power * (r[block].constant.lanes() + u[n] * (linear + u[n] * quadratic));
      slope += power * (linear + (2.0 * u[n]) * quadratic);
    }
    values[n].lanes() = value;
    slopes[n].lanes() = slope;
  }
}

Complex total(const LaneArray& real, const LaneArray& imaginary) {
  return {fold(real.lanes()), fold(imaginary.lanes())};
}

template <typename Parabola>
std::array<SeriesSum, 3> sum_group(const PairedComponents& components,
                                   const PairedComponents::Group& group,
                                   const std::vector<InstantPhasors>& phasors,
                                   const std::vector<Parabola>& coefficients,
                                   const PathParameters& u) {
  const Blocks<Parabola> blocks{
      components.phases().data() + group.begin, components.wavenumbers().data() + group.begin,
      phasors.data() + group.begin, coefficients.data() + group.begin, group.end - group.begin};
  std::array<LaneSums, 3> lanes;
  group.one_direction ? sum_at_full_width<Gradient::kAlong>(blocks, u, lanes.data())
                      : sum_at_full_width<Gradient::kBoth>(blocks, u, lanes.data());
  std::array<SeriesSum, 3> sums;
  for (std::size_t n = 0; n < sums.size(); ++n) {
    const LaneSums& at = lanes[n];
    const Complex along = kTwoPi * total(at.real_per_x, at.imaginary_per_x);
    sums[n] = {total(at.real, at.imaginary), total(at.real_per_u, at.imaginary_per_u), along,
               kTwoPi * total(at.real_per_y, at.imaginary_per_y)};
    if (!group.one_direction) continue;
    sums[n].per_x = group.way.x() * along;
    sums[n].per_y = group.way.y() * along;
  }
  return sums;
}

}  // namespace

std::array<SeriesSum, 3> sum_series(const PairedComponents& components,
                                    const PairedComponents::Group& group,
                                    const std::vector<InstantPhasors>& phasors,
                                    const std::vector<RealParabola>& coefficients,
                                    const PathParameters& u) {
  return sum_group(components, group, phasors, coefficients, u);
}

std::array<SeriesSum, 3> sum_series(const PairedComponents& components,
                                    const PairedComponents::Group& group,
                                    const std::vector<InstantPhasors>& phasors,
                                    const std::vector<ForceParabola>& coefficients,
                                    const PathParameters& u) {
  return sum_group(components, group, phasors, coefficients, u);
}

std::array<PowerSum, 3> sum_powers(const InstantPhasors* phasors, const RealParabola* coefficients,
                                   std::size_t count, const PathParameters& u) {
  std::array<LaneArray, 3> values, slopes;
  at_full_width<add_powers>(phasors, coefficients, count, u, values.data(), slopes.data());
  std::array<PowerSum, 3> sums;
  for (std::size_t n = 0; n < sums.size(); ++n) {
    sums[n] = {fold(values[n].lanes()), n == 0 ? 0.0 : fold(slopes[n].lanes())};
  }
  return sums;
}

}  // namespace raftup::hydro
