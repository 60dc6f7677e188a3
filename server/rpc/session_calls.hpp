/// @file Common handling of the RPCs on sessions: check of the caller, choice of the thread,
///         answer.
#pragma once

#include <grpcpp/support/server_callback.h>

#include <memory>
#include <string>
#include <utility>

#include "server/base/status.hpp"
#include "server/model/message_rules.hpp"
#include "server/operation/call_metrics.hpp"
#include "server/rpc/background_calls.hpp"
#include "server/rpc/request_cache.hpp"
#include "server/rpc/session_convert.hpp"
#include "server/rpc/strand_call.hpp"
#include "server/security/access_control.hpp"
#include "server/sessions/session_registry.hpp"

namespace raftup::server {

/// The common base of the handlers of RPCs on sessions. It checks callers, stores answers for
/// retries, and runs the work of an RPC at once, in a pool of threads, or in the strand of a
/// session. It never blocks the threads of gRPC. Thread-safe.
class SessionCalls {
 public:
  using Context = grpc::CallbackServerContext;
  using Reactor = grpc::ServerUnaryReactor;

  /// @param background pool for work that waits for a disk or for other sessions
  /// @param computing pool for building models and for computations with models
  SessionCalls(AccessControl& access, WorkerPool& background, WorkerPool& computing,
               SessionRegistry& registry)
      : access_(access),
        background_(background),
        computing_(computing),
        registry_(registry),
        answers_([](const std::string& /*tenant*/) {
          return std::make_unique<RequestCache>(kAnswersKept);
        }) {}

  AccessControl& access() { return access_; }
  WorkerPool& computing() { return computing_; }
  SessionRegistry& registry() { return registry_; }
  /// The stored answers to RPCs of a tenant whose requests contained a request_id.
  RequestCache& answers(const std::string& tenant) { return answers_.of(tenant); }

  /// Checks that the caller may make the RPC and that the request is not too large.
  /// @returns the identity of the caller
  /// @throws ServiceError if the RPC must be refused
  template <typename Request>
  Caller admit(const Context& context, const Request& request) {
    Caller caller = access_.admit(context, *Request::descriptor());
    check_request_limits(request);
    return caller;
  }

  /// Handles an RPC in the calling thread: checks the caller, calls `call(caller)`, and then ends
  /// the RPC. The RPC ends with the status OK, or with the status of the exception that was thrown.
  /// @returns the reactor of the RPC, which has been finished
  template <typename Request, typename Call>
  Reactor* answer(Context* context, const Request* request, Call call) {
    auto* reactor = context->DefaultReactor();
    reactor->Finish(status_of([&] { call(admit(*context, *request)); }));
    return reactor;
  }

  /// Handles an RPC that waits for a disk or for other sessions: checks the caller and then calls
  /// `call(caller)` in the pool `background`. The RPC ends with the status OK, or with the status
  /// of the exception that was thrown.
  template <typename Request, typename Call>
  Reactor* in_background(Context* context, const Request* request, Call call) {
    return in_pool(background_, context, request, std::move(call));
  }

  /// Handles an RPC with a long computation: checks the caller and then calls `call(caller)` in the
  /// pool `computing`. The RPC ends with the status OK, or with the status of the exception that
  /// was thrown. Until then it counts as one of the tenant's computations.
  template <typename Request, typename Call>
  Reactor* in_computing(Context* context, const Request* request, Call call) {
    return in_pool(computing_, context, request, std::move(call));
  }

  /// Handles an RPC on one session: checks the caller, finds the session `name` of its tenant and
  /// calls `call(session)` in the strand of this session. The RPC ends with the status OK, or with
  /// the status of the exception that was thrown.
  template <typename Request, typename Call>
  Reactor* in_session(Context* context, const Request* request, const std::string& name,
                      Call call) {
    auto* reactor = new CancellableCall;
    const grpc::Status found = status_of([&] {
      const Caller caller = admit(*context, *request);
      finish_in_strand<Request>(registry_.find({caller.tenant, name}), caller, reactor, call);
    });
    if (!found.ok()) reactor->Finish(found);
    return reactor;
  }

  /// Returns the stored answer if this tenant has made a request with the same request_id before;
  /// otherwise `call` writes the answer to `response`, and the answer is stored.
  template <typename Request, typename Response, typename Call>
  void answer_once(const std::string& tenant, const Request& request, Response& response,
                   Call call) {
    server::answer_once(answers_.of(tenant), request, response, std::move(call));
  }

  /// Handles an RPC that changes a session. It works as in_session(), but a repeated request with
  /// the same request_id receives the stored answer and changes nothing.
  template <typename Request, typename Response, typename Call>
  Reactor* change_session(Context* context, const std::string& name, const Request* request,
                          Response* response, Call call) {
    return in_session(context, request, name, [this, request, response, call](Session& session) {
      answer_once(session.tenant(), *request, *response, [&] { call(session); });
    });
  }

  /// Handles an RPC that changes a session and whose answer contains the session. It works as
  /// change_session(), and then writes the session without its model to `response`.
  template <typename Request, typename Response, typename Change>
  Reactor* change_and_show(Context* context, const Request* request, Response* response,
                           Change change) {
    return change_session(
        context, request->name(), request, response, [response, change](Session& session) {
          change(session);
          session_to_proto(session, ModelDetail::kLeftOut, *response->mutable_session());
        });
  }

  /// Starts a streaming RPC: checks the caller and calls `make(caller, share)`, which makes the
  /// reactor of the RPC. The share counts the RPC as one of the tenant's streams; the reactor must
  /// hold it until the end of the RPC.
  /// @param call measures the RPC; it is ended here if the RPC is refused
  template <typename Request, typename Stream, typename Make>
  Stream* open_stream(Context* context, Make make, CallTimer* call = nullptr) {
    Stream* stream = nullptr;
    const grpc::Status status = status_of([&] {
      const Caller caller = access_.admit(*context, *Request::descriptor());
      stream = make(caller, access_.ledger(caller).acquire(QuotaResource::kStreams));
    });
    if (call != nullptr) call->end(status.error_code());
    return status.ok() ? stream : new RefusedStream<Stream>(status);
  }

 private:
  static constexpr std::size_t kAnswersKept = 1000;  ///< number of stored answers of one tenant

  template <typename Request, typename Call>
  Reactor* in_pool(WorkerPool& pool, Context* context, const Request* request, Call call) {
    auto* reactor = new CancellableCall;
    const grpc::Status admitted = status_of([&] {
      const Caller caller = admit(*context, *request);
      const bool computes = &pool == &computing_;
      QuotaShare share =
          computes ? access_.ledger(caller).acquire(QuotaResource::kComputations) : nullptr;
      pool.post(caller.tenant, [reactor, call, caller, share]() mutable {
        const grpc::Status status = reactor->status_of_work([&] { call(caller); });
        share.reset();  // before the caller knows that there is room again
        reactor->Finish(status);
      });
    });
    if (!admitted.ok()) reactor->Finish(admitted);
    return reactor;
  }

  AccessControl& access_;
  WorkerPool& background_;
  WorkerPool& computing_;
  SessionRegistry& registry_;
  PerTenant<RequestCache> answers_;
};

}  // namespace raftup::server
