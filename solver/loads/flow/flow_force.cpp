#include "solver/loads/flow/flow_force.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::solver {

Flow::Flow(const Vector2& velocity, const Attachment& point, const Kinematics& bodies) {
  const Vector3 moving = point.velocity(bodies);
  const Vector3 past = bodies[*point.body()].heading.rotation().transpose() *
                       Vector3(velocity.x() - moving.x(), velocity.y() - moving.y(), 0.0);
  x = past.x();
  y = past.y();
  speed = std::sqrt(x * x + y * y);
  direction = arctangent(y, x);
}

Vector3 coefficients_at(const Flow& flow, const FlowCoefficients& table, std::string_view kind,
                        const std::string& body) {
  try {
    return table.at(flow.direction / kRadiansPerDegree);
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("{} of '{}': {}", kind, body, error.what()));
  }
}

void add_heading_wrench(const Vector3& force, const Vector3& moment, const Attachment& point,
                        const Kinematics& bodies, BodyVectors& wrenches) {
  const Matrix3 rotation = bodies[*point.body()].heading.rotation();
  point.add_force(rotation * force, bodies, wrenches);
  wrenches[*point.body()].tail<3>() += rotation * moment;
}

}  // namespace raftup::solver
