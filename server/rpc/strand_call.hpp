/// @file Unary RPCs that are processed in a session's strand, between its steps.
#pragma once

#include <memory>
#include <type_traits>

#include "raftup/v1/session.pb.h"
#include "server/base/log.hpp"
#include "server/rpc/cancellable_call.hpp"
#include "server/security/caller.hpp"
#include "server/sessions/session.hpp"

namespace raftup::server {

/// True for types of requests that interrupt a step in progress, which are requests to end the
/// session.
template <typename Request>
constexpr bool kBeforeStep = std::is_same_v<Request, v1::TerminateSessionRequest>;
/// True for types of requests that change nothing and may therefore be cancelled at any point.
template <typename Request>
constexpr bool kOnlyLooks = std::is_same_v<Request, v1::QueryContactsRequest>;

/// Calls `call(session)` in the session's strand and then finishes the RPC with the status OK, or
/// with the status of the exception that was thrown.
template <typename Request, typename Call>
void finish_in_strand(const std::shared_ptr<Session>& session, const Caller& caller,
                      CancellableCall* reactor, Call call) {
  const Task task = [session, reactor, call, trace = caller.trace] {
    const LogScope scope{{"trace", trace}};
    const auto work = [&] { call(*session); };
    reactor->Finish(kOnlyLooks<Request> ? reactor->status_of_work(work) : status_of(work));
  };
  kBeforeStep<Request> ? session->strand().post_urgent(task) : session->strand().post(task);
}

}  // namespace raftup::server
