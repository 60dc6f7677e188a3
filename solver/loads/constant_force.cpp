#include "solver/loads/constant_force.hpp"

namespace raftup::solver {

ConstantForceElement::ConstantForceElement(const ConstantForce& load, const Model& model)
    : body_(find_body(model, load.body)),
      force_(load.force),
      torque_(load.torque),
      body_axes_(load.body_axes),
      point_(load.body, load.at_center_of_mass ? model.bodies[body_].center_of_mass : load.point,
             model) {}

void ConstantForceElement::add(const Kinematics& bodies, BodyVectors& wrenches) const {
  const Matrix3& R = bodies[body_].rotation;
  point_.add_force(body_axes_ ? Vector3(R * force_) : force_, bodies, wrenches);
  wrenches[body_].tail<3>() += body_axes_ ? Vector3(R * torque_) : torque_;
}

}  // namespace raftup::solver
