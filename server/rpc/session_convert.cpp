#include "server/rpc/session_convert.hpp"

#include <google/protobuf/util/time_util.h>

#include <algorithm>
#include <charconv>

#include "server/base/conversions.hpp"
#include "server/base/service_error.hpp"
#include "server/model/session_status.hpp"

namespace raftup::server {

namespace {

google::protobuf::Timestamp timestamp(std::chrono::system_clock::time_point time) {
  return google::protobuf::util::TimeUtil::NanosecondsToTimestamp(to_unix_ns(time));
}

void quota_to_proto(const Quota& quota, v1::Quota& message) {
  const auto set = [&message](std::int64_t limit, void (v1::Quota::*field)(std::int64_t)) {
    if (limit != Quota::kNoLimit) (message.*field)(limit);
  };
  set(quota.sessions, &v1::Quota::set_sessions);
  set(quota.bodies, &v1::Quota::set_bodies);
  set(quota.streams, &v1::Quota::set_streams);
  set(quota.checkpoints, &v1::Quota::set_checkpoints);
  set(quota.database_bytes, &v1::Quota::set_database_bytes);
  set(quota.requests_per_second, &v1::Quota::set_requests_per_second);
  set(quota.computations, &v1::Quota::set_computations);
  set(quota.unread_bytes, &v1::Quota::set_unread_bytes);
}

}  // namespace

void session_to_proto(const Session& session, ModelDetail detail, v1::Session& message) {
  session_status_to_proto(session, message);
  *message.mutable_spec() = session.spec();
  if (detail == ModelDetail::kLeftOut) message.mutable_spec()->clear_model();
}

void session_beside_step_to_proto(const Session& session, const v1::Session& published,
                                  v1::Session& message) {
  message = published;
  *message.mutable_spec() = session.spec();
  message.set_state(session_state_to_proto(session.state()));
  const RecordedSimulation::Moment written = session.recorded().written();
  message.set_step_index(written.step_index);
  message.set_time_ns(written.time_ns);
  message.set_paused(session.schedule().paused());
}

void failed_session_to_proto(const FailedSession& session, v1::Session& message) {
  message.set_name(session.key.name);
  *message.mutable_spec() = session.spec;
  message.set_state(v1::SESSION_STATE_FAILED);
  *message.mutable_create_time() = timestamp(session.create_time);
  message.set_failure(session.reason);
}

void checkpoint_to_proto(const Checkpoint& checkpoint, const std::string& session,
                         v1::Checkpoint& message) {
  message.set_name(session + "/checkpoints/" + checkpoint.id);
  message.set_step_index(checkpoint.step_index());
  message.set_time_ns(checkpoint.time_ns);
  message.set_size_bytes(checkpoint.size_bytes);
  message.set_label(checkpoint.label);
  *message.mutable_create_time() = timestamp(checkpoint.create_time);
}

v1::AccessRole access_role_to_proto(AccessRole role) {
  switch (role) {
    case AccessRole::kObserver:
      return v1::ACCESS_ROLE_OBSERVER;
    case AccessRole::kOperator:
      return v1::ACCESS_ROLE_OPERATOR;
    case AccessRole::kAdmin:
      return v1::ACCESS_ROLE_ADMIN;
  }
  return v1::ACCESS_ROLE_UNSPECIFIED;
}

void caller_to_proto(const Caller& caller, const Quota& quota, v1::GetCallerResponse& message) {
  message.set_tenant(caller.tenant);
  message.set_role(access_role_to_proto(caller.role));
  quota_to_proto(quota, *message.mutable_quota());
  message.set_server_version(RAFTUP_VERSION);
}

int page_size(int asked, int limit) {
  if (asked < 0) throw bad_field("page_size", "must not be negative", std::to_string(asked));
  return asked == 0 ? limit : std::min(asked, limit);
}

int page_start(const std::string& token) {
  if (token.empty()) return 0;
  int start = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), start);
  if (error != std::errc() || end != token.data() + token.size() || start < 0) {
    throw bad_field("page_token", "must be a next_page_token", token);
  }
  return start;
}

}  // namespace raftup::server
