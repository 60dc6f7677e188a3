#pragma once

#include <utility>
#include <vector>

#include "hydro/base/disjoint_sets.hpp"
#include "solver/linearisation/water_coefficients.hpp"

namespace raftup::solver {

/// Transforms coefficients of one group from the hydro frames of its bodies to dof axes.
class WaterFrames {
 public:
  /// @param bodies poses that determine the hydro frames
  WaterFrames(const Model& model, const HydrodynamicGroup& group, const Kinematics& bodies,
              const std::vector<Heading>& rest_headings);

  /// Adds Q values Q^T to `total`, with Q the transformation from the hydro frames of the group's
  /// bodies to dof axes.
  /// @param values 6n x 6n in the order of the database
  void add(const MatrixXd& values, MatrixXd& total) const;
  /// Transforms the rows of velocities [m/s, rad/s] of the group's bodies: result_i = Q_i rows_i.
  /// @param dof_count of the whole model
  MatrixXd to_dof_axes(const MatrixXd& rows, Eigen::Index dof_count) const;

  /// Number of dofs of the database, 6n.
  Eigen::Index dof_count() const { return dof_count_; }

  /// Merges the sets of all bodies of the group.
  void link_bodies(DisjointSets& sets) const;

  /// Returns the frames for a model that has only some of the bodies.
  /// @param bodies their indices in the present model, ascending
  WaterFrames of_bodies(const std::vector<std::size_t>& bodies) const;
  bool empty() const { return members_.empty(); }

 private:
  struct Member {
    Eigen::Index row;  ///< its first row in the matrices of the database
    std::size_t body;  ///< index in the model
    Matrix3 turn;      ///< rotation R of Q = blkdiag(R, R)
  };

  WaterFrames() = default;

  Eigen::Index dof_count_ = 0;
  std::vector<Member> members_;  ///< in the order of the database
};

/// The added mass A(omega) and the radiation damping B(omega) of a whole model in dof axes, 6N x
/// 6N.
class LinearWater {
 public:
  LinearWater() = default;
  /// @param constant the part of A that does not belong to groups [kg, kg m, kg m2]
  explicit LinearWater(MatrixXd constant) : constant_(std::move(constant)) {}

  void add_group(WaterCoefficients coefficients, WaterFrames frames) {
    groups_.push_back({std::move(coefficients), std::move(frames)});
  }

  /// The part of A that does not belong to groups [kg, kg m, kg m2].
  const MatrixXd& constant() const { return constant_; }
  MatrixXd infinite_added_mass() const;
  /// True if the added mass A is the same at every frequency [kg, kg m, kg m2; rad/s].
  bool has_constant_added_mass() const;
  /// Computes A at each of the given frequencies [kg, kg m, kg m2].
  /// @param omega rad/s, > 0
  std::vector<MatrixXd> added_mass(const VectorXd& omega) const;
  /// Computes B at each of the given frequencies [N s/m, N s, N m s].
  std::vector<MatrixXd> radiation_damping(const VectorXd& omega) const;
  /// Computes A(omega) at one frequency [rad/s] into a matrix that is reused [kg, kg m, kg m2].
  void added_mass(double omega, MatrixXd& total) const;
  /// Computes B(omega) at one frequency [rad/s] into a matrix that is reused [N s/m, N s, N m s].
  void radiation_damping(double omega, MatrixXd& total) const;
  /// True if the added mass A or the radiation damping B may depend on the frequency [rad/s].
  bool has_groups() const { return !groups_.empty(); }

  /// Merges the sets of the bodies of each group, since its coefficients couple all of its bodies.
  void link_bodies(DisjointSets& sets) const;
  /// Returns the coefficients for a model that has only some of the bodies.
  /// @param bodies their indices in the present model, ascending; no group may couple them to other
  ///         bodies
  LinearWater of_bodies(const std::vector<std::size_t>& bodies) const;

 private:
  struct Group {
    WaterCoefficients coefficients;
    WaterFrames frames;
  };

  MatrixXd constant_;
  std::vector<Group> groups_;
};

}  // namespace raftup::solver
