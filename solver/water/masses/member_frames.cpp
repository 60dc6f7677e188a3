#include "solver/water/masses/member_frames.hpp"

#include <utility>

namespace raftup::solver {

MemberFrames::MemberFrames(std::vector<std::size_t> bodies, HydroFrame frame,
                           const Matrix3& world_frame)
    : bodies_(std::move(bodies)),
      frame_bodies_(bodies_),
      frame_(frame),
      world_frame_(world_frame),
      rotations_(bodies_.size()) {}

MemberFrames::MemberFrames(std::vector<std::size_t> bodies, std::size_t frame_body)
    : MemberFrames(std::move(bodies), HydroFrame::kBody, Matrix3::Identity()) {
  frame_bodies_.assign(bodies_.size(), frame_body);
}

Vector3 MemberFrames::turning(std::size_t member, const Kinematics& bodies) const {
  const BodyKinematics& body = bodies[frame_bodies_[member]];
  const Vector3 omega = body.velocity.tail<3>();
  switch (frame_) {
    case HydroFrame::kHeading:
      return {0.0, 0.0, heading_rate(body.rotation, omega)};
    case HydroFrame::kBody:
    case HydroFrame::kFirstBody:
      return body.rotation.transpose() * omega;
    case HydroFrame::kWorld:
      break;
  }
  return Vector3::Zero();
}

MatrixXd MemberFrames::in_world(const Kinematics& bodies, MatrixXd A) const {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Matrix3 R = rotation_at(i, bodies);
    for (const Eigen::Index half : {first_dof(i), first_dof(i) + 3}) {
      A.middleRows<3>(half) = (R * A.middleRows<3>(half)).eval();
      A.middleCols<3>(half) = (A.middleCols<3>(half) * R.transpose()).eval();
    }
  }
  return A;
}

void MemberFrames::turn_in(const Kinematics& bodies, const BodyVectors& x, VectorXd& result) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    rotations_[i] = rotation_at(i, bodies);
    result.segment<3>(first_dof(i)) = rotations_[i].transpose() * x[bodies_[i]].head<3>();
    result.segment<3>(first_dof(i) + 3) = rotations_[i].transpose() * x[bodies_[i]].tail<3>();
  }
}

void MemberFrames::turn_out(const VectorXd& x, double factor, BodyVectors& result) const {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    Vector6& wrench = result[bodies_[i]];
    wrench.head<3>() += factor * (rotations_[i] * x.segment<3>(first_dof(i)));
    wrench.tail<3>() += factor * (rotations_[i] * x.segment<3>(first_dof(i) + 3));
  }
}

}  // namespace raftup::solver
