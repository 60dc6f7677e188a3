#pragma once

#include <utility>
#include <vector>

#include "hydro/base/disjoint_sets.hpp"
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

  /// 6n, of the database.
  Eigen::Index dof_count() const { return dof_count_; }

  /// Joins the sets of all its bodies.
  void link_bodies(DisjointSets& sets) const;

  /// Of these bodies alone, in a model that has no others.
  /// @param bodies of the model, ascending
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
  /// @param constant of A: everything but groups
  explicit LinearWater(MatrixXd constant) : constant_(std::move(constant)) {}

  void add_group(WaterCoefficients coefficients, WaterFrames frames) {
    groups_.push_back({std::move(coefficients), std::move(frames)});
  }

  /// Of A: everything but groups.
  const MatrixXd& constant() const { return constant_; }
  MatrixXd infinite_added_mass() const;
  /// Whether A is the same at every frequency.
  bool has_constant_added_mass() const;
  /// @param omega rad/s, > 0
  std::vector<MatrixXd> added_mass(const VectorXd& omega) const;
  std::vector<MatrixXd> radiation_damping(const VectorXd& omega) const;
  /// The same at one frequency, written into a matrix that is used again.
  void added_mass(double omega, MatrixXd& total) const;
  void radiation_damping(double omega, MatrixXd& total) const;
  /// Whether any of it may depend on the frequency.
  bool has_groups() const { return !groups_.empty(); }

  /// Joins the sets of bodies of each group: its coefficients are those of all at once.
  void link_bodies(DisjointSets& sets) const;
  /// Of these bodies alone, in a model that has no others.
  /// @param bodies of the model, ascending; no group may couple them to others
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
