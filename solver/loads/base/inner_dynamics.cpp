#include "solver/loads/base/inner_dynamics.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/numerics/elementary.hpp"

namespace raftup::solver {

Vector3c velocity_in(const UnitWave& wave, const Vector3& point, double water_depth) {
  const double k = wave.wavenumber, z = std::min(point.z(), 0.0);
  const double incident = raftup::exponential(k * z);
  double reflected = 0.0, scale = 1.0;
  if (std::isfinite(water_depth)) {
    reflected = raftup::exponential(-k * (2.0 * water_depth + z));
    scale = -1.0 / raftup::exponential_minus_one(-2.0 * k * water_depth);
  }
  const auto [sine, cosine] = sincos(-k * point.head<2>().dot(wave.along));
  const Complex phase = wave.intrinsic_omega * scale * Complex(cosine, sine);
  Vector3c velocity;
  velocity.head<2>() = phase * (incident + reflected) * wave.along.cast<Complex>();
  velocity.z() = phase * Complex(0.0, incident - reflected);
  return velocity;
}

}  // namespace raftup::solver
