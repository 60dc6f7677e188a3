#include "solver/joints/redundant_joints.hpp"

#include <Eigen/SparseCore>
#include <Eigen/SparseQR>
#include <algorithm>
#include <cmath>

#include "solver/joints/joint_constraint.hpp"
#include "solver/linear/system_matrix.hpp"
#include "solver/multibody_system.hpp"

namespace raftup::solver {

namespace {

/// Sine of the angle below which a row counts as within the span of others: far above the rounding
/// of arms of some 100 m, far below any joint that is meant to hold something else.
constexpr double kDependent = 1e-9;

/// The rigid rows of all joints as unit vectors over the moving dofs, and whose they are.
struct UnitRows {
  std::vector<Eigen::Triplet<double>> entries;  ///< dof, row
  std::vector<std::size_t> joint;               ///< of each row

  void add(const ConstraintBlock& block, int index, std::size_t owner,
           const std::vector<Vector6>& moving) {
    std::array<Vector6, 2> parts{Vector6::Zero(), Vector6::Zero()};
    double square = 0.0;
    for (std::size_t side = 0; side < 2; ++side) {
      if (block.bodies[side] == ConstraintBlock::kWorld) continue;
      parts[side] =
          block.jacobian[side].row(index).transpose().cwiseProduct(moving[block.bodies[side]]);
      square += parts[side].squaredNorm();
    }
    if (square == 0.0) return;
    const int row = static_cast<int>(joint.size());
    joint.push_back(owner);
    for (std::size_t side = 0; side < 2; ++side) {
      for (int dof = 0; dof < 6; ++dof) {
        if (parts[side][dof] == 0.0) continue;
        entries.emplace_back(6 * static_cast<int>(block.bodies[side]) + dof, row,
                             parts[side][dof] / std::sqrt(square));
      }
    }
  }
};

UnitRows rigid_rows(const Model& model) {
  std::vector<Vector6> moving;
  for (const RigidBody& body : model.bodies) {
    const std::array<bool, 6> free = moving_dofs(body);
    Vector6& factors = moving.emplace_back();
    std::transform(free.begin(), free.end(), factors.data(), [](bool f) { return f ? 1.0 : 0.0; });
  }
  const Kinematics initial = initial_kinematics(model);
  UnitRows rows;
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    if (!model.joints[i].enabled) continue;
    const JointConstraint joint(model.joints[i], model, initial);
    std::vector<ConstraintBlock> blocks;
    joint.add_blocks(initial, joint.initial_commands(), blocks);
    for (const ConstraintBlock& block : blocks) {
      for (int row = 0; row < block.rows; ++row) {
        const RowLaw& law = block.laws[static_cast<std::size_t>(row)];
        if (!law.bounded() && law.compliance == 0.0) rows.add(block, row, i, moving);
      }
    }
  }
  return rows;
}

}  // namespace

std::optional<RedundantJoints> find_redundant_joints(const Model& model) {
  const UnitRows rows = rigid_rows(model);
  const auto count = static_cast<int>(rows.joint.size());
  if (count == 0) return std::nullopt;
  const auto dofs = kDofs * static_cast<Eigen::Index>(model.bodies.size());
  Eigen::SparseMatrix<double> transposed(dofs, count);
  transposed.setFromTriplets(rows.entries.begin(), rows.entries.end());
  transposed.makeCompressed();
  Eigen::SparseQR<Eigen::SparseMatrix<double>, Eigen::COLAMDOrdering<int>> decomposition;
  decomposition.setPivotThreshold(kDependent);
  decomposition.compute(transposed);
  const auto rank = static_cast<int>(decomposition.rank());
  if (rank == count) return std::nullopt;
  RedundantJoints redundant{count - rank, {}};
  for (int i = rank; i < count; ++i) {
    const int row = decomposition.colsPermutation().indices()[i];
    const std::string& name = model.joints[rows.joint[static_cast<std::size_t>(row)]].name;
    if (std::find(redundant.joints.begin(), redundant.joints.end(), name) ==
        redundant.joints.end()) {
      redundant.joints.push_back(name);
    }
  }
  return redundant;
}

}  // namespace raftup::solver
