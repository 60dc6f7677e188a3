#include "solver/loads/members/bent_members.hpp"

#include <algorithm>
#include <utility>

namespace raftup::solver {

using Eigen::Index;

BentMembers::BentMembers(const Model& model, std::size_t body, std::vector<MemberSide>& sides,
                         const std::vector<MemberFace>& faces)
    : body_(body), places_(mode_places(model, model.bodies[body])), moving_{body} {
  for (const ModePlace& place : places_) {
    if (moving_.back() != place.carrier) moving_.push_back(place.carrier);
  }
  const RigidBody& of = model.bodies[body];
  const auto add = [&](const Vector3& arm) {
    at_rest_.push_back(arm);
    shapes_.push_back(mode_shapes_at(model, of, of.center_of_mass + arm));
  };
  std::vector<MemberSide> segments;
  for (const MemberSide& side : sides) {
    const Vector3 step = (side.to - side.from) / static_cast<double>(side.segment_count);
    for (std::size_t i = 0; i < side.segment_count; ++i) {
      MemberSide& segment = segments.emplace_back(side);
      segment.from = side.from + static_cast<double>(i) * step;
      segment.to = segment.from + step;
      segment.segment_count = 1;
      add(segment.from);
      add(segment.to);
    }
  }
  sides = std::move(segments);
  side_count_ = sides.size();
  for (const MemberFace& face : faces) add(face.point);
}

VectorXd BentMembers::coordinates(const Kinematics& bodies) const {
  VectorXd q(static_cast<Index>(places_.size()));
  for (Index i = 0; i < q.size(); ++i) {
    const auto& [carrier, axis] = places_[static_cast<std::size_t>(i)];
    q[i] = bodies[carrier].position[axis];
  }
  return q;
}

void BentMembers::bend(const VectorXd& q, WetPoints& wet) const {
  std::vector<Vector3> moved;
  for (std::size_t i = 0; i < at_rest_.size(); ++i)
    moved.emplace_back(at_rest_[i] + shapes_[i] * q);
  wet.move(moved);
}

MatrixXd BentMembers::shapes_at(const WetPoint& point) const {
  if (point.part >= side_count_) return shapes_[side_count_ + point.part];
  const MatrixXd &from = shapes_[2 * point.part], &to = shapes_[2 * point.part + 1];
  return from + point.along * (to - from);
}

Vector3 BentMembers::velocity(const WetPoint& point, const Kinematics& bodies) const {
  VectorXd rates(static_cast<Index>(places_.size()));
  for (Index i = 0; i < rates.size(); ++i) {
    const auto& [carrier, axis] = places_[static_cast<std::size_t>(i)];
    rates[i] = bodies[carrier].velocity[axis];
  }
  return bodies[body_].rotation * (shapes_at(point) * rates);
}

void BentMembers::add_force(const Vector3& force, const WetPoint& point, const Kinematics& bodies,
                            BodyVectors& wrenches) const {
  const VectorXd on_modes =
      shapes_at(point).transpose() * (bodies[body_].rotation.transpose() * force);
  for (std::size_t i = 0; i < places_.size(); ++i) {
    wrenches[places_[i].carrier][places_[i].axis] += on_modes[static_cast<Index>(i)];
  }
}

BentMembers::Damping::Damping(const BentMembers& members) : members_(members) {
  const Index size = kDofs * static_cast<Index>(members.moving_.size());
  sum_ = MatrixXd::Zero(size, size);
}

void BentMembers::Damping::add(const Matrix3& K, const WetPoint& point, const Kinematics& bodies) {
  MatrixXd map = MatrixXd::Zero(3, sum_.cols());
  map.leftCols<3>().setIdentity();
  map.middleCols<3>(3) = -cross_matrix(point.arm);
  const MatrixXd shapes = bodies[members_.body_].rotation * members_.shapes_at(point);
  const std::vector<std::size_t>& moving = members_.moving_;
  for (std::size_t i = 0; i < members_.places_.size(); ++i) {
    const auto& [carrier, axis] = members_.places_[i];
    const auto place = std::find(moving.begin(), moving.end(), carrier) - moving.begin();
    map.col(kDofs * place + axis) = shapes.col(static_cast<Index>(i));
  }
  sum_ += map.transpose() * K * map;
}

void BentMembers::Damping::add_to(LoadJacobian& jacobian) const {
  const std::vector<std::size_t>& moving = members_.moving_;
  for (std::size_t a = 0; a < moving.size(); ++a) {
    for (std::size_t b = 0; b <= a; ++b) {
      jacobian.add(moving[a], moving[b], Matrix6::Zero(),
                   sum_.block<6, 6>(kDofs * static_cast<Index>(a), kDofs * static_cast<Index>(b)));
    }
  }
}

}  // namespace raftup::solver
