/// @file Constraints of a scene with the matrix under test and the same computed densely.
#pragma once

#include "hydro/numerics/dense.hpp"
#include "solver/joints/constraint_matrix.hpp"
#include "tests/solver/masses/scene.hpp"

namespace raftup::testing {

inline constexpr std::size_t kWorld = solver::ConstraintBlock::kWorld;

/// A constraint with random Jacobians.
inline solver::ConstraintBlock random_constraint(std::size_t body1, std::size_t body2, int rows) {
  solver::ConstraintBlock block;
  block.bodies = {body1, body2};
  block.rows = rows;
  for (std::size_t side = 0; side < 2; ++side) {
    if (block.bodies[side] != kWorld) block.jacobian[side].topRows(rows).setRandom();
  }
  return block;
}

/// Constraints between the bodies of a scene, their matrix assembled.
class ConstraintScene {
 public:
  ConstraintScene(Scene scene, std::vector<solver::ConstraintBlock> constraints)
      : scene_(std::move(scene)), constraints_(std::move(constraints)) {
    const auto groups = scene_.groups();
    for (const solver::MassGroup& group : groups) {
      masses_.push_back(solver::make_system_matrix(scene_.bodies, scene_.added_masses, group));
      masses_.back()->factorize(scene_.kinematics);
    }
    matrix.analyze(constraints_, groups, solver::moving_bodies(scene_.bodies));
    assemble();
  }

  ConstraintScene(const ConstraintScene&) = delete;  // the masses point into the scene
  ConstraintScene& operator=(const ConstraintScene&) = delete;

  void assemble() { matrix.assemble(constraints_, masses_, scene_.kinematics); }

  /// G W^-1 G^T by dense algebra.
  MatrixXd dense() const {
    const MatrixXd G = jacobian();
    const std::vector<Eigen::Index> moving = moving_rows();
    const MatrixXd W = mass()(moving, moving), G_moving = G(Eigen::all, moving);
    return G_moving * solve_regular(W, G_moving.transpose());
  }

  solver::ConstraintMatrix matrix;

 private:
  MatrixXd jacobian() const {
    MatrixXd G = MatrixXd::Zero(matrix.row_count(), scene_size());
    Eigen::Index row = 0;
    for (const solver::ConstraintBlock& block : constraints_) {
      for (std::size_t side = 0; side < 2; ++side) {
        if (block.bodies[side] == kWorld) continue;
        G.block(row, kDofs * static_cast<Eigen::Index>(block.bodies[side]), block.rows, kDofs) +=
            block.jacobian[side].topRows(block.rows);
      }
      row += block.rows;
    }
    return G;
  }

  /// Rigid mass and added mass of all bodies in world axes, column by column.
  MatrixXd mass() const {
    MatrixXd W = MatrixXd::Zero(scene_size(), scene_size());
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
      const auto row = kDofs * static_cast<Eigen::Index>(i);
      const Matrix3& R = scene_.kinematics[i].rotation;
      W.block<3, 3>(row, row).diagonal().setConstant(scene_.bodies[i].mass);
      W.block<3, 3>(row + 3, row + 3) = R * scene_.bodies[i].inertia * R.transpose();
    }
    for (Eigen::Index column = 0; column < scene_size(); ++column) {
      solver::BodyVectors unit(scene_.bodies.size(), Vector6::Zero()), product = unit;
      unit[static_cast<std::size_t>(column / kDofs)][column % kDofs] = 1.0;
      for (solver::AddedMass added_mass : scene_.added_masses) {
        added_mass.add_product(scene_.kinematics, unit, 1.0, product);
      }
      for (std::size_t i = 0; i < product.size(); ++i) {
        W.block<kDofs, 1>(kDofs * static_cast<Eigen::Index>(i), column) += product[i];
      }
    }
    return W;
  }

  std::vector<Eigen::Index> moving_rows() const {
    std::vector<Eigen::Index> rows;
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
      const auto moving = solver::moving_dofs(scene_.bodies[i]);
      for (std::size_t dof = 0; dof < 6; ++dof) {
        if (moving[dof]) rows.push_back(static_cast<Eigen::Index>(6 * i + dof));
      }
    }
    return rows;
  }

  Eigen::Index scene_size() const {
    return kDofs * static_cast<Eigen::Index>(scene_.bodies.size());
  }

  Scene scene_;
  std::vector<solver::ConstraintBlock> constraints_;
  std::vector<std::unique_ptr<solver::SystemMatrix>> masses_;
};

}  // namespace raftup::testing
