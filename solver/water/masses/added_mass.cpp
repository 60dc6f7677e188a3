#include "solver/water/masses/added_mass.hpp"

#include <algorithm>
#include <utility>

#include "hydro/numerics/matrix_products.hpp"

namespace raftup::solver {

AddedMass::AddedMass(std::vector<std::size_t> bodies, MatrixXd matrix, HydroFrame frame,
                     const Matrix3& world_frame, AddedMassCoriolis coriolis)
    : frames_(std::move(bodies), frame, world_frame),
      matrix_(std::move(matrix)),
      coriolis_(coriolis),
      scratch_{std::vector<Vector3>(frames_.bodies().size()),
               {},
               VectorXd(matrix_.rows()),
               VectorXd(matrix_.rows()),
               VectorXd(matrix_.rows()),
               {}} {}

AddedMass::AddedMass(std::vector<std::size_t> bodies, MatrixXd matrix, std::size_t frame_body,
                     AddedMassCoriolis coriolis)
    : AddedMass(std::move(bodies), std::move(matrix), HydroFrame::kBody, Matrix3::Identity(),
                coriolis) {
  frames_ = {frames_.bodies(), frame_body};
}

AddedMass::AddedMass(std::vector<std::size_t> bodies, const AddedMassBlocks& blocks,
                     std::shared_ptr<const MatrixTransformer> transformer)
    : AddedMass(std::move(bodies), MatrixXd(), HydroFrame::kWorld, Matrix3::Identity(),
                AddedMassCoriolis::kOff) {
  rule_ = {blocks, std::move(transformer)};
  for (VectorXd* vector : {&scratch_.twist, &scratch_.product, &scratch_.turned})
    vector->resize(first_dof(frames_.bodies().size()));
}

AddedMass::AddedMass(std::vector<std::size_t> bodies, std::shared_ptr<const BlendedAddedMass> blend,
                     AddedMassCoriolis coriolis)
    : AddedMass(std::move(bodies), MatrixXd::Zero(blend->dof_count(), blend->dof_count()),
                HydroFrame::kHeading, Matrix3::Identity(), coriolis) {
  blend_ = std::move(blend);
}

AddedMass AddedMass::of_coefficients(std::size_t body, const RigidBody& description) {
  MatrixXd added = MatrixXd::Zero(kDofs, kDofs);
  added.diagonal().head<3>() = description.mass * description.mass_coefficients;
  // S I S with S = diag(sqrt(1 + C)): (1 + C) I about principal axes, and definite about any.
  const Vector3 scale = (Vector3::Ones() + description.inertia_coefficients).cwiseSqrt();
  added.bottomRightCorner<3, 3>() =
      scale.asDiagonal() * description.inertia * scale.asDiagonal() - description.inertia;
  AddedMass result({body}, added, HydroFrame::kBody, Matrix3::Identity(), AddedMassCoriolis::kOff);
  result.role_ = Role::kBody;
  return result;
}

AddedMass AddedMass::place_of(Role role, std::vector<std::size_t> bodies) {
  const Eigen::Index size = first_dof(bodies.size());
  AddedMass result(std::move(bodies), MatrixXd::Zero(size, size), HydroFrame::kWorld,
                   Matrix3::Identity(), AddedMassCoriolis::kOff);
  result.role_ = role;
  return result;
}

void AddedMass::lump(double factor) {
  MatrixXd dM = MatrixXd::Zero(matrix_.rows(), matrix_.cols());
  for (std::size_t i = 0; i < frames_.bodies().size(); ++i) {
    const Eigen::Index row = first_dof(i);
    const double Y = matrix_.diagonal().segment<3>(row).sum();
    dM.diagonal().segment<3>(row).setConstant(factor * Y);
    dM.block<3, 3>(row + 3, row + 3) = matrix_.block<3, 3>(row + 3, row + 3);
  }
  remainder_ = matrix_ - dM;
  matrix_ = dM;
}

MatrixXd AddedMass::transformed(const Kinematics& bodies) const {
  const std::vector<std::size_t>& members = frames_.bodies();
  const bool pair = members.size() == 2;
  return stacked(rule_.transformer->transform(
                     rule_.blocks, bodies[members[0]].rotation,
                     pair ? bodies[members[1]].rotation : Matrix3(Matrix3::Identity())),
                 pair);
}

MatrixXd AddedMass::world_matrix(const Kinematics& bodies) const {
  if (rule_.transformer) return transformed(bodies);
  return frames_.in_world(bodies, blend_ ? blend_->at(bodies) : matrix_);
}

void AddedMass::prepare_product(const Kinematics& bodies, const BodyVectors& x) {
  frames_.turn_in(bodies, x, scratch_.twist);
  if (rule_.transformer) matrix_ = transformed(bodies);
  if (blend_) matrix_ = blend_->at(bodies);
}

void AddedMass::multiply(const Kinematics& bodies, const BodyVectors& x) {
  prepare_product(bodies, x);
  scratch_.product.noalias() = matrix_ * scratch_.twist;
}

void AddedMass::add_product(const Kinematics& bodies, const BodyVectors& x, double factor,
                            BodyVectors& result) {
  multiply(bodies, x);
  frames_.turn_out(scratch_.product, factor, result);
}

void AddedMass::add_remainder_product(const Kinematics& bodies, const BodyVectors& x, double factor,
                                      BodyVectors& result) {
  if (!is_lumped()) return;
  frames_.turn_in(bodies, x, scratch_.twist);
  scratch_.product.noalias() = remainder_ * scratch_.twist;
  frames_.turn_out(scratch_.product, factor, result);
}

void AddedMass::add_rate_product(const Kinematics& bodies, double factor, BodyVectors& result) {
  if (rule_.transformer) return add_transformed_rate_product(bodies, factor, result);
  collect_velocities(bodies);
  add_turning_product(bodies, factor, result);
  if (blend_) add_blend_rate_product(bodies, factor, result);
}

void AddedMass::collect_velocities(const Kinematics& bodies) {
  scratch_.velocities.resize(bodies.size());
  for (const std::size_t body : frames_.bodies()) scratch_.velocities[body] = bodies[body].velocity;
}

void AddedMass::add_blend_rate_product(const Kinematics& bodies, double factor,
                                       BodyVectors& result) {
  frames_.turn_in(bodies, scratch_.velocities, scratch_.twist);
  scratch_.product.noalias() = blend_->rate(bodies) * scratch_.twist;
  frames_.turn_out(scratch_.product, factor, result);
}

void AddedMass::add_configuration_force(const Kinematics& bodies, const BodyVectors& current,
                                        BodyVectors& result) {
  if (!current.empty()) {
    scratch_.velocities = current;
    add_blend_rate_product(bodies, 1.0, result);
  }
  collect_velocities(bodies);
  for (const std::size_t body : frames_.bodies()) {
    if (!current.empty()) scratch_.velocities[body] -= current[body];
  }
  frames_.turn_in(bodies, scratch_.velocities, scratch_.twist);
  blend_->configuration().add_force(bodies, blend_->force(bodies, scratch_.twist), result);
}

void AddedMass::add_turning_product(const Kinematics& bodies, double factor, BodyVectors& result) {
  bool anything_turns = false;
  for (std::size_t i = 0; i < frames_.bodies().size(); ++i) {
    scratch_.turnings[i] = frames_.turning(i, bodies);
    anything_turns = anything_turns || !scratch_.turnings[i].isZero(0.0);
  }
  if (!anything_turns) return;
  // (dA_w/dt v)_i = Q_i (w_i x (A nu)_i - (A (w x nu))_i), w x acting on both halves.
  const auto each_half = [this](auto&& act) {
    for (std::size_t i = 0; i < frames_.bodies().size(); ++i) {
      for (const Eigen::Index half : {first_dof(i), first_dof(i) + 3})
        act(scratch_.turnings[i], half);
    }
  };
  prepare_product(bodies, scratch_.velocities);
  each_half([this](const Vector3& turning, Eigen::Index half) {
    scratch_.turned.segment<3>(half) = turning.cross(scratch_.twist.segment<3>(half));
  });
  twin_products(matrix_, scratch_.twist, scratch_.turned, scratch_.product, scratch_.turned_sums);
  each_half([this](const Vector3& turning, Eigen::Index half) {
    scratch_.product.segment<3>(half) = turning.cross(scratch_.product.segment<3>(half)).eval();
  });
  for (Eigen::Index block = 0; block < scratch_.turned_sums.cols(); ++block) {
    scratch_.product -= scratch_.turned_sums.col(block);
  }
  frames_.turn_out(scratch_.product, factor, result);
}

void AddedMass::add_transformed_rate_product(const Kinematics& bodies, double factor,
                                             BodyVectors& result) {
  double fastest = 0.0;
  BodyVectors velocities(bodies.size());
  for (const std::size_t body : frames_.bodies()) {
    velocities[body] = bodies[body].velocity;
    fastest = std::max(fastest, velocities[body].tail<3>().norm());
  }
  if (fastest == 0.0) return;
  // Central differences of order 4 along the motion: turns of a milliradian leave 1e-12 of
  // truncation and 1e-13 of round-off.
  const double h = 1e-3 / fastest;
  Kinematics moved = bodies;
  for (const auto& [instant, weight] :
       {std::pair{-2.0, 1.0}, {-1.0, -8.0}, {1.0, 8.0}, {2.0, -1.0}}) {
    for (const std::size_t body : frames_.bodies()) {
      const Vector3 turn = instant * h * bodies[body].velocity.tail<3>();
      moved[body].place(bodies[body].position, exponential(turn) * bodies[body].attitude);
    }
    add_product(moved, velocities, factor * weight / (12.0 * h), result);
  }
}

void AddedMass::add_munk_moment(const Kinematics& bodies, const BodyVectors& current,
                                BodyVectors& result) {
  const std::vector<std::size_t>& members = frames_.bodies();
  scratch_.velocities.resize(bodies.size());
  for (const std::size_t body : members) {
    scratch_.velocities[body] = bodies[body].velocity;
    if (!current.empty()) scratch_.velocities[body] -= current[body];
  }
  multiply(bodies, scratch_.velocities);
  for (std::size_t i = 0; i < members.size(); ++i) {
    const std::size_t body = members[i], frame_body = frames_.frame_body(i);
    const Vector6& velocity = scratch_.velocities[body];
    const Vector3 P = frames_.rotation(i) * scratch_.product.segment<3>(first_dof(i));
    const Vector3 munk = -velocity.head<3>().cross(P);
    if (coriolis_ == AddedMassCoriolis::kMunkYaw) {
      result[body][5] += munk.z();
      continue;
    }
    result[body].tail<3>() += munk;
    if (frame_body == body) continue;
    const Vector3 L = frames_.rotation(i) * scratch_.product.segment<3>(first_dof(i) + 3);
    const Vector3 couple = velocity.tail<3>().cross(L) - munk;
    result[body].tail<3>() += couple;
    result[frame_body].tail<3>() -= couple;
  }
}

void AddedMass::add_momentum_rate(const Kinematics& bodies, const BodyVectors& current,
                                  BodyVectors& result) {
  if (rule_.transformer) return add_transformed_rate_product(bodies, 1.0, result);
  if (coriolis_ != AddedMassCoriolis::kFull) {
    collect_velocities(bodies);
    add_turning_product(bodies, 1.0, result);
  } else if (!current.empty()) {
    scratch_.velocities = current;
    add_turning_product(bodies, 1.0, result);
  }
  if (coriolis_ != AddedMassCoriolis::kOff) add_munk_moment(bodies, current, result);
  if (blend_) add_configuration_force(bodies, current, result);
}

}  // namespace raftup::solver
