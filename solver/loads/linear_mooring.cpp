#include "solver/loads/linear_mooring.hpp"

namespace raftup::solver {

LinearMooringElement::LinearMooringElement(const LinearMooring& load, const Model& model)
    : body_(find_body(model, load.body)),
      stiffness_(load.stiffness),
      damping_(load.damping),
      preload_(load.preload),
      rest_(load.rest_pose.value_or(rest_pose(model, body_)), model.bodies[body_].center_of_mass) {}

void LinearMooringElement::add(const StageConditions& /*conditions*/, const Kinematics& bodies,
                               BodyVectors& wrenches) const {
  const BodyKinematics& body = bodies[body_];
  const Vector6 xi = rest_.displacement(body);
  const Vector6 rate = rest_.heading().from_world(body.velocity);
  wrenches[body_] += rest_.heading().to_world(preload_ - stiffness_ * xi - damping_ * rate);
}

void LinearMooringElement::add_jacobian(const StageConditions& /*conditions*/,
                                        const Kinematics& bodies, LoadJacobian& jacobian) const {
  const Vector3 turn = rest_.displacement(bodies[body_]).tail<3>();
  Matrix6 stiffness = stiffness_;
  stiffness.rightCols<3>() *= rotation_vector_jacobian(turn);
  const Matrix3 R = rest_.heading().rotation();
  jacobian.add(body_, body_, turned(stiffness, R), turned(damping_, R));
}

}  // namespace raftup::solver
