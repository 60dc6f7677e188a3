/// @file Bodies whose mass properties change while a simulation runs.
#pragma once

#include <vector>

#include "solver/model/model.hpp"
#include "solver/model/state.hpp"

namespace raftup::solver {

/// Mass properties of each body.
std::vector<MassProperties> mass_properties_of(const std::vector<RigidBody>& bodies);

/// Copy of a model with other mass properties of its bodies; the result is checked.
/// @throws Error(kInvalidArgument) with every rule that they break, one a line:
/// check_changed_bodies
Model with_mass_properties(const Model& model, const std::vector<MassProperties>& properties);

/// Rewrites the state of a body for another center of mass [m, model frame]. The velocity of every
/// material point of the body stays the same. The caller must compute the momentum afterwards.
/// @throws Error(kInvalidArgument) if the center is not finite, or a dof that is not free would get
///         a velocity
void move_center(const RigidBody& body, const Vector3& center_of_mass, BodyState& state);

}  // namespace raftup::solver
