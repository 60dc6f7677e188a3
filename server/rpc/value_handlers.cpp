#include "server/rpc/value_handlers.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "server/base/status.hpp"
#include "server/rpc/contact_query.hpp"
#include "server/rpc/step_call.hpp"
#include "server/rpc/value_convert.hpp"

namespace raftup::server {

namespace {

constexpr int kVariablePageLimit = 1000;

}  // namespace

grpc::ServerUnaryReactor* ValueHandlers::list_variables(Context* context,
                                                        const v1::ListVariablesRequest* request,
                                                        v1::ListVariablesResponse* response) {
  return calls_.in_session(
      context, request, request->session(), [request, response](Session& session) {
        const auto inputs = static_cast<int>(session.simulation().inputs().size());
        const auto count = inputs + static_cast<int>(session.simulation().outputs().size());
        const int start = page_start(request->page_token());
        const int end =
            std::min(count, start + page_size(request->page_size(), kVariablePageLimit));
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

grpc::ServerUnaryReactor* ValueHandlers::read(Context* context,
                                              const v1::ReadValuesRequest* request,
                                              v1::ReadValuesResponse* response) {
  return calls_.in_session(
      context, request, request->session(), [request, response](Session& session) {
        session.write();
        const auto values =
            session.recorded().read({request->variables().begin(), request->variables().end()});
        response->set_step_index(session.recorded().step_index());
        response->set_time_ns(session.recorded().time_ns());
        response->mutable_values()->Assign(values.begin(), values.end());
      });
}

grpc::ServerUnaryReactor* ValueHandlers::get_statistics(Context* context,
                                                        const v1::GetStatisticsRequest* request,
                                                        v1::GetStatisticsResponse* response) {
  return calls_.in_session(context, request, request->session(), [response](Session& session) {
    session.write();
    statistics_to_proto(session.recorded().statistics(), *response);
  });
}

grpc::ServerUnaryReactor* ValueHandlers::step(Context* context,
                                              const v1::StepSessionRequest* request,
                                              v1::StepSessionResponse* response) {
  const std::string& id = request->request_id();
  std::shared_ptr<Session> session;
  bool answered = false;
  const grpc::Status status = status_of([&] {
    session = calls_.registry().find({calls_.admit(*context, *request).tenant, request->name()});
    if (id.empty()) return;
    const auto answer = calls_.answers(session->tenant()).begin(id, body_of(*request));
    answered = answer && response->ParseFromString(*answer);
  });
  if (!status.ok() || answered) {
    auto* reactor = context->DefaultReactor();
    reactor->Finish(status);
    return reactor;
  }
  RequestCache& answers = calls_.answers(session->tenant());
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

grpc::ServerUnaryReactor* ValueHandlers::query_contacts(Context* context,
                                                        const v1::QueryContactsRequest* request,
                                                        v1::QueryContactsResponse* response) {
  return calls_.in_session(context, request, request->session(),
                           [request, response](Session& session) {
                             session.write();
                             answer_contact_query(session.simulation(), *request, *response);
                           });
}

grpc::ServerUnaryReactor* ValueHandlers::get_sea(Context* context, const v1::GetSeaRequest* request,
                                                 v1::GetSeaResponse* response) {
  return calls_.in_session(context, request, request->session(), [response](Session& session) {
    sea_to_proto(session.simulation().model(), *response);
  });
}

}  // namespace raftup::server
