/// @file What is to be said of a session though no rule is broken, and where that is an error.
#pragma once

#include <string>

#include "hydro/base/finding.hpp"
#include "raftup/v1/model.pb.h"
#include "server/base/service_error.hpp"
#include "solver/simulation.hpp"

namespace raftup::server {

/// Of the model, of its sea, of the duration that it asks for, and of the motion so far.
/// @param model that the simulation was built from, every default written out
Findings session_findings(const solver::Simulation& simulation, const v1::Model& model);

/// Makes a violation of each that warns: SessionSpec.strict.
/// @param path of the model in the request
void refuse_warnings(const Findings& findings, const std::string& path, Violations& violations);

}  // namespace raftup::server
