#include "solver/dynamics/system/multibody_system.hpp"

#include "solver/contacts/compliant_contacts.hpp"

namespace raftup::solver {

MultibodySystem::MultibodySystem(const Model& model, std::vector<AddedMass> added_masses,
                                 const LoadSet::Memories& memories, const LoadSet::Places& places)
    : masses(model, std::move(added_masses)),
      constraints(model, initial_kinematics(model), masses.groups()),
      contacts(contacts_are_loads(model) ? ContactSet() : ContactSet(model)),
      loads(model, initial_kinematics(model), constraints, memories, places) {}

}  // namespace raftup::solver
