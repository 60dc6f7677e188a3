/// @file Requests and answers of SessionService, from and to messages. Pure functions.
#pragma once

#include <optional>
#include <string>

#include "raftup/v1/caller.pb.h"
#include "raftup/v1/sea_components.pb.h"
#include "raftup/v1/session.pb.h"
#include "server/security/caller.hpp"
#include "server/sessions/session.hpp"
#include "server/sessions/session_registry.hpp"
#include "server/sessions/streams/frame_rows.hpp"

namespace raftup::server {

enum class ModelDetail { kFull, kLeftOut };

/// To be called in the session's strand.
void session_to_proto(const Session& session, ModelDetail detail, v1::Session& message);
void failed_session_to_proto(const FailedSession& session, v1::Session& message);

v1::SessionState session_state_to_proto(SessionState state);
void radiation_report_to_proto(const hydro::RadiationReport& report, const std::string& group,
                               v1::RadiationReport& message);
void island_to_proto(const solver::IslandReport& island, const solver::Model& model,
                     v1::IslandReport& message);

void variable_to_proto(const solver::Variable& variable, v1::Causality causality,
                       std::int64_t look_ahead_ns, v1::Variable& message);

/// To be called in the session's strand.
void input_to_proto(const Session& session, std::size_t input, v1::Variable& message);
void output_to_proto(const Session& session, std::size_t output, v1::Variable& message);
void attached_to_proto(const Session& session, const SessionStream& stream, v1::Attached& message);

/// Writes a checkpoint to a message, with the name "sessions/{id}/checkpoints/{id}".
void checkpoint_to_proto(const Checkpoint& checkpoint, const std::string& session,
                         v1::Checkpoint& message);
/// Turns the message of a client that attaches into an order.
/// @throws ServiceError(kBadField) for an unknown role
AttachOrder attach_order_from_proto(const v1::Attach& attach);
/// Spans into `inputs`.
InputSamples input_samples_from_proto(const v1::Inputs& inputs);

StepRequest step_request_from_proto(const v1::Advance& advance);

/// The inputs of an Advance or a StepSession, if any.
template <typename Message>
std::optional<InputSamples> optional_samples_from_proto(const Message& message) {
  if (!message.has_inputs()) return std::nullopt;
  return input_samples_from_proto(message.inputs());
}

v1::StepResult step_result_to_proto(StepResult result);
/// All fields except the rows.
void frame_summary_to_proto(const FrameSummary& summary, v1::Frame& message);
void notice_to_proto(const SessionNotice& notice, v1::Notice& message);

/// Turns the request to watch a session into an order.
/// @throws ServiceError(kBadField)
WatchOrder watch_order_from_proto(const v1::WatchSessionRequest& request);
/// To be called in the session's strand.
void watching_to_proto(const Session& session, const Columns& columns, v1::Watching& message);

void statistics_to_proto(const solver::StatisticsReport& report,
                         v1::GetStatisticsResponse& message);

/// The waves of a model as the solver uses them, see GetSeaResponse.
void sea_to_proto(const solver::Model& model, v1::GetSeaResponse& message);

v1::AccessRole access_role_to_proto(AccessRole role);

/// The caller and the quota of its tenant, with this server's version.
void caller_to_proto(const Caller& caller, const Quota& quota, v1::GetCallerResponse& message);

/// Number of items of a page of a list.
/// @param asked 0 = `limit`, the largest number
/// @throws ServiceError(kBadField)
int page_size(int asked, int limit);

/// Index at which a page starts.
/// @param token returned with the page before; empty: the first page
/// @throws ServiceError(kBadField)
int page_start(const std::string& token);

}  // namespace raftup::server
