#include "solver/water/masses/heading_system_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hydro/base/error.hpp"
#include "hydro/numerics/dense.hpp"

namespace raftup::solver {

namespace {

/// Added mass and translational rigid mass of a group, 6n x 6n in the heading frames.
MatrixXd constant_part(const std::vector<RigidBody>& bodies,
                       const std::vector<AddedMass>& added_masses, const MassGroup& group) {
  const auto slot = [&](std::size_t body) {
    return std::find(group.bodies.begin(), group.bodies.end(), body) - group.bodies.begin();
  };
  const auto size = kDofs * static_cast<Eigen::Index>(group.bodies.size());
  MatrixXd W = MatrixXd::Zero(size, size);
  for (const std::size_t body : group.bodies) {
    W.diagonal().segment<3>(kDofs * slot(body)).array() += bodies[body].mass;
  }
  for (const std::size_t index : group.added_masses) {
    const AddedMass& added_mass = added_masses[index];
    const auto count = static_cast<Eigen::Index>(added_mass.bodies().size());
    for (Eigen::Index i = 0; i < count; ++i) {
      for (Eigen::Index j = 0; j < count; ++j) {
        const std::size_t row = added_mass.bodies()[static_cast<std::size_t>(i)];
        const std::size_t column = added_mass.bodies()[static_cast<std::size_t>(j)];
        W.block<kDofs, kDofs>(kDofs * slot(row), kDofs * slot(column)) +=
            added_mass.matrix().block<kDofs, kDofs>(kDofs * i, kDofs * j);
      }
    }
  }
  return W;
}

/// Rotates the force and moment parts of every column.
void turn_lanes(const Matrix3& R, DofLanes& columns) {
  for (const std::size_t half : {0U, 3U}) {
    Eigen::Map<Eigen::Matrix<double, 3, kLaneCount, Eigen::RowMajor>> v(columns[half].data());
    v = (R * v).eval();
  }
}

}  // namespace

HeadingSystemMatrix::HeadingSystemMatrix(const std::vector<RigidBody>& bodies,
                                         const std::vector<AddedMass>& added_masses,
                                         const MassGroup& group)
    : schur_(0) {
  number_dofs(bodies, group);
  eliminate_translations(constant_part(bodies, added_masses, group));
  schur_ = Cholesky(rotation_count_);
  t_.resize(translation_count_);
  unknowns_.resize(translation_count_ + rotation_count_);
  t_columns_.resize(static_cast<std::size_t>(translation_count_));
  unknown_columns_.resize(static_cast<std::size_t>(unknowns_.size()));
}

void HeadingSystemMatrix::number_dofs(const std::vector<RigidBody>& bodies,
                                      const MassGroup& group) {
  for (const std::size_t body : group.bodies) {
    Member member{body, bodies[body].inertia, {}};
    const std::array<bool, 6> moving = moving_dofs(bodies[body]);
    for (std::size_t dof = 0; dof < 6; ++dof) {
      Eigen::Index& count = dof < 3 ? translation_count_ : rotation_count_;
      member.position[dof] = moving[dof] ? count++ : kHeld;
    }
    members_.push_back(member);
  }
}

void HeadingSystemMatrix::eliminate_translations(const MatrixXd& constant_part) {
  std::vector<Eigen::Index> t, r;
  for (std::size_t slot = 0; slot < members_.size(); ++slot) {
    for (std::size_t dof = 0; dof < 6; ++dof) {
      if (members_[slot].position[dof] == kHeld) continue;
      (dof < 3 ? t : r).push_back(static_cast<Eigen::Index>(6 * slot + dof));
    }
  }
  const std::optional<CholeskyFactor> W_tt = CholeskyFactor::of(constant_part(t, t));
  if (!W_tt) {
    throw SolverFailure(
        "translational part of mass and added mass must be positive "
        "definite");
  }
  const MatrixXd elimination = W_tt->solve(constant_part(t, r));
  MatrixXd reduction(translation_count_ + rotation_count_, translation_count_);
  reduction << W_tt->solve(MatrixXd::Identity(translation_count_, translation_count_)),
      -elimination.transpose();
  reduction_ = ColumnMatrix(reduction);
  substitution_ = ColumnMatrix(-elimination);
  schur_at_rest_ = constant_part(r, r) - constant_part(r, t) * elimination;
}

void HeadingSystemMatrix::factorize(const Kinematics& bodies) {
  Cholesky::Matrix S = schur_.matrix();
  S = schur_at_rest_;
  for (const Member& member : members_) {
    const BodyKinematics& body = bodies[member.body];
    const Matrix3 tilt = body.heading.rotation().transpose() * body.rotation;
    const Matrix3 J = tilt * member.inertia * tilt.transpose();
    for (std::size_t i = 0; i < 3; ++i) {
      const Eigen::Index row = member.position[3 + i];
      if (row == kHeld) continue;
      for (std::size_t j = 0; j <= i; ++j) {
        const Eigen::Index column = member.position[3 + j];
        if (column == kHeld) continue;
        S(row, column) += J(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
      }
    }
  }
  if (schur_.factorize()) {
    throw SolverFailure(
        "mass and added mass must stay positive definite when the "
        "bodies tilt");
  }
}

void HeadingSystemMatrix::solve(const Kinematics& bodies, const BodyVectors& right_side,
                                BodyVectors& solution) {
  unknowns_.head(translation_count_).setZero();
  double* r = unknowns_.data() + translation_count_;
  for (const Member& member : members_) {
    const Vector6 p = bodies[member.body].heading.from_world(right_side[member.body]);
    for (std::size_t dof = 0; dof < 6; ++dof) {
      const Eigen::Index position = member.position[dof];
      if (position == kHeld) continue;
      (dof < 3 ? t_.data() : r)[position] = p[static_cast<Eigen::Index>(dof)];
    }
  }
  reduction_.add_product(t_.data(), unknowns_.data());
  schur_.solve(r);
  substitution_.add_product(r, unknowns_.data());
  for (const Member& member : members_) {
    Vector6 v = Vector6::Zero();
    for (std::size_t dof = 0; dof < 6; ++dof) {
      const Eigen::Index position = member.position[dof];
      if (position == kHeld) continue;
      v[static_cast<Eigen::Index>(dof)] = (dof < 3 ? unknowns_.data() : r)[position];
    }
    solution[member.body] = bodies[member.body].heading.to_world(v);
  }
}

void HeadingSystemMatrix::solve_columns(const Kinematics& bodies, std::vector<DofLanes>& columns) {
  LaneArray* r = unknown_columns_.data() + translation_count_;
  std::fill(unknown_columns_.data(), r, LaneArray{});
  for (std::size_t slot = 0; slot < members_.size(); ++slot) {
    const Member& member = members_[slot];
    turn_lanes(bodies[member.body].heading.rotation().transpose(), columns[slot]);
    for (std::size_t dof = 0; dof < 6; ++dof) {
      const Eigen::Index position = member.position[dof];
      if (position == kHeld) continue;
      (dof < 3 ? t_columns_.data() : r)[position] = columns[slot][dof];
    }
  }
  reduction_.add_products(t_columns_.data(), unknown_columns_.data());
  schur_.solve_columns(r);
  substitution_.add_products(r, unknown_columns_.data());
  for (std::size_t slot = 0; slot < members_.size(); ++slot) {
    const Member& member = members_[slot];
    for (std::size_t dof = 0; dof < 6; ++dof) {
      const Eigen::Index position = member.position[dof];
      columns[slot][dof] =
          position == kHeld ? LaneArray{} : (dof < 3 ? unknown_columns_.data() : r)[position];
    }
    turn_lanes(bodies[member.body].heading.rotation(), columns[slot]);
  }
}

}  // namespace raftup::solver
