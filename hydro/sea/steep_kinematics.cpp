/// @file The kinematics of a sea that is one steep wave.
#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/wave_kinematics.hpp"

namespace raftup::hydro {

WaveKinematics::SteepPoint WaveKinematics::steep_point(const WavePhasors& phasors,
                                                       const Vector2& position) const {
  const Complex at_origin(phasors[0].real[0], phasors[0].imaginary[0]);
  const double size = std::sqrt(std::norm(at_origin));
  if (size == 0.0) return {};
  const WavePhaseBlock& wave = sea_.phases()[0];
  const auto [sine, cosine] =
      sincos_turns(-(wave.wavenumber_x[0] * position.x() + wave.wavenumber_y[0] * position.y()));
  const Complex phase = at_origin / size * Complex(cosine, sine);
  return {size / sea_.steep_wave()->first_harmonic(), {phase.real(), phase.imag()}};
}

SurfaceMotion WaveKinematics::steep_surface(const WavePhasors& phasors,
                                            const Vector2& position) const {
  const SteepWave& wave = *sea_.steep_wave();
  const auto [ramp, phase] = steep_point(phasors, position);
  const double derivative = ramp * wave.elevation_derivative(phase);
  return {ramp * wave.elevation(phase), wave.omega() * derivative,
          -wave.wavenumber() * derivative * Vector2(blocks_[0].cosine[0], blocks_[0].sine[0])};
}

void WaveKinematics::add_steep_motion(const WavePhasors& phasors, const Vector2& position, double z,
                                      WaterMotion& motion) const {
  const auto [ramp, phase] = steep_point(phasors, position);
  const SteepWave::Motion at = sea_.steep_wave()->motion(phase, z);
  const double cosine = blocks_[0].cosine[0], sine = blocks_[0].sine[0];
  motion.velocity += ramp * Vector3(cosine * at.u, sine * at.u, at.w);
  motion.acceleration += ramp * Vector3(cosine * at.u_rate, sine * at.u_rate, at.w_rate);
  motion.pressure += ramp * at.pressure;
}

}  // namespace raftup::hydro
