#pragma once

#include <span>
#include <vector>

#include "solver/loads/rods/rod_state.hpp"

namespace raftup::solver::rods {

/// What is known of a rod where a step begins.
struct StepStart {
  double h = 0.0;                     ///< duration of the step [s]
  std::span<const Vector3> position;  ///< of the nodes [m, world frame]
  std::span<const Vector3> velocity;  ///< of the nodes [m/s, world frame]
  std::span<const Vector3> tangent;   ///< unit vectors at the nodes, mean of both sides
  const RodState* state = nullptr;    ///< the whole state
};

/// A function of the position of a node at the end of a step, with its derivatives.
struct NodePotential {
  double value = 0.0;                  ///< Psi [J]
  Vector3 gradient = Vector3::Zero();  ///< dPsi/dx, the negative of the force [N]
  Matrix3 hessian = Matrix3::Zero();   ///< d2Psi/dx2, positive semidefinite [N/m]
};

/// A force on every node of a rod by what surrounds it: the bottom, its friction, the drag of the
/// water. It is the negative gradient of a convex function Psi of the position x1 of the node at
/// the end of the step. Forces that depend on the velocity use (x1 - x0)/h. Therefore implicit
/// steps are minima, and forces that are passive stay so whatever the duration of the step.
/// Call order: begin(), then at() any number of times, then commit(). Not thread-safe.
class NodeTerm {
 public:
  virtual ~NodeTerm() = default;

  /// Begins a step.
  virtual void begin(const StepStart& start) = 0;

  /// Evaluates Psi of a node that ends the step at x1 [m, world frame].
  virtual NodePotential at(std::size_t node, const Vector3& x1) const = 0;

  /// True if the force stores energy, so that the energy check of a step includes it.
  virtual bool stores_energy() const { return false; }
  /// Energy that is stored when a node is at x [J]; 0 for forces that only dissipate.
  virtual double stored(std::size_t /*node*/, const Vector3& /*x*/) const { return 0.0; }

  /// Ends a step: writes what the force keeps of it.
  virtual void commit(std::span<const Vector3> /*x1*/, RodState& /*state*/) {}
};

/// The terms of a rod, in a fixed order of summation.
using NodeTerms = std::vector<NodeTerm*>;

}  // namespace raftup::solver::rods
