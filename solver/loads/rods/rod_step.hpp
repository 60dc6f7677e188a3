#pragma once

#include "solver/loads/rods/bend_row.hpp"
#include "solver/loads/rods/discrete_rod.hpp"
#include "solver/loads/rods/element_rows.hpp"
#include "solver/loads/rods/node_inertia.hpp"
#include "solver/loads/rods/node_term.hpp"
#include "solver/loads/rods/twist_row.hpp"

namespace raftup::solver::rods {

/// What acts on a rod during a step.
struct StepLoads {
  /// Positions of all nodes at the end of the step, of which only those of kept nodes are read
  /// [m, world frame].
  std::span<const Vector3> end_position;
  std::span<const Vector3> force;    ///< constant force on every node [N, world frame]
  std::span<const NodeMass> mass;    ///< mass of every node
  std::span<NodeTerm* const> terms;  ///< what acts on the nodes besides
  const TwistLoad* twist = nullptr;  ///< null = no torsion
  Drums drums{};                     ///< at both ends
};

/// One step of a rod, linearized and solved. The unknown of a node is
///   u = mean velocity of the step - velocity v at its start,
/// so that x+ = x + h (v + u) and v+ = v + B^-1 u, with B = 1/2 + d. The linear equations of one
/// linearization are those of a correction w of u:
///   (M B^-1/h + h K) w = f - M B^-1 u/h,
/// with the masses M, the forces f of elements, bends and terms where the last solution ended, and
/// their positive semidefinite derivative K. They are symmetric, positive definite, and banded.
///
/// Energy: the kinetic energy changes by the work of the forces less dv^T M (B - 1/2) dv. What a
/// linear solution leaves open is created(): the change of the stored energies less the work of
/// the linear forces. The step may be kept if that is not above what was dissipated, and
/// if a drum holds or turns as it did in the linearization.
///
/// Call order: begin(), then linearize(), band().eliminate(), correct() up to the end, commit().
/// Not thread-safe.
class RodStep {
 public:
  explicit RodStep(const DiscreteRod& rod);

  void begin(const RodState& state, const StepLoads& loads, double h);
  /// Fills the equations where the last solution ended.
  void linearize();
  BlockBand& band() { return band_; }
  /// Sets the corrections w of the kept nodes to 0.
  void hold_kept_nodes();
  /// Correction w of the unknown velocities [m/s]; those of kept nodes are to be written before
  /// correct().
  std::span<Vector3> correction() { return w_; }
  /// Adds the solution of the equations to u of the linearization, and computes what it leaves open.
  /// May be called again for other corrections of the kept nodes.
  void correct();

  /// Energy that the linear forces have created over the step [J].
  double created() const { return created_; }
  /// True if the solution creates no energy, to 1e-9 of the energy of the rod, and a drum does in it
  /// what it was linearized for.
  bool is_right() const;

  /// Masses and terms of a node in the equations, without its elements [N s/m].
  Matrix3 own(std::size_t node) const;
  const ElementRows& rows() const { return rows_; }

  /// Mean torque of the torsion over the step [N m].
  double torque() const { return twist_.torque(); }
  /// Unit vectors at the nodes at the start of the step.
  std::span<const Vector3> tangents() const { return tangent_; }
  /// Positions at the end of the step [m, world frame].
  std::span<const Vector3> position() const { return x1_; }
  /// Writes the state at the end of the step. Kept nodes have the mean velocity of the step.
  void commit(RodState& state) const;

 private:
  void add_inertia();
  void add_terms();
  void measure_terms();

  const DiscreteRod* rod_;
  const RodState* start_ = nullptr;
  StepLoads loads_{};
  double h_ = 0.0;
  BlockBand band_;
  ElementRows rows_;
  std::vector<BendRow> bends_;
  TwistRow twist_;
  std::vector<NodeInertia> inertia_;
  std::vector<Vector3> tangent_, u_, w_;
  std::vector<Vector3> linearized_at_;  ///< positions at the end, where linearize() was called [m]
  std::vector<Vector3> linearized_u_;   ///< u where linearize() was called [m/s]
  /// Terms that store energy, linearized [J, N, N/m], all nodes of one after another.
  std::vector<NodePotential> linear_terms_;
  std::vector<Vector3> x1_;
  double created_ = 0.0, dissipated_ = 0.0, stored_ = 0.0, kinetic_ = 0.0;
};

}  // namespace raftup::solver::rods
