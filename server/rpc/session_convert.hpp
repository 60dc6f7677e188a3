/// @file Sessions, their reports, checkpoints and callers as messages, and pages of lists. Pure
/// functions.
#pragma once

#include <string>

#include "raftup/v1/caller.pb.h"
#include "raftup/v1/session.pb.h"
#include "server/security/caller.hpp"
#include "server/sessions/session.hpp"
#include "server/sessions/session_registry.hpp"

namespace raftup::server {

enum class ModelDetail { kFull, kLeftOut };

/// To be called in the session's strand.
void session_to_proto(const Session& session, ModelDetail detail, v1::Session& message);
/// The same while a step is at work, in any thread.
/// @param published AdvanceSchedule::status_beside_step()
void session_beside_step_to_proto(const Session& session, const v1::Session& published,
                                  v1::Session& message);
void failed_session_to_proto(const FailedSession& session, v1::Session& message);

/// Writes a checkpoint to a message, with the name "sessions/{id}/checkpoints/{id}".
void checkpoint_to_proto(const Checkpoint& checkpoint, const std::string& session,
                         v1::Checkpoint& message);

v1::AccessRole access_role_to_proto(AccessRole role);

/// The caller and the quota of its tenant, with this server's version.
void caller_to_proto(const Caller& caller, const Quota& quota, v1::GetCallerResponse& message);

/// Most sessions or checkpoints of a page of a list.
inline constexpr int kPageLimit = 100;

/// Items of a page of a list.
/// @param asked 0 = `limit`, the most
/// @throws ServiceError(kBadField)
int page_size(int asked, int limit);

/// Index at which a page starts.
/// @param token returned with the page before; empty: the first page
/// @throws ServiceError(kBadField)
int page_start(const std::string& token);

}  // namespace raftup::server
