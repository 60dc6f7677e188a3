/// @file The waves that most likely bring an output to a level: the model linearised, and its sea
/// made of the answer.
#pragma once

#include "raftup/v1/model.pb.h"
#include "server/base/service_error.hpp"
#include "server/model/model_builder.hpp"

namespace raftup::server {

/// Takes from a sea what has been made of extreme responses: such a system is then its random sea.
void forget_extremes(v1::Sea& sea);

/// Gives every extreme response of a built model its components, in the message and in the sea:
/// those of `given` where they were made of the same model, else new ones. With H the response of
/// the output about the balance without waves, in dof axes
///   [-omega^2 (M + A) + i omega (B + D) + C] x = X,
///   H = (by_displacement + i omega by_velocity - omega^2 by_acceleration) x,
/// they are those of hydro::ConditionedSea at the origin. What cannot be reached is a violation of
/// the system. A and B are those that the memory is made of, quadratic damping is left out.
/// @param given as it came
/// @param built without violations, its sea without extremes
void find_extremes(const v1::Model& given, BuiltModel& built, FieldViolations& violations);

}  // namespace raftup::server
