/// @file How a call on sessions is admitted, where its work runs and how it is answered.
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

/// The common base of the handlers of all resources. It admits callers, keeps answers for retries,
/// and runs a call at once, in a pool, or in the strand of a session. It never blocks gRPC's
/// threads. Thread-safe.
class SessionCalls {
 public:
  using Context = grpc::CallbackServerContext;
  using Reactor = grpc::ServerUnaryReactor;

  /// @param background threads for what waits for a disk or for others
  /// @param computing  threads for models and what is made of them
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
  /// Answers to a tenant's calls that carried a request_id.
  RequestCache& answers(const std::string& tenant) { return answers_.of(tenant); }

  /// The caller, where he may make the call and its texts have sane sizes.
  /// @throws ServiceError
  template <typename Request>
  Caller admit(const Context& context, const Request& request) {
    Caller caller = access_.admit(context, *Request::descriptor());
    check_request_limits(request);
    return caller;
  }

  /// Runs `call(caller)` at once and finishes with what it throws.
  template <typename Request, typename Call>
  Reactor* answer(Context* context, const Request* request, Call call) {
    auto* reactor = context->DefaultReactor();
    reactor->Finish(status_of([&] { call(admit(*context, *request)); }));
    return reactor;
  }

  /// Runs `call(caller)` in the tenant's turn of the threads that wait for a disk or for others,
  /// and finishes with what it throws.
  template <typename Request, typename Call>
  Reactor* in_background(Context* context, const Request* request, Call call) {
    return in_pool(background_, context, request, std::move(call));
  }

  /// The same in the threads for models; the call holds a share of the tenant's computations.
  template <typename Request, typename Call>
  Reactor* in_computing(Context* context, const Request* request, Call call) {
    return in_pool(computing_, context, request, std::move(call));
  }

  /// Runs `call(session)` in the strand of the session `name` and finishes with what it throws.
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

  /// Gives the first answer to a tenant's request_id again, else makes one by `call`.
  template <typename Request, typename Response, typename Call>
  void answer_once(const std::string& tenant, const Request& request, Response& response,
                   Call call) {
    server::answer_once(answers_.of(tenant), request, response, std::move(call));
  }

  /// in_session() for a call that changes something: with a request_id it happens once.
  template <typename Request, typename Response, typename Call>
  Reactor* change_session(Context* context, const std::string& name, const Request* request,
                          Response* response, Call call) {
    return in_session(context, request, name, [this, request, response, call](Session& session) {
      answer_once(session.tenant(), *request, *response, [&] { call(session); });
    });
  }

  /// change_session() for a call that answers with the session.
  template <typename Request, typename Response, typename Change>
  Reactor* change_and_show(Context* context, const Request* request, Response* response,
                           Change change) {
    return change_session(
        context, request->name(), request, response, [response, change](Session& session) {
          change(session);
          session_to_proto(session, ModelDetail::kLeftOut, *response->mutable_session());
        });
  }

  /// Admits a streaming call; `make(caller, share)` makes its reactor, which holds the share of the
  /// tenant's streams to the end of the call.
  /// @param call ends where the stream does not start
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
  static constexpr std::size_t kAnswersKept = 1000;  ///< of a tenant

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
