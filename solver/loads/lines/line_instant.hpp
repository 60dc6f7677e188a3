#pragma once

#include <vector>

#include "solver/loads/lines/line_weight.hpp"
#include "solver/loads/rods/bottom_contact.hpp"
#include "solver/loads/rods/rod_state.hpp"
#include "solver/loads/rods/stretch.hpp"

namespace raftup::solver {

/// A line at one instant: the forces on its nodes and its energy, as functions of the positions and
/// velocities of the nodes. Steps do not use them; outputs of an instant do.
///
/// The energy is that of elements, bends, torsion, weight, bottom, and motion without added mass. It changes
/// by the work of the damping of the elements and of the water, and by that of the forces on the
/// kept nodes. Not thread-safe, since it keeps scratch memory.
class LineInstant {
 public:
  /// All arguments must outlive the object.
  /// @param contact null without bottom
  LineInstant(const rods::DiscreteRod& rod, const rods::BottomContact* contact);

  /// Adds torsion of the given compliance [rad/(N m)].
  void set_torsion(double compliance) { twist_compliance_ = compliance; }

  /// Computes all forces [N, world frame].
  void find(const rods::RodState& state);

  /// Force of elements, bends, torsion and weight on a node [N, world frame].
  const Vector3& conservative(std::size_t node) const { return conservative_[node]; }
  /// Force on a node by the damping of its elements and bends and by drag in still water [N, world
  /// frame].
  const Vector3& damping(std::size_t node) const { return damping_[node]; }

  double energy(const rods::RodState& state) const;  ///< [J]
  /// Power of damping() on the nodes that are not kept, and of creep [W].
  double inner_power(const rods::RodState& state) const;

 private:
  void add_elements(const rods::RodState& state);
  void add_bends(const rods::RodState& state);
  void add_twist(const rods::RodState& state);
  static rods::Creeps creeps(const rods::RodState& state) { return {state.creep, 0.0}; }
  double creep_power(const rods::RodState& state) const;
  Vector3 drag(std::size_t node, const rods::RodState& state) const;

  const rods::DiscreteRod& rod_;
  const rods::BottomContact* contact_;
  LineWeight weight_;
  double twist_compliance_ = 0.0;  ///< [rad/(N m)]; 0 = no torsion
  std::vector<Vector3> conservative_, damping_, tangents_;
};

}  // namespace raftup::solver
