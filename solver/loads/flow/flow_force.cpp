#include "solver/loads/flow/flow_force.hpp"

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

void add_heading_wrench(const Vector3& force, const Vector3& moment, const Attachment& point,
                        const Kinematics& bodies, BodyVectors& wrenches) {
  const Matrix3 rotation = bodies[*point.body()].heading.rotation();
  point.add_force(rotation * force, bodies, wrenches);
  wrenches[*point.body()].tail<3>() += rotation * moment;
}

}  // namespace raftup::solver
