#include "solver/loads/point_spring.hpp"

namespace raftup::solver {

PointSpringElement::PointSpringElement(const PointSpring& load, const Model& model,
                                       const Kinematics& initial)
    : point1_(load.body1, load.point1, model),
      point2_(load.body2, load.point2, model),
      stiffness_(load.stiffness),
      damping_(load.damping),
      rest_length_(load.rest_length
                       ? *load.rest_length
                       : (point2_.position(initial) - point1_.position(initial)).norm()),
      tension_only_(load.tension_only) {}

double PointSpringElement::tension(double length, double rate) const {
  const double tension = stiffness_ * (length - rest_length_) + damping_ * rate;
  if (!tension_only_) return tension;
  return length > rest_length_ ? std::max(tension, 0.0) : 0.0;
}

void PointSpringElement::add(const Kinematics& bodies, BodyVectors& wrenches) const {
  const Vector3 line = point2_.position(bodies) - point1_.position(bodies);
  const double length = line.norm();
  if (length == 0.0) return;  // no direction: the force of a spring with L_0 = 0 is 0 here
  const Vector3 direction = line / length;
  const double rate = direction.dot(point2_.velocity(bodies) - point1_.velocity(bodies));
  const Vector3 pull = tension(length, rate) * direction;
  point1_.add_force(pull, bodies, wrenches);
  point2_.add_force(-pull, bodies, wrenches);
}

}  // namespace raftup::solver
