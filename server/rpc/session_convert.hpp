/// @file Conversions of sessions, reports, checkpoints and callers to messages, and pages of lists.
///         Pure functions.
#pragma once

#include <string>

#include "raftup/v1/caller.pb.h"
#include "raftup/v1/session.pb.h"
#include "server/security/caller.hpp"
#include "server/sessions/session.hpp"
#include "server/sessions/session_registry.hpp"

namespace raftup::server {

/// Whether the spec of a session in a message contains the model.
enum class ModelDetail { kFull, kLeftOut };

/// Writes the present status and the spec of a session to a message. To be called in the session's
/// strand.
void session_to_proto(const Session& session, ModelDetail detail, v1::Session& message);
/// Writes a session to a message while a step is being computed. May be called in any thread.
/// @param published status of the session before the step, see
///         AdvanceSchedule::status_beside_step()
void session_beside_step_to_proto(const Session& session, const v1::Session& published,
                                  v1::Session& message);
void failed_session_to_proto(const FailedSession& session, v1::Session& message);

/// Writes a checkpoint to a message. Its name is "{session}/checkpoints/{id}".
void checkpoint_to_proto(const Checkpoint& checkpoint, const std::string& session,
                         v1::Checkpoint& message);

v1::AccessRole access_role_to_proto(AccessRole role);

/// Writes the identity of a caller, the quota of its tenant and the version of this server to a
/// message.
void caller_to_proto(const Caller& caller, const Quota& quota, v1::GetCallerResponse& message);

/// Largest number of sessions or checkpoints on a page of a list.
inline constexpr int kPageLimit = 100;

/// Number of items on a page of a list.
/// @param asked number that the request contains; 0 = `limit`
/// @param limit largest number of items
/// @throws ServiceError(kBadField) if `asked` is negative
int page_size(int asked, int limit);

/// Index of the first item of a page of a list.
/// @param token token that the answer with the page before contained; empty = the first page
/// @throws ServiceError(kBadField) if the token is invalid
int page_start(const std::string& token);

}  // namespace raftup::server
