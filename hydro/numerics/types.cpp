#include "hydro/numerics/types.hpp"

#include <cmath>

#include "hydro/numerics/elementary.hpp"

namespace raftup {

Vector3 rotation_vector(const Quaternion& rotation) {
  const double sign = rotation.w() < 0.0 ? -1.0 : 1.0;
  const double sine = std::sqrt(rotation.vec().squaredNorm());
  if (sine < 1e-8) return (2.0 * sign) * rotation.vec();  // angle = 2 asin(sine), to 1e-24
  return (2.0 * sign * arctangent(sine, sign * rotation.w()) / sine) * rotation.vec();
}

}  // namespace raftup
