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

bool PointSpringElement::acts(const StraightLine& line) const {
  return !tension_only_ || (line.length() > rest_length_ && tension(line) > 0.0);
}

double PointSpringElement::tension(const StraightLine& line) const {
  return stiffness_ * (line.length() - rest_length_) + damping_ * line.rate();
}

void PointSpringElement::add(const StageConditions& /*conditions*/, const Kinematics& bodies,
                             BodyVectors& wrenches) const {
  const StraightLine line(point1_, point2_, bodies);
  if (acts(line)) line.add_tension(tension(line), wrenches);
}

void PointSpringElement::add_jacobian(const StageConditions& /*conditions*/,
                                      const Kinematics& bodies, LoadJacobian& jacobian) const {
  const StraightLine line(point1_, point2_, bodies);
  if (!acts(line)) return;
  const double elastic = stiffness_ * (line.length() - rest_length_);
  line.add_jacobian(elastic, stiffness_, damping_, jacobian);
}

std::optional<LineReading> PointSpringElement::read_line(const StageConditions& /*conditions*/,
                                                         const Kinematics& bodies) const {
  const StraightLine line(point1_, point2_, bodies);
  const bool pulls = acts(line) && line.length() > 0.0;
  return LineReading{pulls ? tension(line) : 0.0, rest_length_, 0.0};
}

}  // namespace raftup::solver
