#include "solver/model/loads/force_field.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hydro/base/error.hpp"

namespace raftup::solver {

PointGravity::PointGravity(const Vector3& origin, double magnitude)
    : origin_(origin), magnitude_(magnitude) {
  require(origin.allFinite(), "origin of a point gravity must be finite");
  require(std::isfinite(magnitude) && magnitude >= 0.0,
          fmt::format("magnitude of a point gravity must not be negative, got {}", magnitude));
}

Vector3 PointGravity::acceleration(const Vector3& position) const {
  const Vector3 way = origin_ - position;
  const double distance = way.norm();
  return distance > 0.0 ? Vector3(magnitude_ / distance * way) : Vector3::Zero();
}

}  // namespace raftup::solver
