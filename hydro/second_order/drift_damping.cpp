#include "hydro/second_order/drift_damping.hpp"

#include <cmath>

#include "hydro/excitation/transfer_function.hpp"

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
  values_.resize(static_cast<std::size_t>(omega_.size()));
  for (Eigen::Index edge = -1; edge <= kCells + 1; ++edge) {
    const Eigen::Index cell = (edge + kCells) % kCells;
    const VectorXd weights =
        headings.weights(kTwoPi * static_cast<double>(cell) / static_cast<double>(kCells));
    for (Eigen::Index k = 0; k < omega_.size(); ++k) {
      values_[static_cast<std::size_t>(k)].emplace_back(drift.filed(k).topRows<2>() * weights);
    }
  }
  for (std::size_t c = 0; c < sea.components().size(); ++c) {
    const WaveComponent& wave = sea.components()[c];
    const double omega = sea.intrinsic_omegas()[static_cast<Eigen::Index>(c)];
    waves_.push_back({omega, wave.direction, wave.amplitude * wave.amplitude,
                      sincos(wave.direction), place_in(omega_, omega)});
  }
}

Vector2 DriftDamping::at(const GridPlace& omega, double direction) const {
  if (!omega.inside) return Vector2::Zero();
  const double steps = direction * kTurnsPerRadian * static_cast<double>(kCells);
  const double floor = std::floor(steps);
  const double u = steps - floor;
  const long cell = static_cast<long>(floor) % kCells;
  const auto before = static_cast<std::size_t>(cell < 0 ? cell + kCells : cell);
  const auto along = [&](const std::vector<Vector2>& D) -> Vector2 {
    const Vector2* edge = D.data() + before;
    const Vector2 half_curvature = 0.25 * (edge[0] - edge[1] - edge[2] + edge[3]);
    return edge[1] + u * (edge[2] - edge[1] - half_curvature + u * half_curvature);
  };
  const auto lower = static_cast<std::size_t>(omega.lower);
  return (1.0 - omega.fraction) * along(values_[lower]) +
         omega.fraction * along(values_[lower + 1]);
}

Vector2 DriftDamping::force(double heading, const Vector2& velocity,
                            const AmplitudeFactors* factors) const {
  Vector2 sum = Vector2::Zero();
  for (std::size_t c = 0; c < waves_.size(); ++c) {
    const Wave& wave = waves_[c];
    const double factor = factors == nullptr ? 1.0 : (*factors)[c / kLaneCount][c % kLaneCount];
    const EncounteredWave met =
        encountered_wave(wave.omega, wave.direction, wave.turned, velocity, gravity_);
    const GridPlace place = place_near(omega_, met.omega, wave.place.lower);
    sum += factor * factor * wave.power *
           (met.factor * at(place, met.direction - heading) -
            at(wave.place, wave.direction - heading));
  }
  return sum;
}

}  // namespace raftup::hydro
