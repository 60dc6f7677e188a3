#include "solver/model/bodies/rao_motion.hpp"

#include <algorithm>
#include <complex>
#include <numbers>

#include "hydro/numerics/elementary.hpp"

namespace raftup::solver {

RaoDisplacement ramped(const RaoDisplacement& full, double time, double duration) {
  if (time >= duration) return full;
  const double speed = std::numbers::pi / duration;
  const auto [sine, cosine] = sincos(speed * std::max(time, 0.0));
  const double r = 0.5 * (1.0 - cosine), dr = 0.5 * speed * sine,
               ddr = 0.5 * speed * speed * cosine;
  return {r * full.value, dr * full.value + r * full.rate,
          ddr * full.value + 2.0 * dr * full.rate + r * full.second};
}

RaoMotion::RaoMotion(const DisplacementRao& rao, const Pose& primary,
                     const std::optional<hydro::Sea>& sea)
    : primary_{primary.position, primary.attitude.normalized()},
      origin_(rao.origin),
      heading_(heading_of(primary_.attitude.toRotationMatrix())) {
  if (!sea) return;
  ramp_ = sea->ramp_duration();
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
  return ramped(sum, time, ramp_);
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
