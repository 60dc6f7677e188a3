/// @file Changes of the mass properties of bodies [kg, m, kg m2] while a simulation runs.
#pragma once

#include <vector>

#include "solver/model/model.hpp"
#include "solver/model/state.hpp"

namespace raftup::solver {

/// Mass properties of each body [kg, m, kg m2].
std::vector<MassProperties> mass_properties_of(const std::vector<RigidBody>& bodies);

/// Returns a copy of a model with other mass properties of its bodies [kg, m, kg m2]. The result is
/// checked by check_changed_bodies().
/// @throws Error(kInvalidArgument) with all broken rules, one per line
Model with_mass_properties(const Model& model, const std::vector<MassProperties>& properties);

/// Changes the state of a body to another center of mass [m, model frame]. The velocity of every
/// material point of the body stays the same. The caller must compute the momentum afterward.
/// @throws Error(kInvalidArgument) if the center is not finite, or if the new center would have a
///         velocity in a dof that is not free
void move_center(const RigidBody& body, const Vector3& center_of_mass, BodyState& state);

}  // namespace raftup::solver
