#pragma once

#include <limits>
#include <vector>

#include "solver/loads/rods/block_band.hpp"

namespace raftup::solver::rods {

/// What holds a kept node of a rod.
struct Holder {
  static constexpr std::size_t kWorld = std::numeric_limits<std::size_t>::max();
  std::size_t body = kWorld;      ///< number of the body; kWorld = moved as given
  Vector3 arm = Vector3::Zero();  ///< from the center of mass to the node [m, world frame]
};

/// The ends of a rod in the equations of motion of the bodies that hold them. With J = [I, -[p]x] of
/// a kept node at the arm p, and s = 1/2 for steppers whose bodies move with the mean of the
/// velocities at the start and the end of a step, or s = 1 for those that move with the last,
///   w_kept = s J dv - w',  (W + s h J^T S J) dv = h f + h J^T (rho + S w'),
/// where dv is the change of the twists of the bodies over the step, S and rho are those of
/// BlockBand, and w' is the sum of the corrections of earlier linearizations of the same step. The
/// forces of the rod therefore stand in the matrix of the bodies, and steps are stable whatever the
/// masses are. Not thread-safe.
class BodyEnds {
 public:
  /// @param holders one for each kept node, those of the first end before those of the last
  explicit BodyEnds(std::vector<Holder> holders);

  /// Begins a step: the bodies have moved with their velocities held, and there are no corrections.
  /// @param arms one for each kept node, at the start of the step [m, world frame]
  void begin(const std::vector<Vector3>& arms);

  /// Reads S and rho from equations that were eliminated with border.
  void read(const BlockBand& band);

  /// Adds J^T S J times `factor`, s h of the class, to the matrix of all bodies, 6 rows each.
  void add_matrix(double factor, Eigen::Ref<MatrixXd> matrix) const;
  /// Adds J^T (rho + S w') times `factor`, h of the class, to the right side of all bodies.
  void add_right(double factor, Eigen::Ref<VectorXd> right) const;

  /// Writes the corrections w of the kept nodes for the changes of the twists of all bodies.
  /// @param share s of the class [1]
  /// @param corrections of all nodes of the rod [m/s]; only those of kept nodes are written
  void correct(double share, const VectorXd& twist_changes, std::size_t kept_first,
               std::span<Vector3> corrections);

  /// Returns the mean force of the rod on each kept node over the step for the last corrections
  /// [N, world frame], half an element's weight and inertia included.
  std::vector<Vector3> forces() const;

 private:
  Eigen::Index rows() const { return 3 * static_cast<Eigen::Index>(holders_.size()); }

  std::vector<Holder> holders_;
  MatrixXd S_;
  VectorXd rho_;
  VectorXd before_;  ///< w', sum of the corrections of earlier linearizations [m/s]
  VectorXd last_;    ///< corrections of the last solution [m/s]
};

}  // namespace raftup::solver::rods
