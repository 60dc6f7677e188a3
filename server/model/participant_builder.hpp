#pragma once

#include <cstdint>
#include <vector>

#include "raftup/v1/session.pb.h"
#include "server/base/service_error.hpp"
#include "server/sessions/participants/input_writers.hpp"
#include "solver/model.hpp"

namespace raftup::server {

/// Leases, recorders and participants of a session from its message; the violations get what breaks
/// a rule.
/// @param model   that the spec's model has become
/// @param spec    its defaults are written out
std::vector<ParticipantDeclaration> build_participants(const solver::Model& model,
                                                       v1::SessionSpec& spec,
                                                       Violations& violations);

}  // namespace raftup::server
