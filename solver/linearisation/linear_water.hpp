#pragma once

#include <utility>
#include <vector>

#include "solver/linearisation/water_coefficients.hpp"

namespace raftup::solver {

/// The water of one group in dof axes: from coefficients in the frames of its bodies.
class WaterFrames {
 public:
  /// @param bodies where the frames are
  WaterFrames(const Model& model, const HydrodynamicGroup& group, const Kinematics& bodies,
              const std::vector<Heading>& rest_headings);

  /// total += Q values Q^T, Q from the frames of the group's bodies to dof axes.
  /// @param values 6n x 6n in the order of the database
  void add(const MatrixXd& values, MatrixXd& total) const;
  /// The same from the rows of a velocity: result_i = Q_i values_i.
  MatrixXd to_dof_axes(const MatrixXd& rows, Eigen::Index dof_count) const;

  /// 6n, of the group.
  Eigen::Index dof_count() const { return kDofs * static_cast<Eigen::Index>(bodies_.size()); }

 private:
  std::vector<std::size_t> bodies_;  ///< in the order of the database
  std::vector<Matrix3> turns_;       ///< R of Q_i = blkdiag(R, R)
};

/// A(omega) and B(omega) of a whole model in dof axes, 6N x 6N.
class LinearWater {
 public:
  LinearWater() = default;
  /// @param constant of A: everything but groups
  explicit LinearWater(MatrixXd constant) : constant_(std::move(constant)) {}

  void add_group(WaterCoefficients coefficients, WaterFrames frames) {
    groups_.push_back({std::move(coefficients), std::move(frames)});
  }

  MatrixXd infinite_added_mass() const;
  /// @param omega rad/s, > 0
  std::vector<MatrixXd> added_mass(const VectorXd& omega) const;
  std::vector<MatrixXd> radiation_damping(const VectorXd& omega) const;

 private:
  struct Group {
    WaterCoefficients coefficients;
    WaterFrames frames;
  };

  MatrixXd constant_;
  std::vector<Group> groups_;
};

}  // namespace raftup::solver
