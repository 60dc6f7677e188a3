#include "solver/loads/flow/flow_force.hpp"

#include <fmt/format.h>

#include <cmath>

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

void check_cover(const FlowTable& table, const Vector2& flow, const std::string& body,
                 const Vector3& point, const Model& model, const std::string& path,
                 Violations& violations) {
  Violations own;
  table.check(model, path, own);
  if (!own.empty() || !has_body(model, body)) return;  // reported by other checks
  const Flow past(flow, Attachment(body, point, model), initial_kinematics(model));
  if (past.speed == 0.0) return;
  const double direction = past.direction / kRadiansPerDegree;
  violations.require(
      !(FlowCoefficients(table).outside(direction) > FlowCoefficients::kMargin),
      path + ".direction_deg",
      fmt::format("must reach within {} deg of where the flow past the body goes at t = 0, "
                  "{:.6g} deg from the bow",
                  FlowCoefficients::kMargin, direction),
      fmt::format("{} to {} deg", table.direction_deg.front(), table.direction_deg.back()));
}

void add_heading_wrench(const Vector3& force, const Vector3& moment, const Attachment& point,
                        const Kinematics& bodies, BodyVectors& wrenches) {
  const Matrix3 rotation = bodies[*point.body()].heading.rotation();
  point.add_force(rotation * force, bodies, wrenches);
  wrenches[*point.body()].tail<3>() += rotation * moment;
}

}  // namespace raftup::solver
