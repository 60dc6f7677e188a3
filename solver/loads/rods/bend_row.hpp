#pragma once

#include <span>

#include "solver/loads/rods/bend.hpp"
#include "solver/loads/rods/block_band.hpp"

namespace raftup::solver::rods {

/// The bend at one node over a step of duration h, taken in the middle of the step, with
/// displacements s = x1 - x0 and the bend kb and its gradient G there:
///   moment B (kb + k G s),  forces -G^T moment,  linear in the unknown w by B h (1/2 + k) G^T G.
/// The second derivative of kb is left out, so that the matrix is positive semidefinite.
class BendRow {
 public:
  /// @param node the node in the middle
  explicit BendRow(std::size_t node) : node_(node) {}

  std::size_t node() const { return node_; }

  /// Begins a step at the positions x0 [m].
  /// @param stiffness B [N m]
  /// @param lag k, mean of both elements
  void begin(std::span<const Vector3> x0, double stiffness, double lag, double h);
  /// Adds the forces and their derivative for the positions x1 at the end of the step [m].
  void linearize(std::span<const Vector3> x0, std::span<const Vector3> x1, BlockBand& band);
  /// Takes the solution w [m/s] and the positions x1 that it leads to [m].
  /// @returns energy that the linear forces have created over the step [J]
  double solve(std::span<const Vector3> x0, std::span<const Vector3> x1,
               std::span<const Vector3> w);

  double start_energy() const { return energy0_; }  ///< at the start of the step [J]
  double energy() const { return energy1_; }        ///< after solve() [J]

 private:
  Vector3 change(std::span<const Vector3> of) const {
    return middle_.change(of[node_ - 1], of[node_], of[node_ + 1]);
  }
  Vector3 turned(std::span<const Vector3> x0, std::span<const Vector3> x1) const;

  std::size_t node_;
  double stiffness_ = 0.0, lag_ = 0.0, h_ = 0.0;
  double energy0_ = 0.0, energy1_ = 0.0;
  Vector3 moment_ = Vector3::Zero();  ///< where the last solution ended [N m]
  Bend middle_{};                     ///< at the middle of the step
};

}  // namespace raftup::solver::rods
