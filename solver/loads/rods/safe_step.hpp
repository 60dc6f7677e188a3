#pragma once

#include "solver/loads/rods/rod_step.hpp"

namespace raftup::solver::rods {

/// The step that never fails: implicit Euler as the minimum over the positions x1 of
///   Phi = sum |x1 - x0 - h v|^2_M/(2 h^2) + U(x1) + sum Psi(x1) - sum F . x1,
/// with the energy U of elements and bends, the potentials Psi of the terms and constant forces F.
/// Newton's method with halving finds it. Where elements only pull and nothing bends, Phi is
/// convex, its minimum is unique, and the energy falls whatever h is. Without inertia, for h to
/// infinity, the minimum is the static equilibrium.
/// Not thread-safe.
/// @source the minimum form of implicit Euler: S. Martin and others, Example-based elastic
///         materials, ACM Transactions on Graphics 30 (2011) 72
class SafeStep {
 public:
  static constexpr int kMostNewtonSteps = 300;

  explicit SafeStep(const DiscreteRod& rod);

  /// Minimizes Phi from the positions of `from` on. The terms must have begun the step.
  /// @param bending share of the bending and torsional stiffness that acts [1]
  /// @returns number of Newton steps
  /// @throws SolverFailure if no minimum is found in that many Newton steps
  int solve(const RodState& from, const StepLoads& loads, double h, double bending = 1.0,
            int most_newton_steps = kMostNewtonSteps);

  /// Positions at the end of the step [m, world frame].
  std::span<const Vector3> position() const { return x_; }
  /// Forces of the rod on what holds its kept nodes [N, world frame]: elements, bends, constant
  /// forces and terms, without inertia. 0 for other nodes.
  std::span<const Vector3> kept_force() const { return kept_force_; }
  /// Torque of the torsion at the end of the step [N m].
  double torque() const { return has_twist() ? angle_ / compliance() : 0.0; }
  /// Returns the stiffness of the rod between its kept nodes after solve(), with the inertia of the
  /// others, three rows for each [N/m].
  MatrixXd condensed_stiffness();
  /// Derivative of the terms of a node after solve(), without masses and elements [N/m].
  Matrix3 own(std::size_t node) const;
  /// Greatest distance by which a node has moved in the step [m].
  double moved() const { return moved_; }

  /// Writes the state at the end of the step; kept nodes have the mean velocity of the step.
  void commit(RodState& state) const;

 private:
  void begin(const RodState& from);
  void assemble();
  /// True if torsion acts; not on a rod without bending.
  bool has_twist() const { return loads_.twist != nullptr && bending_ > 0.0; }
  /// Compliance of the torsion, whose stiffness comes in as that of bending does [rad/(N m)].
  double compliance() const { return loads_.twist->compliance / bending_; }
  void add_twist();
  double value(std::span<const Vector3> x) const;
  /// Computes the Newton step and the slope of Phi along it from the equations at x.
  void find_newton_step();
  void eliminate();
  /// Assembles the equations at x and returns the derivative of Phi along the Newton step [J].
  double slope_here();
  /// Moves x by the Newton step, halved until Phi falls and, with bends, its slope along the step is
  /// no more than half of that before, in the other direction. The equations at the new x are
  /// assembled.
  /// @returns length of the move [m]
  double move();

  const DiscreteRod* rod_;
  const RodState* from_ = nullptr;
  StepLoads loads_{};
  double h_ = 0.0, bending_ = 1.0;
  BlockBand band_;
  std::vector<NodeInertia> inertia_;
  std::vector<Vector3> twist_gradient_, x_, tried_from_, step_, gradient_, tangent_, free_,
      kept_force_;
  double angle_ = 0.0;  ///< of the torsion [rad]
  double slope_ = 0.0;  ///< derivative of Phi along the Newton step [J]
  double moved_ = 0.0;
};

}  // namespace raftup::solver::rods
