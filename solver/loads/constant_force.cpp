#include "solver/loads/constant_force.hpp"

namespace raftup::solver {

ConstantForceElement::ConstantForceElement(const ConstantForce& load, const Model& model)
    : body_(find_body(model, load.body)),
      force_(load.force),
      torque_(load.torque),
      body_axes_(load.body_axes),
      point_(load.body, load.at_center_of_mass ? model.bodies[body_].center_of_mass : load.point,
             model) {}

void ConstantForceElement::add(const StageConditions& /*conditions*/, const Kinematics& bodies,
                               BodyVectors& wrenches) const {
  const Matrix3& R = bodies[body_].rotation;
  point_.add_force(body_axes_ ? Vector3(R * force_) : force_, bodies, wrenches);
  wrenches[body_].tail<3>() += body_axes_ ? Vector3(R * torque_) : torque_;
}

void ConstantForceElement::add_jacobian(const StageConditions& /*conditions*/,
                                        const Kinematics& bodies, LoadJacobian& jacobian) const {
  Matrix6 stiffness = Matrix6::Zero();
  if (body_axes_) {  // the force turns with the body, and so does its moment, antisymmetrically
    stiffness.topRightCorner<3, 3>() = cross_matrix(bodies[body_].rotation * force_);
  } else {
    stiffness.bottomRightCorner<3, 3>() = -cross_matrix(force_) * cross_matrix(point_.arm(bodies));
  }
  jacobian.add(body_, body_, stiffness, Matrix6::Zero());
}

}  // namespace raftup::solver
