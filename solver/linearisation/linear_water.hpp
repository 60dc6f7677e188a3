#pragma once

#include <utility>
#include <vector>

#include "hydro/base/disjoint_sets.hpp"
#include "solver/linearisation/water_coefficients.hpp"

namespace raftup::solver {

/// Transforms coefficients of one group from the hydro frames of its bodies to dof axes.
class WaterFrames {
 public:
  /// @param bodies poses at which the frames are taken
  WaterFrames(const Model& model, const HydrodynamicGroup& group, const Kinematics& bodies,
              const std::vector<Heading>& rest_headings);

  /// total += Q values Q^T, Q from the frames of the group's bodies to dof axes.
  /// @param values 6n x 6n in the order of the database
  void add(const MatrixXd& values, MatrixXd& total) const;
  /// Transforms rows of a velocity [m/s, rad/s]: result_i = Q_i values_i.
  MatrixXd to_dof_axes(const MatrixXd& rows, Eigen::Index dof_count) const;

  /// 6n, of the database.
  Eigen::Index dof_count() const { return dof_count_; }

  /// Joins the sets of all its bodies.
  void link_bodies(DisjointSets& sets) const;

  /// The same for a model that has only some of the bodies.
  /// @param bodies indices in the model, ascending
  WaterFrames of_bodies(const std::vector<std::size_t>& bodies) const;
  bool empty() const { return members_.empty(); }

 private:
  struct Member {
    Eigen::Index row;  ///< first of it in the matrices of the database
    std::size_t body;  ///< of the model
    Matrix3 turn;      ///< R of Q = blkdiag(R, R)
  };

  WaterFrames() = default;

  Eigen::Index dof_count_ = 0;
  std::vector<Member> members_;  ///< in the order of the database
};

/// A(omega) and B(omega) of a whole model in dof axes, 6N x 6N.
class LinearWater {
 public:
  LinearWater() = default;
  /// @param constant the part of A [kg, kg m, kg m2] that does not belong to groups
  explicit LinearWater(MatrixXd constant) : constant_(std::move(constant)) {}

  void add_group(WaterCoefficients coefficients, WaterFrames frames) {
    groups_.push_back({std::move(coefficients), std::move(frames)});
  }

  /// The part of A that does not belong to groups [kg, kg m, kg m2].
  const MatrixXd& constant() const { return constant_; }
  MatrixXd infinite_added_mass() const;
  /// True if A [kg, kg m, kg m2] is the same at every frequency [rad/s].
  bool has_constant_added_mass() const;
  /// @param omega rad/s, > 0
  std::vector<MatrixXd> added_mass(const VectorXd& omega) const;
  std::vector<MatrixXd> radiation_damping(const VectorXd& omega) const;
  /// A(omega) at one frequency [rad/s], written into a matrix that is reused [kg, kg m, kg m2].
  void added_mass(double omega, MatrixXd& total) const;
  void radiation_damping(double omega, MatrixXd& total) const;
  /// True if A or B may depend on the frequency [rad/s].
  bool has_groups() const { return !groups_.empty(); }

  /// Joins the sets of the bodies of each group, whose coefficients belong to all of its bodies at
  /// once.
  void link_bodies(DisjointSets& sets) const;
  /// The same for a model that has only some of the bodies.
  /// @param bodies indices in the model, ascending; no group may couple them to others
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
