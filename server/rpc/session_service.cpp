#include "server/rpc/session_service.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "server/base/log.hpp"
#include "server/base/status.hpp"
#include "server/model/body_changes.hpp"
#include "server/model/message_rules.hpp"
#include "server/rpc/call_progress.hpp"
#include "server/rpc/contact_query.hpp"
#include "server/rpc/exchange_stream.hpp"
#include "server/rpc/model_outputs.hpp"
#include "server/rpc/session_convert.hpp"
#include "server/rpc/step_call.hpp"
#include "server/rpc/strand_call.hpp"
#include "server/rpc/watch_stream.hpp"
#include "server/sessions/recording/session_name.hpp"

namespace raftup::server {

namespace {

constexpr std::size_t kAnswersKept = 1000;
constexpr int kPageLimit = 100, kVariablePageLimit = 1000;

/// What a full disk does not take is not told: recorded().written() then stays behind.
void write_if_possible(Session& session) {
  try {
    session.write();
  } catch (const ServiceError& error) {
    spdlog::warn("{} is told as it was written last: {}", session.name(), error.what());
  }
}

}  // namespace

SessionService::SessionService(AccessControl& access, CallMetrics& calls, WorkerPool& background,
                               WorkerPool& computing, SessionRegistry& registry, SessionHost& host)
    : access_(access),
      calls_(calls),
      background_(background),
      computing_(computing),
      registry_(registry),
      host_(host),
      answers_([](const std::string& /*tenant*/) {
        return std::make_unique<RequestCache>(kAnswersKept);
      }),
      boards_([](const std::string& /*tenant*/) { return std::make_unique<ProgressBoard>(); }) {}

/// The caller, where he may make the call and its texts have sane sizes.
template <typename Request>
Caller SessionService::admit(const Context& context, const Request& request) {
  Caller caller = access_.admit(context, *Request::descriptor());
  check_request_limits(request);
  return caller;
}

/// Runs `call(caller)` at once and finishes with what it throws.
template <typename Request, typename Call>
grpc::ServerUnaryReactor* SessionService::answer(Context* context, const Request* request,
                                                 Call call) {
  auto* reactor = context->DefaultReactor();
  reactor->Finish(status_of([&] { call(admit(*context, *request)); }));
  return reactor;
}

/// Runs `call(caller)` in the tenant's turn of a pool and finishes with what it throws.
template <typename Request, typename Call>
grpc::ServerUnaryReactor* SessionService::in_pool(WorkerPool& pool, Context* context,
                                                  const Request* request, Call call) {
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

/// Runs `call(session)` in the strand of the session `name` and finishes with what it throws.
template <typename Request, typename Call>
grpc::ServerUnaryReactor* SessionService::in_session(Context* context, const Request* request,
                                                     const std::string& name, Call call) {
  auto* reactor = new CancellableCall;
  const grpc::Status found = status_of([&] {
    const Caller caller = admit(*context, *request);
    finish_in_strand<Request>(registry_.find({caller.tenant, name}), caller, reactor, call);
  });
  if (!found.ok()) reactor->Finish(found);
  return reactor;
}

/// in_session() for a call that changes something: with a request_id it happens once.
template <typename Request, typename Response, typename Call>
grpc::ServerUnaryReactor* SessionService::change_session(Context* context, const std::string& name,
                                                         const Request* request, Response* response,
                                                         Call call) {
  return in_session(context, request, name, [this, request, response, call](Session& session) {
    answer_once(answers_.of(session.tenant()), *request, *response, [&] { call(session); });
  });
}

/// change_session() for a call that answers with the session.
template <typename Request, typename Response, typename Change>
grpc::ServerUnaryReactor* SessionService::change_and_show(Context* context, const Request* request,
                                                          Response* response, Change change) {
  return change_session(
      context, request->name(), request, response, [response, change](Session& session) {
        change(session);
        session_to_proto(session, ModelDetail::kLeftOut, *response->mutable_session());
      });
}

// --- sessions -----------------------------------------------------------------------------------

grpc::ServerUnaryReactor* SessionService::CreateSession(Context* context,
                                                        const v1::CreateSessionRequest* request,
                                                        v1::CreateSessionResponse* response) {
  // Fitting a radiation memory can take seconds.
  return in_pool(computing_, context, request, [this, request, response](const Caller& caller) {
    answer_once(answers_.of(caller.tenant), *request, *response, [&] {
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

grpc::ServerUnaryReactor* SessionService::GetSession(Context* context,
                                                     const v1::GetSessionRequest* request,
                                                     v1::GetSessionResponse* response) {
  auto* reactor = new CancellableCall;
  const grpc::Status found = status_of([&] {
    const Caller caller = admit(*context, *request);
    const SessionKey key{caller.tenant, request->name()};
    if (const auto failed = registry_.find_failed(key)) {
      failed_session_to_proto(*failed, *response->mutable_session());
      reactor->Finish(grpc::Status::OK);
      return;
    }
    const auto show = [response](Session& session) {
      write_if_possible(session);
      session_to_proto(session, ModelDetail::kFull, *response->mutable_session());
    };
    finish_in_strand<v1::GetSessionRequest>(registry_.find(key), caller, reactor, show);
  });
  if (!found.ok()) reactor->Finish(found);
  return reactor;
}

grpc::ServerUnaryReactor* SessionService::ListSessions(Context* context,
                                                       const v1::ListSessionsRequest* request,
                                                       v1::ListSessionsResponse* response) {
  return answer(context, request, [&](const Caller& caller) {
    const auto limit = static_cast<std::size_t>(page_size(request->page_size(), kPageLimit));
    const auto names = registry_.list(caller.tenant, request->page_token(), limit);
    for (const auto& name : names) response->add_sessions()->set_name(name);
    if (names.size() == limit) response->set_next_page_token(names.back());
  });
}

grpc::ServerUnaryReactor* SessionService::DeleteSession(Context* context,
                                                        const v1::DeleteSessionRequest* request,
                                                        v1::DeleteSessionResponse* response) {
  return in_pool(background_, context, request, [this, request, response](const Caller& caller) {
    answer_once(answers_.of(caller.tenant), *request, *response, [&] {
      host_.remove({caller.tenant, request->name()});
    });
    const LogScope scope{
        {"session", request->name()}, {"tenant", caller.tenant}, {"trace", caller.trace}};
    spdlog::info("session deleted");
  });
}

grpc::ServerUnaryReactor* SessionService::InitializeSession(
    Context* context, const v1::InitializeSessionRequest* request,
    v1::InitializeSessionResponse* response) {
  return change_session(
      context, request->name(), request, response, [request, response](Session& session) {
        std::vector<StartValue> start_values;
        for (const auto& value : request->start_values()) {
          start_values.push_back({value.name(), {value.values().begin(), value.values().end()}});
        }
        session.initialize(start_values);
        session_to_proto(session, ModelDetail::kLeftOut, *response->mutable_session());
      });
}

grpc::ServerUnaryReactor* SessionService::PauseSession(Context* context,
                                                       const v1::PauseSessionRequest* request,
                                                       v1::PauseSessionResponse* response) {
  return change_and_show(context, request, response,
                         [](Session& session) { session.schedule().pause(); });
}

grpc::ServerUnaryReactor* SessionService::ResumeSession(Context* context,
                                                        const v1::ResumeSessionRequest* request,
                                                        v1::ResumeSessionResponse* response) {
  return change_and_show(context, request, response,
                         [](Session& session) { session.schedule().resume(); });
}

grpc::ServerUnaryReactor* SessionService::TerminateSession(
    Context* context, const v1::TerminateSessionRequest* request,
    v1::TerminateSessionResponse* response) {
  return change_and_show(context, request, response, [](Session& session) { session.terminate(); });
}

grpc::ServerUnaryReactor* SessionService::ResetSession(Context* context,
                                                       const v1::ResetSessionRequest* request,
                                                       v1::ResetSessionResponse* response) {
  return change_and_show(context, request, response, [](Session& session) { session.reset(); });
}

grpc::ServerUnaryReactor* SessionService::ChangeSession(Context* context,
                                                        const v1::ChangeSessionRequest* request,
                                                        v1::ChangeSessionResponse* response) {
  return change_and_show(context, request, response, [request](Session& session) {
    session.change_bodies(
        [request](solver::Simulation& simulation) { change_bodies(*request, simulation); });
  });
}

// --- values and steps ---------------------------------------------------------------------------

grpc::ServerUnaryReactor* SessionService::ListVariables(Context* context,
                                                        const v1::ListVariablesRequest* request,
                                                        v1::ListVariablesResponse* response) {
  return in_session(context, request, request->session(), [request, response](Session& session) {
    const auto inputs = static_cast<int>(session.simulation().inputs().size());
    const auto count = inputs + static_cast<int>(session.simulation().outputs().size());
    const int start = page_start(request->page_token());
    const int end = std::min(count, start + page_size(request->page_size(), kVariablePageLimit));
    for (int i = start; i < end; ++i) {
      auto& variable = *response->add_variables();
      if (i < inputs) {
        input_to_proto(session, static_cast<std::size_t>(i), variable);
      } else {
        output_to_proto(session, static_cast<std::size_t>(i - inputs), variable);
      }
    }
    if (end < count) response->set_next_page_token(std::to_string(end));
  });
}

grpc::ServerUnaryReactor* SessionService::DescribeOutputs(Context* context,
                                                          const v1::DescribeOutputsRequest* request,
                                                          v1::DescribeOutputsResponse* response) {
  return in_pool(computing_, context, request, [this, request, response](const Caller& caller) {
    const auto bodies =
        access_.ledger(caller).acquire(QuotaResource::kBodies, request->model().bodies_size());
    described_outputs_to_proto(host_.model_of(caller.tenant, request->model(), "model"), *response);
  });
}

grpc::ServerUnaryReactor* SessionService::ReadValues(Context* context,
                                                     const v1::ReadValuesRequest* request,
                                                     v1::ReadValuesResponse* response) {
  return in_session(context, request, request->session(), [request, response](Session& session) {
    session.write();
    const auto values =
        session.recorded().read({request->variables().begin(), request->variables().end()});
    response->set_step_index(session.recorded().step_index());
    response->set_time_ns(session.recorded().time_ns());
    response->mutable_values()->Assign(values.begin(), values.end());
  });
}

grpc::ServerUnaryReactor* SessionService::GetStatistics(Context* context,
                                                        const v1::GetStatisticsRequest* request,
                                                        v1::GetStatisticsResponse* response) {
  return in_session(context, request, request->session(), [response](Session& session) {
    session.write();
    statistics_to_proto(session.recorded().statistics(), *response);
  });
}

grpc::ServerUnaryReactor* SessionService::StepSession(Context* context,
                                                      const v1::StepSessionRequest* request,
                                                      v1::StepSessionResponse* response) {
  const std::string& id = request->request_id();
  std::shared_ptr<Session> session;
  bool answered = false;
  const grpc::Status status = status_of([&] {
    session = registry_.find({admit(*context, *request).tenant, request->name()});
    if (id.empty()) return;
    const auto answer = answers_.of(session->tenant()).begin(id, body_of(*request));
    answered = answer && response->ParseFromString(*answer);
  });
  if (!status.ok() || answered) {
    auto* reactor = context->DefaultReactor();
    reactor->Finish(status);
    return reactor;
  }
  RequestCache& answers = answers_.of(session->tenant());
  return StepCall::start(std::move(session), *request, *response,
                         [&answers, id, response](const grpc::Status& result) {
                           if (id.empty()) return;
                           if (result.ok()) {
                             answers.complete(id, response->SerializeAsString());
                           } else {
                             answers.abandon(id);
                           }
                         });
}

/// Admits a streaming call; `make(caller, share)` makes its reactor, which holds the share of the
/// tenant's streams to the end of the call.
/// @param call ends where the stream does not start
template <typename Request, typename Stream, typename Make>
Stream* SessionService::open_stream(Context* context, Make make, CallTimer* call) {
  Stream* stream = nullptr;
  const grpc::Status status = status_of([&] {
    const Caller caller = access_.admit(*context, *Request::descriptor());
    stream = make(caller, access_.ledger(caller).acquire(QuotaResource::kStreams));
  });
  if (call != nullptr) call->end(status.error_code());
  return status.ok() ? stream : new RefusedStream<Stream>(status);
}

grpc::ServerBidiReactor<v1::ExchangeRequest, v1::ExchangeResponse>* SessionService::Exchange(
    Context* context) {
  using Stream = grpc::ServerBidiReactor<v1::ExchangeRequest, v1::ExchangeResponse>;
  CallTimer call(calls_.method(kExchangePath));
  return open_stream<v1::ExchangeRequest, Stream>(
      context,
      [&](const Caller& caller, QuotaShare share) {
        return ExchangeStream::start(registry_, caller, access_.ledger(caller), std::move(share),
                                     std::move(call));
      },
      &call);
}

grpc::ServerWriteReactor<grpc::ByteBuffer>* SessionService::WatchSession(
    Context* context, const grpc::ByteBuffer* request) {
  using Stream = grpc::ServerWriteReactor<grpc::ByteBuffer>;
  CallTimer call(calls_.method(kWatchSessionPath));
  return open_stream<v1::WatchSessionRequest, Stream>(
      context,
      [&](const Caller& caller, QuotaShare share) {
        const v1::WatchSessionRequest order = watch_request_from_bytes(*request);
        check_request_limits(order);
        return WatchStream::start(registry_.find({caller.tenant, order.session()}), order,
                                  std::move(share), std::move(call));
      },
      &call);
}

// --- checkpoints --------------------------------------------------------------------------------

grpc::ServerUnaryReactor* SessionService::CreateCheckpoint(
    Context* context, const v1::CreateCheckpointRequest* request,
    v1::CreateCheckpointResponse* response) {
  return change_session(
      context, request->session(), request, response, [request, response](Session& session) {
        const auto& checkpoint = session.checkpoints().create(request->label());
        checkpoint_to_proto(checkpoint, session.name(), *response->mutable_checkpoint());
      });
}

grpc::ServerUnaryReactor* SessionService::RestoreCheckpoint(
    Context* context, const v1::RestoreCheckpointRequest* request,
    v1::RestoreCheckpointResponse* response) {
  const auto name = parse_checkpoint_name(request->name());
  return change_session(
      context, name.session, request, response, [id = name.id, response](Session& session) {
        session.restore_checkpoint(id);
        session_to_proto(session, ModelDetail::kLeftOut, *response->mutable_session());
      });
}

grpc::ServerUnaryReactor* SessionService::ListCheckpoints(Context* context,
                                                          const v1::ListCheckpointsRequest* request,
                                                          v1::ListCheckpointsResponse* response) {
  return in_session(context, request, request->session(), [request, response](Session& session) {
    const auto& checkpoints = session.checkpoints().all();
    const auto count = static_cast<int>(checkpoints.size());
    const int start = page_start(request->page_token());
    const int end = std::min(count, start + page_size(request->page_size(), kPageLimit));
    for (int i = start; i < end; ++i) {
      checkpoint_to_proto(checkpoints[static_cast<std::size_t>(i)], session.name(),
                          *response->add_checkpoints());
    }
    if (end < count) response->set_next_page_token(std::to_string(end));
  });
}

grpc::ServerUnaryReactor* SessionService::DeleteCheckpoint(
    Context* context, const v1::DeleteCheckpointRequest* request,
    v1::DeleteCheckpointResponse* /*response*/) {
  const auto name = parse_checkpoint_name(request->name());
  return in_session(context, request, name.session,
                    [id = name.id](Session& session) { session.checkpoints().erase(id); });
}

grpc::ServerWriteReactor<v1::ExportCheckpointResponse>* SessionService::ExportCheckpoint(
    Context* context, const v1::ExportCheckpointRequest* request) {
  using Stream = grpc::ServerWriteReactor<v1::ExportCheckpointResponse>;
  return open_stream<v1::ExportCheckpointRequest, Stream>(
      context, [this, request](const Caller& caller, QuotaShare share) {
        check_request_limits(*request);
        return export_checkpoint(host_, computing_, caller.tenant, request->name(),
                                 std::move(share));
      });
}

ModelStream* SessionService::ExportModel(Context* context, const v1::ExportModelRequest* request) {
  return open_stream<v1::ExportModelRequest, ModelStream>(
      context, [this, request](const Caller& caller, QuotaShare share) {
        return export_model(registry_, host_, computing_, caller.tenant, *request,
                            std::move(share));
      });
}

grpc::ServerReadReactor<v1::ImportCheckpointRequest>* SessionService::ImportCheckpoint(
    Context* context, v1::ImportCheckpointResponse* response) {
  using Stream = grpc::ServerReadReactor<v1::ImportCheckpointRequest>;
  return open_stream<v1::ImportCheckpointRequest, Stream>(
      context, [this, response](const Caller& caller, QuotaShare share) {
        return import_checkpoint(host_, computing_, caller.tenant, *response, std::move(share));
      });
}

grpc::ServerWriteReactor<v1::LinearizeResponse>* SessionService::Linearize(
    Context* context, const v1::LinearizeRequest* request) {
  using Stream = grpc::ServerWriteReactor<v1::LinearizeResponse>;
  return open_stream<v1::LinearizeRequest, Stream>(
      context, [this, request](const Caller& caller, QuotaShare share) {
        std::vector<QuotaShare> shares{
            std::move(share), access_.ledger(caller).acquire(QuotaResource::kComputations)};
        if (request->has_model()) {
          shares.push_back(access_.ledger(caller).acquire(QuotaResource::kBodies,
                                                          request->model().bodies_size()));
        }
        return linearize(registry_, host_, computing_, boards_.of(caller.tenant), caller.tenant,
                         *request, std::move(shares));
      });
}

grpc::ServerUnaryReactor* SessionService::GetProgress(Context* context,
                                                      const v1::GetProgressRequest* request,
                                                      v1::GetProgressResponse* response) {
  return answer(context, request, [&](const Caller& caller) {
    const auto fit = boards_.of(caller.tenant).find(request->progress_id());
    if (fit) fit_progress_to_proto(*fit, *response->mutable_fit());
  });
}

grpc::ServerUnaryReactor* SessionService::GetCaller(Context* context,
                                                    const v1::GetCallerRequest* request,
                                                    v1::GetCallerResponse* response) {
  return answer(context, request, [&](const Caller& caller) {
    caller_to_proto(caller, access_.ledger(caller).quota(), *response);
  });
}

grpc::ServerUnaryReactor* SessionService::QueryContacts(Context* context,
                                                        const v1::QueryContactsRequest* request,
                                                        v1::QueryContactsResponse* response) {
  return in_session(context, request, request->session(), [request, response](Session& session) {
    session.write();
    answer_contact_query(session.simulation(), *request, *response);
  });
}

grpc::ServerUnaryReactor* SessionService::GetSea(Context* context, const v1::GetSeaRequest* request,
                                                 v1::GetSeaResponse* response) {
  return in_session(context, request, request->session(), [response](Session& session) {
    sea_to_proto(session.simulation().model(), *response);
  });
}

}  // namespace raftup::server
