/// @file The waves that most probably bring an output of a model to a given level, computed from
///         the linearized model and the spectrum of its sea.
#pragma once

#include "raftup/v1/model.pb.h"
#include "server/base/service_error.hpp"
#include "server/model/model_builder.hpp"

namespace raftup::server {

/// Removes the wave components that were computed for extreme responses from the message of a sea.
/// A wave system with an extreme response then stands for its random sea.
void forget_extremes(v1::Sea& sea);

/// Computes the wave components of every extreme response of a built model and writes them into its
/// message and its sea. Components that `given` contains are kept if they were computed for the
/// same model. The components are those of hydro::ConditionedSea at the origin, with the frequency
/// response H of the output about the equilibrium without waves, in dof axes:
///   [-omega^2 (M + A) + i omega (B + D) + C] x = X,
///   H = (by_displacement + i omega by_velocity - omega^2 by_acceleration) x.
/// A and B are the data from which the radiation memory is made. D contains the linear damping
/// only; quadratic damping is left out. A response that cannot be reached is a violation of the
/// wave system.
/// @param given message of the model as the client has sent it
/// @param built model without violations, whose sea contains the random seas only
void find_extremes(const v1::Model& given, BuiltModel& built, FieldViolations& violations);

}  // namespace raftup::server
