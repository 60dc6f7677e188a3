#include "solver/joints/redundant_joints.hpp"

#include <Eigen/SparseCore>
#include <Eigen/SparseQR>
#include <algorithm>
#include <cmath>

#include "hydro/numerics/dense.hpp"
#include "solver/joints/joint_constraint.hpp"
#include "solver/water/masses/system_matrix.hpp"

namespace raftup::solver {

namespace {

/// Sine of the angle to the span of other rows below which a row counts as dependent. It is far
/// above the rounding of lever arms of about 100 m, and far below the angle of any joint that is
/// meant to constrain another direction.
constexpr double kDependent = 1e-9;

/// A rigid row of a joint as a unit vector over the dofs that move.
struct UnitRow {
  std::size_t joint;
  std::array<std::size_t, 2> bodies;
  std::array<Vector6, 2> parts{Vector6::Zero(), Vector6::Zero()};

  bool touches(std::size_t side) const { return !parts[side].isZero(0.0); }
};

/// @returns none if the row acts only on dofs that cannot move
std::optional<UnitRow> unit_row(const ConstraintBlock& block, int index, std::size_t joint,
                                const std::vector<Vector6>& moving) {
  UnitRow row{joint, block.bodies};
  double square = 0.0;
  for (std::size_t side = 0; side < 2; ++side) {
    if (block.bodies[side] == ConstraintBlock::kWorld) continue;
    row.parts[side] =
        block.jacobian[side].row(index).transpose().cwiseProduct(moving[block.bodies[side]]);
    square += row.parts[side].squaredNorm();
  }
  if (square == 0.0) return std::nullopt;
  for (Vector6& part : row.parts) part /= std::sqrt(square);
  return row;
}

std::vector<UnitRow> rigid_rows(const Model& model) {
  std::vector<Vector6> moving;
  for (const RigidBody& body : model.bodies) {
    const std::array<bool, 6> free = moving_dofs(body);
    Vector6& factors = moving.emplace_back();
    std::transform(free.begin(), free.end(), factors.data(), [](bool f) { return f ? 1.0 : 0.0; });
  }
  const Kinematics initial = initial_kinematics(model);
  std::vector<UnitRow> rows;
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    if (!model.joints[i].enabled) continue;
    const JointConstraint joint(model.joints[i], model, initial);
    std::vector<ConstraintBlock> blocks;
    joint.add_blocks(initial, joint.initial_commands(), blocks);
    for (const ConstraintBlock& block : blocks) {
      for (int index = 0; index < block.rows; ++index) {
        const RowLaw& law = block.laws[static_cast<std::size_t>(index)];
        if (law.bounded() || law.compliance > 0.0) continue;
        if (const auto row = unit_row(block, index, i, moving)) rows.push_back(*row);
      }
    }
  }
  return rows;
}

/// True if the vectors are linearly independent.
bool independent(const std::vector<Vector6>& vectors) {
  if (vectors.size() > kDofs) return false;
  if (vectors.empty()) return true;
  MatrixXd columns(kDofs, static_cast<Eigen::Index>(vectors.size()));
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    columns.col(static_cast<Eigen::Index>(i)) = vectors[i];
  }
  return smallest_pivot(columns) > kDependent;
}

/// Removes rows that are certainly independent of all others. Rows are independent if their parts
/// at one body are independent. After such rows are removed, the neighboring bodies may have few
/// enough rows for the same test. A tree of joints is removed completely from its ends, in time
/// proportional to its size; loops remain.
class Peeling {
 public:
  Peeling(const std::vector<UnitRow>& rows, std::size_t body_count)
      : rows_(rows), left_(rows.size(), true), rows_of_body_(body_count) {
    for (std::size_t row = 0; row < rows.size(); ++row) {
      for (std::size_t side = 0; side < 2; ++side) {
        if (rows[row].touches(side)) rows_of_body_[rows[row].bodies[side]].push_back(row);
      }
    }
    for (std::size_t body = 0; body < body_count; ++body) waiting_.push_back(body);
  }

  std::vector<UnitRow> run() {
    while (!waiting_.empty()) {
      const std::size_t body = waiting_.back();
      waiting_.pop_back();
      peel(body);
    }
    std::vector<UnitRow> rest;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      if (left_[row]) rest.push_back(rows_[row]);
    }
    return rest;
  }

 private:
  void peel(std::size_t body) {
    std::vector<std::size_t>& rows = rows_of_body_[body];
    std::erase_if(rows, [this](std::size_t row) { return !left_[row]; });
    std::vector<Vector6> parts;
    for (const std::size_t row : rows) {
      parts.push_back(rows_[row].parts[rows_[row].bodies[0] == body ? 0 : 1]);
    }
    if (!independent(parts)) return;
    for (const std::size_t row : rows) {
      left_[row] = false;
      for (std::size_t side = 0; side < 2; ++side) {
        const std::size_t other = rows_[row].bodies[side];
        if (!rows_[row].touches(side) || other == body) continue;
        if (waiting_.empty() || waiting_.back() != other) waiting_.push_back(other);
      }
    }
  }

  const std::vector<UnitRow>& rows_;
  std::vector<bool> left_;
  std::vector<std::vector<std::size_t>> rows_of_body_;
  std::vector<std::size_t> waiting_;  ///< bodies that must be tested
};

/// The transposed matrix of the rows: one column per row.
Eigen::SparseMatrix<double> transposed(const std::vector<UnitRow>& rows, std::size_t body_count) {
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t side = 0; side < 2; ++side) {
      if (!rows[i].touches(side)) continue;
      const auto first = kDofs * static_cast<Eigen::Index>(rows[i].bodies[side]);
      for (Eigen::Index dof = 0; dof < kDofs; ++dof) {
        const double value = rows[i].parts[side][dof];
        if (value != 0.0) {
          entries.emplace_back(static_cast<int>(first + dof), static_cast<int>(i), value);
        }
      }
    }
  }
  Eigen::SparseMatrix<double> matrix(kDofs * static_cast<Eigen::Index>(body_count),
                                     static_cast<Eigen::Index>(rows.size()));
  matrix.setFromTriplets(entries.begin(), entries.end());
  matrix.makeCompressed();
  return matrix;
}

}  // namespace

std::optional<RedundantJoints> find_redundant_joints(const Model& model) {
  const std::vector<UnitRow> all = rigid_rows(model);
  const std::vector<UnitRow> rows = Peeling(all, model.bodies.size()).run();
  const auto count = static_cast<int>(rows.size());
  if (count == 0) return std::nullopt;
  Eigen::SparseQR<Eigen::SparseMatrix<double>, Eigen::COLAMDOrdering<int>> decomposition;
  decomposition.setPivotThreshold(kDependent);
  decomposition.compute(transposed(rows, model.bodies.size()));
  const auto rank = static_cast<int>(decomposition.rank());
  if (rank == count) return std::nullopt;
  RedundantJoints redundant{count - rank, {}};
  for (int i = rank; i < count; ++i) {
    const int row = decomposition.colsPermutation().indices()[i];
    const std::string& name = model.joints[rows[static_cast<std::size_t>(row)].joint].name;
    if (std::find(redundant.joints.begin(), redundant.joints.end(), name) ==
        redundant.joints.end()) {
      redundant.joints.push_back(name);
    }
  }
  return redundant;
}

}  // namespace raftup::solver
