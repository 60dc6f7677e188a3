#pragma once

#include <optional>
#include <vector>

#include "raftup/v1/session.pb.h"
#include "server/base/service_error.hpp"
#include "server/sessions/participants/input_writers.hpp"
#include "server/sessions/participants/iteration.hpp"
#include "solver/model.hpp"

namespace raftup::server {

/// Reads SessionSpec.iteration, writes its defaults out and marks the participants that iterate;
/// the violations get what breaks a rule.
std::optional<IterationRule> build_iteration(const solver::Model& model, v1::SessionSpec& spec,
                                             std::vector<ParticipantDeclaration>& participants,
                                             Violations& violations);

}  // namespace raftup::server
