#include "server/rpc/status_call.hpp"

#include <spdlog/spdlog.h>

#include <chrono>
#include <utility>

#include "server/base/log.hpp"
#include "server/base/status.hpp"
#include "server/rpc/session_convert.hpp"

namespace raftup::server {

namespace {

/// Time between two checks for a status that a long step in progress has published.
constexpr std::chrono::milliseconds kPatience{20};

/// Writes the records of a session. If the disk is full, the status reports the step that was
/// written last; see recorded().written().
void write_if_possible(Session& session) {
  try {
    session.write();
  } catch (const ServiceError& error) {
    spdlog::warn("{} is told as it was written last: {}", session.name(), error.what());
  }
}

}  // namespace

void StatusCall::start(std::shared_ptr<Session> session, const Caller& caller,
                       grpc::ServerUnaryReactor& reactor, v1::Session& answer) {
  Strand& strand = session->strand();
  const auto call = std::make_shared<StatusCall>(session, caller.trace, reactor, answer);
  call->keep_alive_ = call;
  call->look_later();
  strand.post([call, session = std::move(session)] { call->answer_in_strand(*session); });
}

StatusCall::StatusCall(const std::shared_ptr<Session>& session, std::string trace,
                       grpc::ServerUnaryReactor& reactor, v1::Session& answer)
    : session_(session), trace_(std::move(trace)), reactor_(reactor), answer_(answer) {}

/// Writes the records of the session and answers the call, unless it has been answered during a
/// step. The records are written in either case, so that the next call returns the state after the
/// step.
void StatusCall::answer_in_strand(Session& session) {
  const LogScope scope{{"trace", trace_}};
  const grpc::Status status = status_of([&] { write_if_possible(session); });
  if (!take()) return;
  reactor_.Finish(!status.ok() ? status : status_of([&] {
    session_to_proto(session, ModelDetail::kFull, answer_);
  }));
}

/// Sets an alarm for the next look. Each look has a new alarm, since an alarm cannot be set again
/// while it rings.
void StatusCall::look_later() {
  alarm_ = std::make_unique<grpc::Alarm>();
  alarm_->Set(std::chrono::system_clock::now() + kPatience, [this](bool /*rang*/) { look(); });
}

void StatusCall::look() {
  const std::shared_ptr<Session> session = session_.lock();
  const auto published = session && !taken_ ? session->schedule().status_beside_step() : nullptr;
  if (published && take()) {
    reactor_.Finish(
        status_of([&] { session_beside_step_to_proto(*session, *published, answer_); }));
  }
  if (!taken_) return look_later();
  const auto last = std::exchange(keep_alive_, nullptr);
}

}  // namespace raftup::server
