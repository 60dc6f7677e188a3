#include "solver/model/bodies/rao_motion.hpp"

#include <algorithm>
#include <complex>
#include <numbers>

#include "hydro/numerics/elementary.hpp"

namespace raftup::solver {

hydro::Fading::Rates WaveGrowth::rates(double time) const {
  if (!fading_.is_always_on()) return fading_.rates(time);
  const double speed = std::numbers::pi / ramp_;
  const auto [sine, cosine] = sincos(speed * std::max(time, 0.0));
  return {0.5 * (1.0 - cosine), 0.5 * speed * sine, 0.5 * speed * speed * cosine};
}

RaoDisplacement WaveGrowth::of(const RaoDisplacement& full, double time) const {
  if (fading_.is_always_on() && time >= ramp_) return full;
  const hydro::Fading::Rates by = rates(time);
  return {by.value * full.value, by.rate * full.value + by.value * full.rate,
          by.second * full.value + 2.0 * by.rate * full.rate + by.value * full.second};
}

RaoMotion::RaoMotion(const DisplacementRao& rao, const Pose& primary,
                     const std::optional<hydro::Sea>& sea)
    : primary_{primary.position, primary.attitude.normalized()},
      origin_(rao.origin),
      heading_(heading_of(primary_.attitude.toRotationMatrix())) {
  if (!sea) return;
  growth_ = WaveGrowth(*sea);
  const RaoTable table(rao);
  const Vector3 gauge = primary_.position + primary_.attitude * rao.phase_origin;
  for (std::size_t n = 0; n < sea->components().size(); ++n) {
    const hydro::WaveComponent& wave = sea->components()[n];
    const auto [sine, cosine] = sincos(wave.direction);
    const double k = sea->wavenumbers()[static_cast<Eigen::Index>(n)];
    const double phase = wave.phase - k * (gauge.x() * cosine + gauge.y() * sine);
    const auto [phase_sine, phase_cosine] = sincos(phase);
    const std::complex<double> wave_there =
        wave.amplitude * std::complex<double>(phase_cosine, phase_sine);
    RaoTable::Motions motion = table.at(wave.omega, wave.direction - heading_.angle());
    for (auto& of_dof : motion) of_dof *= wave_there;
    harmonics_.push_back({wave.omega, motion});
  }
}

RaoDisplacement RaoMotion::displacement(double time) const {
  RaoDisplacement sum;
  for (const Harmonic& wave : harmonics_) {
    const auto [sine, cosine] = sincos(wave.omega * time);
    for (std::size_t dof = 0; dof < 6; ++dof) {
      const auto i = static_cast<Eigen::Index>(dof);
      const double x = wave.motion[dof].real() * cosine - wave.motion[dof].imag() * sine;
      const double y = wave.motion[dof].imag() * cosine + wave.motion[dof].real() * sine;
      sum.value[i] += x;
      sum.rate[i] -= wave.omega * y;
      sum.second[i] -= wave.omega * wave.omega * x;
    }
  }
  return growth_.of(sum, time);
}

MovingFrame RaoMotion::at(double time) const {
  const RaoDisplacement moved = displacement(time);
  const Vector6 x = heading_.to_world(moved.value), v = heading_.to_world(moved.rate),
                a = heading_.to_world(moved.second);
  MovingFrame frame = turning_by(x.tail<3>(), v.tail<3>(), a.tail<3>());
  frame.attitude = (frame.attitude * primary_.attitude).normalized();
  frame.position = primary_.position + primary_.attitude * origin_ + x.head<3>();
  frame.velocity.head<3>() = v.head<3>();
  frame.acceleration.head<3>() = a.head<3>();
  return frame.at(-origin_);
}

}  // namespace raftup::solver
