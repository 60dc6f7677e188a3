#include "solver/masses/added_mass.hpp"

#include <algorithm>
#include <utility>

#include "hydro/base/disjoint_sets.hpp"

namespace raftup::solver {

AddedMass::AddedMass(std::vector<std::size_t> bodies, MatrixXd matrix, HydroFrame frame,
                     const Matrix3& world_frame, AddedMassCoriolis coriolis)
    : bodies_(std::move(bodies)),
      frame_bodies_(bodies_),
      matrix_(std::move(matrix)),
      frame_(frame),
      world_frame_(world_frame),
      coriolis_(coriolis),
      rotations_(bodies_.size()),
      turnings_(bodies_.size()),
      twist_(matrix_.rows()),
      product_(matrix_.rows()),
      turned_(matrix_.rows()) {}

AddedMass::AddedMass(std::vector<std::size_t> bodies, MatrixXd matrix, std::size_t frame_body,
                     AddedMassCoriolis coriolis)
    : AddedMass(std::move(bodies), std::move(matrix), HydroFrame::kBody, Matrix3::Identity(),
                coriolis) {
  frame_bodies_.assign(bodies_.size(), frame_body);
}

AddedMass::AddedMass(std::vector<std::size_t> bodies, const AddedMassBlocks& blocks,
                     std::shared_ptr<const MatrixTransformer> transformer)
    : AddedMass(std::move(bodies), MatrixXd(), HydroFrame::kWorld, Matrix3::Identity(),
                AddedMassCoriolis::kOff) {
  blocks_ = blocks;
  transformer_ = std::move(transformer);
  for (VectorXd* scratch : {&twist_, &product_, &turned_})
    scratch->resize(first_dof(bodies_.size()));
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
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Eigen::Index row = first_dof(i);
    const double Y = matrix_.diagonal().segment<3>(row).sum();
    dM.diagonal().segment<3>(row).setConstant(factor * Y);
    dM.block<3, 3>(row + 3, row + 3) = matrix_.block<3, 3>(row + 3, row + 3);
  }
  remainder_ = matrix_ - dM;
  matrix_ = dM;
}

MatrixXd AddedMass::transformed(const Kinematics& bodies) const {
  const bool pair = bodies_.size() == 2;
  return stacked(
      transformer_->transform(blocks_, bodies[bodies_[0]].rotation,
                              pair ? bodies[bodies_[1]].rotation : Matrix3(Matrix3::Identity())),
      pair);
}

MatrixXd AddedMass::world_matrix(const Kinematics& bodies) const {
  if (transformer_) return transformed(bodies);
  MatrixXd A_w = blend_ ? blend_->at(bodies) : matrix_;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Matrix3 R = rotation_of(i, bodies);
    for (const Eigen::Index half : {first_dof(i), first_dof(i) + 3}) {
      A_w.middleRows<3>(half) = (R * A_w.middleRows<3>(half)).eval();
      A_w.middleCols<3>(half) = (A_w.middleCols<3>(half) * R.transpose()).eval();
    }
  }
  return A_w;
}

Matrix3 AddedMass::rotation_of(std::size_t member, const Kinematics& bodies) const {
  return hydro_frame(frame_, world_frame_, bodies[frame_bodies_[member]]);
}

Vector3 AddedMass::turning(const BodyKinematics& body) const {
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

void AddedMass::turn_into_frames(const Kinematics& bodies, const BodyVectors& x) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    rotations_[i] = rotation_of(i, bodies);
    twist_.segment<3>(first_dof(i)) = rotations_[i].transpose() * x[bodies_[i]].head<3>();
    twist_.segment<3>(first_dof(i) + 3) = rotations_[i].transpose() * x[bodies_[i]].tail<3>();
  }
}

void AddedMass::multiply(const Kinematics& bodies, const BodyVectors& x) {
  turn_into_frames(bodies, x);
  if (transformer_) matrix_ = transformed(bodies);
  if (blend_) matrix_ = blend_->at(bodies);
  product_.noalias() = matrix_ * twist_;
}

void AddedMass::scatter(double factor, BodyVectors& result) const {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    Vector6& wrench = result[bodies_[i]];
    wrench.head<3>() += factor * (rotations_[i] * product_.segment<3>(first_dof(i)));
    wrench.tail<3>() += factor * (rotations_[i] * product_.segment<3>(first_dof(i) + 3));
  }
}

void AddedMass::add_product(const Kinematics& bodies, const BodyVectors& x, double factor,
                            BodyVectors& result) {
  multiply(bodies, x);
  scatter(factor, result);
}

void AddedMass::add_remainder_product(const Kinematics& bodies, const BodyVectors& x, double factor,
                                      BodyVectors& result) {
  if (!is_lumped()) return;
  turn_into_frames(bodies, x);
  product_.noalias() = remainder_ * twist_;
  scatter(factor, result);
}

void AddedMass::add_rate_product(const Kinematics& bodies, double factor, BodyVectors& result) {
  if (transformer_) return add_transformed_rate_product(bodies, factor, result);
  take_velocities(bodies);
  add_turning_product(bodies, factor, result);
  if (blend_) add_blend_rate_product(bodies, factor, result);
}

void AddedMass::take_velocities(const Kinematics& bodies) {
  velocities_.resize(bodies.size());
  for (const std::size_t body : bodies_) velocities_[body] = bodies[body].velocity;
}

void AddedMass::add_blend_rate_product(const Kinematics& bodies, double factor,
                                       BodyVectors& result) {
  turn_into_frames(bodies, velocities_);
  product_.noalias() = blend_->rate(bodies) * twist_;
  scatter(factor, result);
}

void AddedMass::add_configuration_force(const Kinematics& bodies, const BodyVectors& current,
                                        BodyVectors& result) {
  if (!current.empty()) {
    velocities_ = current;
    add_blend_rate_product(bodies, 1.0, result);
  }
  take_velocities(bodies);
  for (const std::size_t body : bodies_) {
    if (!current.empty()) velocities_[body] -= current[body];
  }
  turn_into_frames(bodies, velocities_);
  blend_->configuration().add_force(bodies, blend_->force(bodies, twist_), result);
}

void AddedMass::add_turning_product(const Kinematics& bodies, double factor, BodyVectors& result) {
  bool anything_turns = false;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    turnings_[i] = turning(bodies[frame_bodies_[i]]);
    anything_turns = anything_turns || !turnings_[i].isZero(0.0);
  }
  if (!anything_turns) return;
  // (dA_w/dt v)_i = Q_i (w_i x (A nu)_i - (A (w x nu))_i), w x acting on both halves.
  multiply(bodies, velocities_);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    for (const Eigen::Index half : {first_dof(i), first_dof(i) + 3}) {
      turned_.segment<3>(half) = turnings_[i].cross(twist_.segment<3>(half));
      product_.segment<3>(half) = turnings_[i].cross(product_.segment<3>(half)).eval();
    }
  }
  product_.noalias() -= matrix_ * turned_;
  scatter(factor, result);
}

void AddedMass::add_transformed_rate_product(const Kinematics& bodies, double factor,
                                             BodyVectors& result) {
  double fastest = 0.0;
  BodyVectors velocities(bodies.size());
  for (const std::size_t body : bodies_) {
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
    for (const std::size_t body : bodies_) {
      const Vector3 turn = instant * h * bodies[body].velocity.tail<3>();
      moved[body].place(bodies[body].position, exponential(turn) * bodies[body].attitude);
    }
    add_product(moved, velocities, factor * weight / (12.0 * h), result);
  }
}

void AddedMass::add_munk_moment(const Kinematics& bodies, const BodyVectors& current,
                                BodyVectors& result) {
  velocities_.resize(bodies.size());
  for (const std::size_t body : bodies_) {
    velocities_[body] = bodies[body].velocity;
    if (!current.empty()) velocities_[body] -= current[body];
  }
  multiply(bodies, velocities_);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Vector6& velocity = velocities_[bodies_[i]];
    const Vector3 P = rotations_[i] * product_.segment<3>(first_dof(i));
    const Vector3 munk = -velocity.head<3>().cross(P);
    if (coriolis_ == AddedMassCoriolis::kMunkYaw) {
      result[bodies_[i]][5] += munk.z();
      continue;
    }
    result[bodies_[i]].tail<3>() += munk;
    if (frame_bodies_[i] == bodies_[i]) continue;
    const Vector3 L = rotations_[i] * product_.segment<3>(first_dof(i) + 3);
    const Vector3 couple = velocity.tail<3>().cross(L) - munk;
    result[bodies_[i]].tail<3>() += couple;
    result[frame_bodies_[i]].tail<3>() -= couple;
  }
}

void AddedMass::add_momentum_rate(const Kinematics& bodies, const BodyVectors& current,
                                  BodyVectors& result) {
  if (transformer_) return add_transformed_rate_product(bodies, 1.0, result);
  if (coriolis_ != AddedMassCoriolis::kFull) {
    take_velocities(bodies);
    add_turning_product(bodies, 1.0, result);
  } else if (!current.empty()) {
    velocities_ = current;
    add_turning_product(bodies, 1.0, result);
  }
  if (coriolis_ != AddedMassCoriolis::kOff) add_munk_moment(bodies, current, result);
  if (blend_) add_configuration_force(bodies, current, result);
}

namespace {

bool share_a_body(const AddedMassTerm& a, const AddedMassTerm& b) {
  return std::find_first_of(a.bodies.begin(), a.bodies.end(), b.bodies.begin(), b.bodies.end()) !=
         a.bodies.end();
}

/// Per term the first one that it belongs together with.
std::vector<std::size_t> find_leaders(const std::vector<AddedMassTerm>& terms) {
  DisjointSets together(terms.size());
  for (std::size_t i = 0; i < terms.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (terms[i].properties == terms[j].properties && share_a_body(terms[i], terms[j])) {
        together.link(i, j);
      }
    }
  }
  return together.labels();
}

std::size_t place_of(std::size_t body, const std::vector<std::size_t>& bodies) {
  return static_cast<std::size_t>(std::find(bodies.begin(), bodies.end(), body) - bodies.begin());
}

/// sum += term, whose bodies are all in the sum.
void add(const AddedMassTerm& term, AddedMassTerm& sum) {
  for (std::size_t i = 0; i < term.bodies.size(); ++i) {
    const Eigen::Index row = first_dof(place_of(term.bodies[i], sum.bodies));
    for (std::size_t j = 0; j < term.bodies.size(); ++j) {
      sum.matrix.block<kDofs, kDofs>(row, first_dof(place_of(term.bodies[j], sum.bodies))) +=
          term.matrix.block<kDofs, kDofs>(first_dof(i), first_dof(j));
    }
  }
}

}  // namespace

std::vector<AddedMassTerm> merge_terms(const std::vector<AddedMassTerm>& terms) {
  const std::vector<std::size_t> leader = find_leaders(terms);
  std::vector<AddedMassTerm> merged;
  for (std::size_t first = 0; first < terms.size(); ++first) {
    if (leader[first] != first) continue;
    AddedMassTerm& sum = merged.emplace_back(AddedMassTerm{{}, {}, terms[first].properties});
    const auto for_each_member = [&](const auto& act) {
      for (std::size_t i = first; i < terms.size(); ++i) {
        if (leader[i] == first) act(terms[i]);
      }
    };
    for_each_member([&](const AddedMassTerm& term) {
      for (const std::size_t body : term.bodies) {
        if (place_of(body, sum.bodies) == sum.bodies.size()) sum.bodies.push_back(body);
      }
    });
    sum.matrix.setZero(first_dof(sum.bodies.size()), first_dof(sum.bodies.size()));
    for_each_member([&](const AddedMassTerm& term) { add(term, sum); });
  }
  return merged;
}

}  // namespace raftup::solver
