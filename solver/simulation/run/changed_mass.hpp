/// @file Bodies whose mass properties change while a simulation runs.
#pragma once

#include <vector>

#include "solver/model/model.hpp"
#include "solver/model/state.hpp"

namespace raftup::solver {

/// One per body.
std::vector<MassProperties> mass_properties_of(const std::vector<RigidBody>& bodies);

/// A checked model whose bodies have other mass properties.
/// @throws Error(kInvalidArgument) with every rule that they break, one a line:
/// check_changed_bodies
Model with_mass_properties(const Model& model, const std::vector<MassProperties>& properties);

/// Makes `state` that of another centre of mass [m, model frame], while every point of the body
/// moves on as it does. Momentum is left to be formed anew.
/// @throws Error(kInvalidArgument) where the centre is not finite, or a dof that is not free would
///         have a velocity
void move_center(const RigidBody& body, const Vector3& center_of_mass, BodyState& state);

}  // namespace raftup::solver
