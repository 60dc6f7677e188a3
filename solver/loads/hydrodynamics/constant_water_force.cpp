#include "solver/loads/hydrodynamics/constant_water_force.hpp"

#include "solver/model/bodies/kinematics.hpp"

namespace raftup::solver {

ConstantWaterForce::ConstantWaterForce(const Model& model, const GroupMotion& motion,
                                       const HydrodynamicGroup& group)
    : motion_(motion), matrices_(constant_matrices(model, group).value()) {
  for (std::size_t i = 0; i < motion_.size(); ++i) {
    const std::size_t body = motion_.body(i);
    const RestPose rest(rest_pose(model, body), model.bodies[body].center_of_mass);
    rest_.push_back(
        {{Matrix6::Zero(), rest.center(), 0.0, Vector3::Zero()}, rest.heading().angle()});
  }
  springs_ = !matrices_.stiffness.isZero(0.0);
  drags_ = !matrices_.quadratic_damping.isZero(0.0);
  velocities_ = displacements_ = force_ = at_points_ = VectorXd::Zero(first_dof(motion_.size()));
}

void ConstantWaterForce::read_velocities(const Kinematics& bodies, double time,
                                         VectorXd& velocities) const {
  for (std::size_t i = 0; i < motion_.size(); ++i) {
    velocities.segment<kDofs>(first_dof(i)) =
        bodies[motion_.body(i)].heading.from_world(motion_.velocity_through_water(bodies, i, time));
  }
}

double ConstantWaterForce::turn(const Kinematics& bodies, std::size_t member) const {
  return wrapped(bodies[motion_.body(member)].heading.angle() - rest_[member].heading);
}

void ConstantWaterForce::read_displacements(const Kinematics& bodies,
                                            VectorXd& displacements) const {
  for (std::size_t i = 0; i < motion_.size(); ++i) {
    const BodyKinematics& body = bodies[motion_.body(i)];
    displacements.segment<kDofs>(first_dof(i)) =
        rest_[i].place.displacement(body.position, body.attitude, body.heading.angle());
    displacements[first_dof(i) + 5] += turn(bodies, i);
  }
}

void ConstantWaterForce::add(const StageConditions& conditions, const Kinematics& bodies,
                             Forces& forces) {
  read_velocities(bodies, conditions.at.time, velocities_);
  force_.noalias() = matrices_.damping * velocities_;
  if (drags_) {
    at_points_.noalias() = matrices_.to_reference_points * velocities_;
    at_points_ = at_points_.cwiseAbs().cwiseProduct(at_points_).eval();
    force_ +=
        matrices_.to_reference_points.transpose() * (matrices_.quadratic_damping * at_points_);
  }
  for (std::size_t i = 0; i < motion_.size(); ++i) {
    const std::size_t body = motion_.body(i);
    forces.total[body] -= bodies[body].heading.to_world(force_.segment<kDofs>(first_dof(i)));
  }
  if (!springs_) return;
  read_displacements(bodies, displacements_);
  force_.noalias() = matrices_.stiffness * displacements_;
  for (std::size_t i = 0; i < motion_.size(); ++i) {
    const std::size_t body = motion_.body(i);
    const Vector6 force = -bodies[body].heading.to_world(force_.segment<kDofs>(first_dof(i)));
    forces.hydrostatic[body] += force;
    forces.total[body] += force;
  }
}

void ConstantWaterForce::add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                                      LoadJacobian& jacobian) const {
  MatrixXd damping = matrices_.damping;
  if (drags_) {  // d(|v| v) = 2 |v| dv, element by element
    VectorXd velocities = VectorXd::Zero(first_dof(motion_.size()));
    read_velocities(bodies, conditions.at.time, velocities);
    const MatrixXd& H = matrices_.to_reference_points;
    const VectorXd at_points = H * velocities;
    damping +=
        2.0 * H.transpose() * matrices_.quadratic_damping * at_points.cwiseAbs().asDiagonal() * H;
  }
  const MatrixXd C = 0.5 * (matrices_.stiffness + matrices_.stiffness.transpose());
  const MatrixXd B = 0.5 * (damping + damping.transpose());
  for (std::size_t i = 0; i < motion_.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const std::size_t row = motion_.body(i), column = motion_.body(j);
      const Matrix3 R_i = bodies[row].heading.rotation(), R_j = bodies[column].heading.rotation();
      jacobian.add(row, column, turned(C.block<kDofs, kDofs>(first_dof(i), first_dof(j)), R_i, R_j),
                   turned(B.block<kDofs, kDofs>(first_dof(i), first_dof(j)), R_i, R_j));
    }
  }
}

VectorXd ConstantWaterForce::displacement_rates(const Kinematics& bodies,
                                                const VectorXd& displacements) const {
  VectorXd rates(displacements.size());
  for (std::size_t i = 0; i < motion_.size(); ++i) {
    const BodyKinematics& body = bodies[motion_.body(i)];
    const Vector6 xi = displacements.segment<kDofs>(first_dof(i));
    Vector3 tilt = xi.tail<3>();
    tilt.z() -= turn(bodies, i);
    // The axes turn about z with the heading. Velocities are therefore given relative to the axes.
    const Vector3 spin(0.0, 0.0, heading_rate(body.rotation, body.velocity.tail<3>()));
    Vector6 rate = body.heading.from_world(body.velocity);
    rate.head<3>() -= spin.cross(xi.head<3>());
    rate.tail<3>() = rotation_vector_jacobian(tilt) * (rate.tail<3>() - spin) + spin;
    rates.segment<kDofs>(first_dof(i)) = rate;
  }
  return rates;
}

Potential ConstantWaterForce::potential(const StageConditions& /*conditions*/,
                                        const Kinematics& bodies) const {
  if (!springs_) return {};
  VectorXd x = VectorXd::Zero(first_dof(motion_.size()));
  read_displacements(bodies, x);
  const VectorXd slope = 0.5 * (matrices_.stiffness + matrices_.stiffness.transpose()) * x;
  return {0.5 * x.dot(slope), slope.dot(displacement_rates(bodies, x))};
}

}  // namespace raftup::solver
