#include "hydro/hydrostatics/linear_hydrostatics.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::hydro {
namespace {

Quaternion about_z(double angle) {
  const auto [sine, cosine] = sincos(0.5 * angle);
  return {cosine, 0.0, 0.0, sine};
}

}  // namespace

LinearHydrostatics::LinearHydrostatics(const Matrix6& stiffness, const Vector3& rest_position,
                                       double buoyancy, const Vector3& center_of_buoyancy)
    : stiffness_(stiffness), rest_position_(rest_position) {
  require(stiffness.allFinite(), "hydrostatic_stiffness must be finite");
  require(rest_position.allFinite(), "rest_position must be finite");
  require(center_of_buoyancy.allFinite(), "center_of_buoyancy must be finite");
  require(std::isfinite(buoyancy) && buoyancy >= 0.0,
          fmt::format("buoyancy must be >= 0, got {}", buoyancy));
  const Vector3 force(0.0, 0.0, buoyancy);
  force_at_rest_ << force, center_of_buoyancy.cross(force);
}

Vector6 LinearHydrostatics::displacement(const Vector3& position, const Quaternion& attitude,
                                         double heading) const {
  const Quaternion to_heading = about_z(-heading);
  Vector6 displacement;
  displacement << to_heading * (position - rest_position_), rotation_vector(to_heading * attitude);
  return displacement;
}

Vector6 LinearHydrostatics::force(const Vector3& position, const Quaternion& attitude,
                                  double heading) const {
  return force_at_rest_ - stiffness_ * displacement(position, attitude, heading);
}

}  // namespace raftup::hydro
