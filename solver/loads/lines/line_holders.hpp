#pragma once

#include <span>
#include <vector>

#include "solver/loads/base/attachment.hpp"
#include "solver/loads/rods/discrete_rod.hpp"

namespace raftup::solver {

struct ElasticLine;

/// The bodies, or points of the world, that hold the kept nodes of the rod of a line: one node at a
/// pinned end, two at a clamped end. Vectors are in world axes, one for each kept node, those of
/// the first end first.
class LineHolders {
 public:
  LineHolders(const ElasticLine& line, const rods::DiscreteRod& rod, const Model& model);

  std::vector<Vector3> positions(const Kinematics& bodies) const;   ///< [m]
  std::vector<Vector3> velocities(const Kinematics& bodies) const;  ///< [m/s]
  /// omega x (omega x r + 2 u), the accelerations of the kept nodes if the twists and the velocities u
  /// by modes, in body axes, are constant [m/s2].
  std::vector<Vector3> centripetal(const Kinematics& bodies) const;

  /// Computes the mean velocities over a step of duration h [s], given the poses in its middle and the
  /// twists that the bodies keep through it [m/s]. With the arm r in the middle, the angle
  /// theta = |omega| h that the body turns in the step, its axis n and the velocity u by modes of a
  /// flexible body, the mean velocity is exactly
  ///   v + sin(theta/2)/(theta/2) omega x r + u + (1 - cos(theta/2)) n x (n x u).
  /// @param velocities receives one for each kept node
  void find_mean_velocities(const Kinematics& middle, double h,
                            std::vector<Vector3>& velocities) const;

  /// Adds the forces of a rod on its kept nodes [N] to the wrenches on the bodies.
  void add_forces(std::span<const Vector3> forces, const Kinematics& bodies,
                  BodyVectors& wrenches) const;
  /// Returns the power of forces on the kept nodes [W].
  double power(std::span<const Vector3> forces, const Kinematics& bodies) const;

  /// Adds J^T A J, with the map J from the twists of the bodies to the velocities of the kept nodes.
  /// @param A three rows for each kept node: of displacements [N/m] or of velocities [N s/m]
  /// @param is_damping true if A belongs to velocities
  void add_jacobian(const MatrixXd& A, bool is_damping, const Kinematics& bodies,
                    LoadJacobian& jacobian) const;

  /// Adds the stiffness of constant forces on the kept nodes [N], whose moments change as their arms
  /// turn.
  void add_turning(std::span<const Vector3> forces, const Kinematics& bodies,
                   LoadJacobian& jacobian) const;

  /// Indices of the bodies that hold the line, and of the carriers of their modes, ascending, each once.
  std::vector<std::size_t> bodies() const;
  /// Returns J, by which the twists of these bodies move the kept nodes, three rows for each and six
  /// columns for each body [world axes].
  MatrixXd motion_map(const Kinematics& bodies) const;

  /// Appends the points of the next piece of a line; the numbers of nodes are then those of the pieces.
  void append(const LineHolders& other);

  /// Number of the node of the rod that is held at a place of the vectors above.
  std::size_t node(std::size_t kept) const { return nodes_[kept]; }
  std::size_t size() const { return points_.size(); }
  /// Number of kept nodes at the first end.
  std::size_t first_count() const { return first_count_; }

 private:
  /// The points that one body moves: the body that holds them, or a carrier of its modes.
  struct MovedPoints {
    std::size_t body;
    bool by_modes;
    std::vector<std::size_t> points;
  };

  void group_points();
  /// P_i^T A P_k for two points and the bodies that move them.
  Matrix6 between(const Matrix3& A, const MovedPoints& row, std::size_t i,
                  const MovedPoints& column, std::size_t k, const Kinematics& bodies) const;

  std::vector<Attachment> points_;
  std::vector<std::size_t> nodes_;
  std::size_t first_count_;
  std::vector<MovedPoints> moved_;  ///< in the order of the first points
};

/// Returns the bodies at the middle of a step of duration h [s] through which they keep their twists.
Kinematics halfway(const Kinematics& start, double h);

}  // namespace raftup::solver
