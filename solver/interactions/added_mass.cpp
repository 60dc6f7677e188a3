#include "solver/interactions/added_mass.hpp"

#include <utility>

namespace raftup::solver {

namespace {

Eigen::Index row_of(std::size_t member) { return kDofs * static_cast<Eigen::Index>(member); }

}  // namespace

AddedMass::AddedMass(std::vector<std::size_t> bodies, MatrixXd matrix, HydroFrame frame,
                     const Matrix3& world_frame, AddedMassCoriolis coriolis)
    : bodies_(std::move(bodies)),
      matrix_(std::move(matrix)),
      frame_(frame),
      world_frame_(world_frame),
      coriolis_(coriolis),
      rotations_(bodies_.size()),
      turnings_(bodies_.size()),
      twist_(matrix_.rows()),
      product_(matrix_.rows()),
      turned_(matrix_.rows()) {}

Vector3 AddedMass::turning(const BodyKinematics& body) const {
  const Vector3 omega = body.velocity.tail<3>();
  switch (frame_) {
    case HydroFrame::kHeading:
      return {0.0, 0.0, heading_rate(body.rotation, omega)};
    case HydroFrame::kBody:
      return body.rotation.transpose() * omega;
    case HydroFrame::kWorld:
      break;
  }
  return Vector3::Zero();
}

void AddedMass::multiply(const Kinematics& bodies, const BodyVectors& x) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    rotations_[i] = rotation_of(bodies[bodies_[i]]);
    twist_.segment<3>(row_of(i)) = rotations_[i].transpose() * x[bodies_[i]].head<3>();
    twist_.segment<3>(row_of(i) + 3) = rotations_[i].transpose() * x[bodies_[i]].tail<3>();
  }
  product_.noalias() = matrix_ * twist_;
}

void AddedMass::scatter(double factor, BodyVectors& result) const {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    Vector6& wrench = result[bodies_[i]];
    wrench.head<3>() += factor * (rotations_[i] * product_.segment<3>(row_of(i)));
    wrench.tail<3>() += factor * (rotations_[i] * product_.segment<3>(row_of(i) + 3));
  }
}

void AddedMass::add_product(const Kinematics& bodies, const BodyVectors& x, double factor,
                            BodyVectors& result) {
  multiply(bodies, x);
  scatter(factor, result);
}

void AddedMass::add_rate_product(const Kinematics& bodies, double factor, BodyVectors& result) {
  bool anything_turns = false;
  velocities_.resize(bodies.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const BodyKinematics& body = bodies[bodies_[i]];
    velocities_[bodies_[i]] = body.velocity;
    turnings_[i] = turning(body);
    anything_turns = anything_turns || !turnings_[i].isZero(0.0);
  }
  if (!anything_turns) return;
  // (dA_w/dt v)_i = Q_i (w_i x (A nu)_i - (A (w x nu))_i), w x acting on both halves.
  multiply(bodies, velocities_);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    for (const Eigen::Index half : {row_of(i), row_of(i) + 3}) {
      turned_.segment<3>(half) = turnings_[i].cross(twist_.segment<3>(half));
      product_.segment<3>(half) = turnings_[i].cross(product_.segment<3>(half)).eval();
    }
  }
  product_.noalias() -= matrix_ * turned_;
  scatter(factor, result);
}

void AddedMass::add_munk_moment(const Kinematics& bodies, bool yaw_only, BodyVectors& result) {
  velocities_.resize(bodies.size());
  for (const std::size_t body : bodies_) velocities_[body] = bodies[body].velocity;
  multiply(bodies, velocities_);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Vector3 velocity = bodies[bodies_[i]].velocity.head<3>();
    const Vector3 momentum = rotations_[i] * product_.segment<3>(row_of(i));
    Vector3 moment = -velocity.cross(momentum);
    if (yaw_only) moment.head<2>().setZero();
    result[bodies_[i]].tail<3>() += moment;
  }
}

void AddedMass::add_momentum_rate(const Kinematics& bodies, BodyVectors& result) {
  switch (coriolis_) {
    case AddedMassCoriolis::kOff:
      return add_rate_product(bodies, 1.0, result);
    case AddedMassCoriolis::kMunkYaw:
      add_rate_product(bodies, 1.0, result);
      return add_munk_moment(bodies, true, result);
    case AddedMassCoriolis::kFull:
      return add_munk_moment(bodies, false, result);
  }
}

}  // namespace raftup::solver
