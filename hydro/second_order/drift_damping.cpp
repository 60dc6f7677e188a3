#include "hydro/second_order/drift_damping.hpp"

#include <cmath>

#include "hydro/base/whole_number.hpp"
#include "hydro/excitation/transfer_function.hpp"
#include "hydro/numerics/vector_width.hpp"

namespace raftup::hydro {

EncounteredWave encountered_wave(double omega, double direction, const SineCosine& turned,
                                 const Vector2& velocity, double gravity) {
  const auto [sine, cosine] = turned;
  const double along = velocity.x() * cosine + velocity.y() * sine;
  const double left = -velocity.x() * sine + velocity.y() * cosine;
  return {1.0 - 4.0 * omega * along / gravity, omega - omega * omega * along / gravity,
          direction - 2.0 * omega * left / gravity};
}

DriftDamping::DriftDamping(const DriftCoefficients& drift, const Sea& sea)
    : omega_(drift.omega()), gravity_(sea.gravity()) {
  const HeadingInterpolation headings(drift.directions());
  std::vector<VectorXd> weights;
  for (Eigen::Index cell = 0; cell < kCells; ++cell) {
    weights.push_back(
        headings.weights(kTwoPi * static_cast<double>(cell) / static_cast<double>(kCells)));
  }
  for (Eigen::Index k = 0; k < omega_.size(); ++k) {
    std::vector<Vector2> edges;
    for (const VectorXd& at_edge : weights)
      edges.emplace_back(drift.filed(k).topRows<2>() * at_edge);
    std::vector<Cell>& cells = values_.emplace_back();
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const auto edge = [&](std::size_t further) -> const Vector2& {
        return edges[(i + further) % edges.size()];
      };
      const Vector2 half_curvature = 0.25 * (edge(edges.size() - 1) - edge(0) - edge(1) + edge(2));
      cells.push_back({edge(0), edge(1) - edge(0) - half_curvature, half_curvature});
    }
  }
  for (std::size_t c = 0; c < sea.components().size(); ++c) {
    const WaveComponent& wave = sea.components()[c];
    const double omega = sea.intrinsic_omegas()[static_cast<Eigen::Index>(c)];
    waves_.push_back({omega, wave.direction, wave.amplitude * wave.amplitude,
                      sincos(wave.direction), place_in(omega_, omega)});
  }
}

[[gnu::always_inline]] inline DriftDamping::CellPlace DriftDamping::cell_of(double direction) {
  const double steps = direction * kTurnsPerRadian * static_cast<double>(kCells);
  const double floor = std::floor(steps);
  const long cell = to_integer<long>(floor, "cell of the direction") % kCells;
  return {static_cast<std::size_t>(cell < 0 ? cell + kCells : cell), steps - floor};
}

[[gnu::always_inline]] inline Vector2 DriftDamping::at(const GridPlace& omega,
                                                       const CellPlace& direction) const {
  if (!omega.inside) return Vector2::Zero();
  const double u = direction.fraction;
  const auto along = [&](const std::vector<Cell>& cells) -> Vector2 {
    const Cell& D = cells[direction.cell];
    return D.constant + u * (D.linear + u * D.quadratic);
  };
  const auto lower = static_cast<std::size_t>(omega.lower);
  return (1.0 - omega.fraction) * along(values_[lower]) +
         omega.fraction * along(values_[lower + 1]);
}

[[gnu::always_inline]] inline Vector2 DriftDamping::sum(double heading, const Vector2& velocity,
                                                        const AmplitudeFactors* factors) const {
  Vector2 sum = Vector2::Zero();
  double direction = waves_.empty() ? 0.0 : waves_.front().direction;
  CellPlace standing = cell_of(direction - heading);
  for (std::size_t c = 0; c < waves_.size(); ++c) {
    const Wave& wave = waves_[c];
    if (wave.direction != direction) standing = cell_of(wave.direction - heading);
    direction = wave.direction;
    const double factor = factors == nullptr ? 1.0 : (*factors)[c / kLaneCount][c % kLaneCount];
    const EncounteredWave met =
        encountered_wave(wave.omega, wave.direction, wave.turned, velocity, gravity_);
    const GridPlace place = place_near(omega_, met.omega, wave.place.lower);
    sum += factor * factor * wave.power *
           (met.factor * at(place, cell_of(met.direction - heading)) - at(wave.place, standing));
  }
  return sum;
}

Vector2 DriftDamping::force(double heading, const Vector2& velocity,
                            const AmplitudeFactors* factors) const {
  return at_full_width<&DriftDamping::sum>(*this, heading, velocity, factors);
}

}  // namespace raftup::hydro
