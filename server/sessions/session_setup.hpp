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
/// Writes the present status of a session, without its spec, to a message. It is called in the
/// session's strand.
using StatusWriter = std::function<void(const Session&, v1::Session&)>;

/// The parts from which a session is constructed.
struct SessionSetup {
  solver::Simulation simulation;
  /// Request of the client with every default written out; the simulation is built from it.
  v1::SessionSpec spec;
  std::vector<ParticipantDeclaration> participants;
  OutputColumns outputs;
  std::optional<IterationRule> iteration = {};
  /// Meshes of the server's catalogue that the shapes and hulls of the model use. They cannot be
  /// removed while the session exists.
  std::vector<std::shared_ptr<const hydro::MeshFile>> meshes = {};
  std::chrono::system_clock::time_point create_time = std::chrono::system_clock::now();
  std::string tenant = kDefaultTenant;  ///< tenant to which the session belongs
  /// Shares of the tenant's quota, which are held as long as the session exists.
  std::vector<QuotaShare> shares = {};
  QuotaLedger* ledger = nullptr;  ///< quota to which checkpoints are charged; null = no quota
  /// Findings about the recorded wave elevations of the model. They are computed once and kept,
  /// since each of them takes several Fourier transforms.
  Findings record_findings = {};
  /// Writes the status that clients can read while a step is computed. If it is empty, clients wait
  /// for the end of the step.
  StatusWriter write_status = {};
};

}  // namespace raftup::server
