#pragma once

#include <utility>
#include <vector>

#include "solver/contacts/compliant_contacts.hpp"
#include "solver/contacts/contact_set.hpp"
#include "solver/dynamics/system/load_set.hpp"
#include "solver/dynamics/system/prescribed_motions.hpp"
#include "solver/joints/constraint_set.hpp"
#include "solver/joints/machine_set.hpp"
#include "solver/loads/hydrodynamics/given_axes.hpp"
#include "solver/water/masses/configuration_power.hpp"
#include "solver/water/masses/masses.hpp"

namespace raftup::solver {

/// The equations of motion of a checked model, in a form that every stepper uses: the matrix W of
/// mass plus added mass [kg, kg m, kg m2], the constraint rows G of the joints with their
/// multipliers lambda [N, N m], the contacts and the loads [N, N m]. In world axes,
///   dp/dt = loads + turning of added mass + G^T lambda,  p = W v,
/// where "turning of added mass" is the change of momentum as the added mass rotates with the
/// bodies.
struct MultibodySystem {
  /// @param memories radiation memories, one per hydrodynamic group
  /// @param places   indices in the state of the bodies, groups, loads and machines
  MultibodySystem(const Model& model, std::vector<AddedMass> added_masses,
                  const LoadSet::Memories& memories, const LoadSet::Places& places)
      : masses(model, std::move(added_masses)),
        constraints(model, initial_kinematics(model), masses.groups()),
        machines(model, constraints, places.machines),
        contacts(contacts_are_loads(model) ? ContactSet() : ContactSet(model)),
        loads(model, initial_kinematics(model), constraints, memories, places, masses),
        motions(model),
        axes(model, places.groups),
        configuration_power(model, memories) {}
  /// Sets up the equations of a model whose state contains only this model.
  MultibodySystem(const Model& model, std::vector<AddedMass> added_masses,
                  const LoadSet::Memories& memories)
      : MultibodySystem(model, std::move(added_masses), memories, LoadSet::Places::of(model)) {}
  MultibodySystem(const MultibodySystem&) = delete;
  MultibodySystem& operator=(const MultibodySystem&) = delete;
  ~MultibodySystem() = default;

  /// The shapes that may touch: those of `contacts`, or those of the loads if contacts are loads.
  const ContactSet& shapes() const {
    return loads.shapes() == nullptr ? contacts : *loads.shapes();
  }

  Masses masses;
  ConstraintSet constraints;
  MachineSet machines;
  ContactSet contacts;  ///< contacts that are solved by impulses [N s]; empty if contacts are loads
  LoadSet loads;
  PrescribedMotions motions;
  GivenAxes axes;  ///< axes of families of databases that do not follow from poses
  ConfigurationPower configuration_power;
};

}  // namespace raftup::solver
