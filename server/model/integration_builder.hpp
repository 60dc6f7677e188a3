#pragma once

#include <cstdint>

#include "raftup/v1/model.pb.h"
#include "server/base/service_error.hpp"
#include "solver/model.hpp"

namespace raftup::server {

/// Step, stepper and theta of `model`. Paths from "integration".
/// @returns integration steps from one output to the next
std::int64_t build_integration(const v1::Integration& message, solver::Model& model,
                               Violations& violations);

/// Writes every default into `message`.
void complete_integration(const solver::Model& model, v1::Integration& message);

v1::Stepper stepper_to_proto(solver::StepperKind stepper);

}  // namespace raftup::server
