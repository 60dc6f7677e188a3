#pragma once

#include <utility>
#include <vector>

#include "solver/contacts/compliant_contacts.hpp"
#include "solver/contacts/contact_set.hpp"
#include "solver/dynamics/system/load_set.hpp"
#include "solver/joints/constraint_set.hpp"
#include "solver/water/masses/masses.hpp"

namespace raftup::solver {

/// Equations of motion of a checked model, for any stepper: its masses W with added mass, the
/// constraint rows G of its joints with their multipliers lambda, its contacts and its loads.
///   dp/dt = loads + turning of added mass + G^T lambda,  p = W v.
struct MultibodySystem {
  /// @param memories one per hydrodynamic group
  /// @param places   in the state
  MultibodySystem(const Model& model, std::vector<AddedMass> added_masses,
                  const LoadSet::Memories& memories, const LoadSet::Places& places)
      : masses(model, std::move(added_masses)),
        constraints(model, initial_kinematics(model), masses.groups()),
        contacts(contacts_are_loads(model) ? ContactSet() : ContactSet(model)),
        loads(model, initial_kinematics(model), constraints, memories, places) {}
  /// A model whose own state it is.
  MultibodySystem(const Model& model, std::vector<AddedMass> added_masses,
                  const LoadSet::Memories& memories)
      : MultibodySystem(model, std::move(added_masses), memories, LoadSet::Places::of(model)) {}
  MultibodySystem(const MultibodySystem&) = delete;
  MultibodySystem& operator=(const MultibodySystem&) = delete;
  ~MultibodySystem() = default;

  /// The shapes that may touch: of `contacts`, or of the loads where contacts are loads.
  const ContactSet& shapes() const {
    return loads.shapes() == nullptr ? contacts : *loads.shapes();
  }

  Masses masses;
  ConstraintSet constraints;
  ContactSet contacts;  ///< solved by impulses; empty where contacts are loads
  LoadSet loads;
};

}  // namespace raftup::solver
