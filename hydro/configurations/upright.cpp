#include "hydro/configurations/upright.hpp"

#include <fmt/format.h>

#include "hydro/base/error.hpp"

namespace raftup::hydro {

DatabaseBody as_if_upright(const DatabaseBody& body, const Vector6& rest, double weight_density) {
  if (rest.isZero(0.0) || body.displaced_volume == 0.0) return body;
  const Vector6 change = body.hydrostatic_stiffness * rest;
  const Vector3 arm = body.center_of_buoyancy - body.center_of_gravity;
  const double buoyancy = weight_density * body.displaced_volume;
  const double upright = buoyancy + change[2];
  require(upright > 0.0,
          fmt::format("body '{}' must have buoyancy at its upright attitude, got {} N", body.name,
                      upright));
  DatabaseBody result = body;
  result.displaced_volume = upright / weight_density;
  result.center_of_buoyancy.x() =
      body.center_of_gravity.x() + (arm.x() * buoyancy - change[4]) / upright;
  result.center_of_buoyancy.y() =
      body.center_of_gravity.y() + (arm.y() * buoyancy + change[3]) / upright;
  return result;
}

}  // namespace raftup::hydro
