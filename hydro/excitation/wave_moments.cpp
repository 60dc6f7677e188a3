#include "hydro/excitation/wave_moments.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/vector_width.hpp"

namespace raftup::hydro {

namespace {

/// Sums of one dof, lane by lane.
struct MomentSums {
  LaneArray start_force{};
  LaneArray middle_force{}, middle_per_u{}, middle_per_x{}, middle_per_y{};
  LaneArray end_force{}, end_per_u{}, end_per_x{}, end_per_y{};
};

/// A complex parabola in u and its slope.
template <typename V>
struct At {
  V real, imaginary, real_slope, imaginary_slope;
};

template <std::size_t kWidth>
[[gnu::always_inline]] inline void evaluate(const ForceParabola& X, double u, std::size_t lane,
                                            At<typename SomeLanes<kWidth>::Type>& at) {
  using V = typename SomeLanes<kWidth>::Type;
  const V& r1 = X.linear.real.some<kWidth>(lane);
  const V& r2 = X.quadratic.real.some<kWidth>(lane);
  const V& i1 = X.linear.imaginary.some<kWidth>(lane);
  const V& i2 = X.quadratic.imaginary.some<kWidth>(lane);
  at.real = X.constant.real.some<kWidth>(lane) + u * (r1 + u * r2);
  at.imaginary = X.constant.imaginary.some<kWidth>(lane) + u * (i1 + u * i2);
  at.real_slope = r1 + (2.0 * u) * r2;
  at.imaginary_slope = i1 + (2.0 * u) * i2;
}

/// Adds the contributions of an instant: force, and derivatives by u, x and y.
template <std::size_t kWidth>
[[gnu::always_inline]] inline void add_instant(const ForceParabola& X, const MomentBlock& block,
                                               const ComplexLanes& sum, const ComplexLanes& slope,
                                               double u, std::size_t lane,
                                               typename SomeLanes<kWidth>::Type (&to)[4]) {
  using V = typename SomeLanes<kWidth>::Type;
  At<V> at;
  evaluate<kWidth>(X, u, lane, at);
  const V& re = sum.real.some<kWidth>(lane);
  const V& im = sum.imaginary.some<kWidth>(lane);
  to[0] += at.real * re - at.imaginary * im;
  to[1] += at.real_slope * re - at.imaginary_slope * im;
  // The derivative along the wave is the sum with -i k X.
  const V along =
      at.real * slope.imaginary.some<kWidth>(lane) + at.imaginary * slope.real.some<kWidth>(lane);
  to[2] += block.cosine.some<kWidth>(lane) * along;
  to[3] += block.sine.some<kWidth>(lane) * along;
}

template <std::size_t kWidth>
[[gnu::always_inline]] inline void sum_lanes(const MomentBlock* moments, const ForceParabola* X,
                                             std::size_t count, const PathParameters& u,
                                             MomentSums& sums) {
  using V = typename SomeLanes<kWidth>::Type;
  for (std::size_t lane = 0; lane < kLaneCount; lane += kWidth) {
    V start{}, middle[4]{}, end[4]{};
    for (std::size_t block = 0; block < count; ++block) {
      const MomentBlock& of = moments[block];
      At<V> at;
      evaluate<kWidth>(X[block], u[0], lane, at);
      start += at.real * of.start.real.some<kWidth>(lane) -
               at.imaginary * of.start.imaginary.some<kWidth>(lane);
      add_instant<kWidth>(X[block], of, of.middle, of.middle_slope, u[1], lane, middle);
      add_instant<kWidth>(X[block], of, of.end, of.end_slope, u[2], lane, end);
    }
    sums.start_force.some<kWidth>(lane) = start;
    sums.middle_force.some<kWidth>(lane) = middle[0];
    sums.middle_per_u.some<kWidth>(lane) = middle[1];
    sums.middle_per_x.some<kWidth>(lane) = middle[2];
    sums.middle_per_y.some<kWidth>(lane) = middle[3];
    sums.end_force.some<kWidth>(lane) = end[0];
    sums.end_per_u.some<kWidth>(lane) = end[1];
    sums.end_per_x.some<kWidth>(lane) = end[2];
    sums.end_per_y.some<kWidth>(lane) = end[3];
  }
}

/// Computes to += factor * of.
template <typename Row>
[[gnu::always_inline]] inline void add(double factor, const Row& of, Row& to) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += factor * of[i];
}

}  // namespace

std::vector<WaveTerm> terms_of(const Sea& sea) {
  std::vector<WaveTerm> terms;
  for (std::size_t c = 0; c < sea.components().size(); ++c) {
    const WaveComponent& wave = sea.components()[c];
    terms.push_back(
        {sea.intrinsic_omegas()[static_cast<Eigen::Index>(c)], wave.direction, wave.amplitude});
  }
  return terms;
}

WaveMoments::WaveMoments(const Sea& sea, VectorXd knots)
    : phases_(sea.phases()), knots_(std::move(knots)) {
  const Eigen::Index n = knots_.size();
  const VectorXd gaps = knots_.tail(n - 1) - knots_.head(n - 1);
  inverse_gaps_ = gaps.cwiseInverse();
  sixths_ = gaps / 6.0;
  inverse_pivots_ = VectorXd::Ones(n);
  eliminated_ = VectorXd::Zero(n);
  for (Eigen::Index i = 1; i + 1 < n; ++i) {
    if (i > 1) eliminated_[i] = sixths_[i - 1] * inverse_pivots_[i - 1];
    const double pivot = 2.0 * (sixths_[i - 1] + sixths_[i]) - eliminated_[i] * sixths_[i - 1];
    inverse_pivots_[i] = 1.0 / pivot;
  }
  const std::vector<WaveTerm> waves = terms_of(sea);
  for (std::size_t c = 0; c < waves.size(); ++c) {
    const WaveTerm& wave = waves[c];
    const auto known = std::find(directions_.begin(), directions_.end(), wave.direction);
    const auto direction = static_cast<Eigen::Index>(known - directions_.begin());
    if (known == directions_.end()) directions_.push_back(wave.direction);
    const auto above = std::upper_bound(knots_.begin(), knots_.end(), wave.omega) - knots_.begin();
    const Eigen::Index lower = std::clamp<Eigen::Index>(above - 1, 0, n - 2);
    const double gap = gaps[lower], b = (wave.omega - knots_[lower]) / gap, a = 1.0 - b;
    const double sixth = wave.amplitude * gap * gap / 6.0;
    shares_.push_back({static_cast<std::size_t>(direction * n + lower), wave.amplitude * a,
                       wave.amplitude * b, sixth * (a * a * a - a), sixth * (b * b * b - b),
                       sea.wavenumbers()[static_cast<Eigen::Index>(c)]});
  }
  values_.resize(directions_.size() * static_cast<std::size_t>(n));
  curvatures_.resize(values_.size());
}

std::vector<WaveTerm> WaveMoments::terms() const {
  std::vector<WaveTerm> terms;
  for (const double direction : directions_) {
    for (const double omega : knots_) terms.push_back({omega, direction, 1.0});
  }
  return terms;
}

[[gnu::always_inline]] inline void WaveMoments::add_components() {
  for (std::size_t c = 0; c < shares_.size(); ++c) {
    const PathPhasors& at = phasors_[c / kLaneCount];
    const std::size_t lane = c % kLaneCount;
    const double cosine = at.cosine[lane], sine = at.sine[lane];
    const double cc = cosine * at.turn_cosine[lane], cs = cosine * at.turn_sine[lane];
    const double sc = sine * at.turn_cosine[lane], ss = sine * at.turn_sine[lane];
    const Share& share = shares_[c];
    const double k = share.wavenumber;
    const Row row{cc + ss, sc - cs,    cosine,   sine,          cc - ss,
                  sc + cs, k * cosine, k * sine, k * (cc - ss), k * (sc + cs)};
    add(share.value_lower, row, values_[share.lower]);
    add(share.value_upper, row, values_[share.lower + 1]);
    add(share.curvature_lower, row, curvatures_[share.lower]);
    add(share.curvature_upper, row, curvatures_[share.lower + 1]);
  }
}

/// Adds the curvature terms to the values. The second derivatives of a natural spline are T^-1 D
/// times its values, with T tridiagonal and symmetric; factors of the second derivatives become
/// factors of the values by D^T T^-1.
[[gnu::always_inline]] inline void WaveMoments::add_curvatures(std::size_t first) {
  const auto n = static_cast<std::size_t>(knots_.size());
  Row* y = curvatures_.data() + first;
  Row* values = values_.data() + first;
  const auto of = [](const VectorXd& all, std::size_t i) {
    return all[static_cast<Eigen::Index>(i)];
  };
  for (std::size_t i = 2; i + 1 < n; ++i) add(-of(eliminated_, i), y[i - 1], y[i]);
  for (std::size_t i = n - 1; i-- > 1;) {
    if (i + 2 < n) add(-of(sixths_, i), y[i + 1], y[i]);
    for (double& value : y[i]) value *= of(inverse_pivots_, i);
    const double below = of(inverse_gaps_, i - 1), above = of(inverse_gaps_, i);
    add(below, y[i], values[i - 1]);
    add(-below - above, y[i], values[i]);
    add(above, y[i], values[i + 1]);
  }
}

void WaveMoments::compute(const UniformPath& path, std::vector<MomentBlock>& moments) {
  compute_phasors(phases_, path, phasors_);
  std::fill(values_.begin(), values_.end(), Row{});
  std::fill(curvatures_.begin(), curvatures_.end(), Row{});
  at_full_width<&WaveMoments::add_components>(*this);
  const auto n = static_cast<std::size_t>(knots_.size());
  moments.resize((values_.size() + kLaneCount - 1) / kLaneCount);
  for (std::size_t d = 0; d < directions_.size(); ++d) {
    at_full_width<&WaveMoments::add_curvatures>(*this, d * n);
    const SineCosine direction = sincos(directions_[d]);
    for (std::size_t j = d * n; j < (d + 1) * n; ++j) {
      MomentBlock& block = moments[j / kLaneCount];
      const std::size_t lane = j % kLaneCount;
      const Row& row = values_[j];
      std::size_t next = 0;
      for (ComplexLanes* sum :
           {&block.start, &block.middle, &block.end, &block.middle_slope, &block.end_slope}) {
        sum->real[lane] = row[next++];
        sum->imaginary[lane] = row[next++];
      }
      block.cosine[lane] = direction.cosine;
      block.sine[lane] = direction.sine;
    }
  }
}

PathForces sum_moments(const std::vector<MomentBlock>& moments,
                       const ForceCoefficients& coefficients, const PathParameters& u) {
  const Vector6 zero = Vector6::Zero();
  PathForces forces{ForceGradient{zero, zero, zero, zero}};
  auto& [start, middle, end] = forces;
  for (std::size_t i = 0; i < kDofs; ++i) {
    MomentSums sums;
    at_full_width<sum_lanes<8>, sum_lanes<4>, sum_lanes<2>>(moments.data(), coefficients[i].data(),
                                                            moments.size(), u, sums);
    const auto dof = static_cast<Eigen::Index>(i);
    start.force[dof] = fold(sums.start_force.lanes());
    middle.force[dof] = fold(sums.middle_force.lanes());
    middle.per_u[dof] = fold(sums.middle_per_u.lanes());
    middle.per_x[dof] = fold(sums.middle_per_x.lanes());
    middle.per_y[dof] = fold(sums.middle_per_y.lanes());
    end.force[dof] = fold(sums.end_force.lanes());
    end.per_u[dof] = fold(sums.end_per_u.lanes());
    end.per_x[dof] = fold(sums.end_per_x.lanes());
    end.per_y[dof] = fold(sums.end_per_y.lanes());
  }
  return forces;
}

}  // namespace raftup::hydro
