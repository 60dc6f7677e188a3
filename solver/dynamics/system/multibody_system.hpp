#pragma once

#include <utility>
#include <vector>

#include "solver/contacts/contact_set.hpp"
#include "solver/dynamics/system/load_set.hpp"
#include "solver/joints/constraint_set.hpp"
#include "solver/water/masses/masses.hpp"

namespace raftup::solver {

/// Equations of motion of a checked model, for any stepper: what its bodies weigh against forces,
/// what holds them to one another, and what acts on them.
///   dp/dt = loads + turning of added mass + G^T lambda,  p = W v.
struct MultibodySystem {
  /// @param memories one per hydrodynamic group
  /// @param places   in the state
  MultibodySystem(const Model& model, std::vector<AddedMass> added_masses,
                  const LoadSet::Memories& memories, const LoadSet::Places& places);
  /// A model whose own state it is.
  MultibodySystem(const Model& model, std::vector<AddedMass> added_masses,
                  const LoadSet::Memories& memories)
      : MultibodySystem(model, std::move(added_masses), memories, LoadSet::Places::of(model)) {}
  MultibodySystem(const MultibodySystem&) = delete;
  MultibodySystem& operator=(const MultibodySystem&) = delete;
  ~MultibodySystem() = default;

  /// Those that may touch, whoever has them.
  const ContactSet& shapes() const {
    return loads.shapes() == nullptr ? contacts : *loads.shapes();
  }

  Masses masses;
  ConstraintSet constraints;
  ContactSet contacts;  ///< of steps by impulses; else they are loads
  LoadSet loads;
};

}  // namespace raftup::solver
