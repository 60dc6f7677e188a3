#include "server/rpc/session_handlers.hpp"

#include <spdlog/spdlog.h>

#include <memory>
#include <vector>

#include "server/base/log.hpp"
#include "server/base/status.hpp"
#include "server/model/body_changes.hpp"
#include "server/rpc/status_call.hpp"

namespace raftup::server {

grpc::ServerUnaryReactor* SessionHandlers::create(Context* context,
                                                  const v1::CreateSessionRequest* request,
                                                  v1::CreateSessionResponse* response) {
  // Fitting a radiation memory can take seconds, so that the call runs in the pool for
  // computations.
  return calls_.in_computing(context, request, [this, request, response](const Caller& caller) {
    calls_.answer_once(caller.tenant, *request, *response, [&] {
      CallProgress fits(boards_.of(caller.tenant), request->progress_id(),
                        host_.fit_cache(caller.tenant));
      const auto session = host_.create(caller.tenant, *request, &fits);
      if (!request->validate_only()) {
        const LogScope scope{
            {"session", session->name()}, {"tenant", caller.tenant}, {"trace", caller.trace}};
        spdlog::info("session created");
      }
      session_to_proto(*session, ModelDetail::kFull, *response->mutable_session());
    });
  });
}

grpc::ServerUnaryReactor* SessionHandlers::get(Context* context,
                                               const v1::GetSessionRequest* request,
                                               v1::GetSessionResponse* response) {
  auto* reactor = context->DefaultReactor();
  const grpc::Status found = status_of([&] {
    const Caller caller = calls_.admit(*context, *request);
    const SessionKey key{caller.tenant, request->name()};
    if (const auto failed = calls_.registry().find_failed(key)) {
      failed_session_to_proto(*failed, *response->mutable_session());
      reactor->Finish(grpc::Status::OK);
      return;
    }
    StatusCall::start(calls_.registry().find(key), caller, *reactor, *response->mutable_session());
  });
  if (!found.ok()) reactor->Finish(found);
  return reactor;
}

grpc::ServerUnaryReactor* SessionHandlers::list(Context* context,
                                                const v1::ListSessionsRequest* request,
                                                v1::ListSessionsResponse* response) {
  return calls_.answer(context, request, [&](const Caller& caller) {
    const auto limit = static_cast<std::size_t>(page_size(request->page_size(), kPageLimit));
    const auto names = calls_.registry().list(caller.tenant, request->page_token(), limit);
    for (const auto& name : names) response->add_sessions()->set_name(name);
    if (names.size() == limit) response->set_next_page_token(names.back());
  });
}

grpc::ServerUnaryReactor* SessionHandlers::remove(Context* context,
                                                  const v1::DeleteSessionRequest* request,
                                                  v1::DeleteSessionResponse* response) {
  return calls_.in_background(context, request, [this, request, response](const Caller& caller) {
    calls_.answer_once(caller.tenant, *request, *response, [&] {
      host_.remove({caller.tenant, request->name()});
    });
    const LogScope scope{
        {"session", request->name()}, {"tenant", caller.tenant}, {"trace", caller.trace}};
    spdlog::info("session deleted");
  });
}

grpc::ServerUnaryReactor* SessionHandlers::initialize(Context* context,
                                                      const v1::InitializeSessionRequest* request,
                                                      v1::InitializeSessionResponse* response) {
  return calls_.change_session(
      context, request->name(), request, response, [request, response](Session& session) {
        std::vector<StartValue> start_values;
        for (const auto& value : request->start_values()) {
          start_values.push_back({value.name(), {value.values().begin(), value.values().end()}});
        }
        session.initialize(start_values);
        session_to_proto(session, ModelDetail::kLeftOut, *response->mutable_session());
      });
}

grpc::ServerUnaryReactor* SessionHandlers::pause(Context* context,
                                                 const v1::PauseSessionRequest* request,
                                                 v1::PauseSessionResponse* response) {
  return calls_.change_and_show(context, request, response,
                                [](Session& session) { session.schedule().pause(); });
}

grpc::ServerUnaryReactor* SessionHandlers::resume(Context* context,
                                                  const v1::ResumeSessionRequest* request,
                                                  v1::ResumeSessionResponse* response) {
  return calls_.change_and_show(context, request, response,
                                [](Session& session) { session.schedule().resume(); });
}

grpc::ServerUnaryReactor* SessionHandlers::terminate(Context* context,
                                                     const v1::TerminateSessionRequest* request,
                                                     v1::TerminateSessionResponse* response) {
  return calls_.change_and_show(context, request, response,
                                [](Session& session) { session.terminate(); });
}

grpc::ServerUnaryReactor* SessionHandlers::reset(Context* context,
                                                 const v1::ResetSessionRequest* request,
                                                 v1::ResetSessionResponse* response) {
  return calls_.change_and_show(context, request, response,
                                [](Session& session) { session.reset(); });
}

grpc::ServerUnaryReactor* SessionHandlers::change(Context* context,
                                                  const v1::ChangeSessionRequest* request,
                                                  v1::ChangeSessionResponse* response) {
  return calls_.change_and_show(context, request, response, [request](Session& session) {
    session.change_bodies(
        [request](solver::Simulation& simulation) { change_bodies(*request, simulation); });
  });
}

}  // namespace raftup::server
