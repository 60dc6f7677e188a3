#include "solver/loads/propulsion/hull_motion.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/numerics/elementary.hpp"

namespace raftup::solver {

HullMotion::HullMotion(const Vector2& current, const Attachment& point, const Kinematics& bodies) {
  const BodyKinematics& body = bodies[*point.body()];
  const Vector3 velocity = point.velocity(bodies);
  const double x = velocity.x() - current.x();
  const double y = velocity.y() - current.y();
  u = body.heading.cosine * x + body.heading.sine * y;
  v = body.heading.cosine * y - body.heading.sine * x;
  r = body.velocity[5];
}

double HullMotion::speed() const { return std::sqrt(u * u + v * v); }

double HullMotion::drift() const { return arctangent(v, u); }

FadedCurrent current_at(const Attachment& point, const LoadSite& site) {
  return {site.model, std::max(-point.position(site.initial).z(), 0.0)};
}

}  // namespace raftup::solver
