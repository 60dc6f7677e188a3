#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hydro/base/finding.hpp"
#include "hydro/wetted_mesh/readers/read_hull_mesh.hpp"
#include "raftup/v1/session.pb.h"
#include "server/security/caller.hpp"
#include "server/security/quota_ledger.hpp"
#include "server/sessions/participants/iteration.hpp"
#include "server/sessions/recording/input_writers.hpp"
#include "server/sessions/recording/variable_index.hpp"
#include "solver/simulation/run/simulation.hpp"

namespace raftup::server {

class Session;
/// Writes a session as it stands to a message, all but its spec; called in the session's strand.
using StatusWriter = std::function<void(const Session&, v1::Session&)>;

/// The parts of which a session is made.
struct SessionSetup {
  solver::Simulation simulation;
  v1::SessionSpec spec;  ///< with every default written out; the simulation is built from it
  std::vector<ParticipantDeclaration> participants;
  OutputColumns outputs;
  std::optional<IterationRule> iteration = {};
  /// Meshes of the catalogue for the shapes and hulls, in use as long as the session exists.
  std::vector<std::shared_ptr<const hydro::MeshFile>> meshes = {};
  std::chrono::system_clock::time_point create_time = std::chrono::system_clock::now();
  std::string tenant = kDefaultTenant;  ///< tenant to which the session belongs
  /// of the tenant's quota, held as long as the session exists
  std::vector<QuotaShare> shares = {};
  QuotaLedger* ledger = nullptr;  ///< gives shares for checkpoints; null = no quota
  /// Findings about the recorded elevations of the model; made once, since each takes several
  /// transforms.
  Findings record_findings = {};
  /// What clients are told of the session while a step is at work; empty: they wait for its end.
  StatusWriter write_status = {};
};

}  // namespace raftup::server
