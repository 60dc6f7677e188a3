#include "clients/cpp/client.hpp"

#include <google/protobuf/util/json_util.h>

#include <stdexcept>

namespace raftup::client {

v1::Model model_from_json(const std::string& json) {
  v1::Model model;
  const auto status = google::protobuf::util::JsonStringToMessage(json, &model);
  if (!status.ok()) throw std::invalid_argument("model: " + status.ToString());
  return model;
}

Client::Client(const std::string& address, const ConnectionOptions& options)
    : token_(options.token), stub_(v1::SessionService::NewStub(open_channel(address, options))) {}

v1::Session Client::start_session(const v1::SessionSpec& spec, const std::string& session_id) {
  v1::CreateSessionRequest create;
  *create.mutable_session()->mutable_spec() = spec;
  create.set_session_id(session_id);
  v1::Session session = call(&Stub::CreateSession, create).session();
  v1::InitializeSessionRequest initialize;
  initialize.set_name(session.name());
  call(&Stub::InitializeSession, initialize);
  session.set_state(v1::SESSION_STATE_INITIALIZED);
  return session;
}

void Client::delete_session(const std::string& name) {
  v1::DeleteSessionRequest request;
  request.set_name(name);
  call(&Stub::DeleteSession, request);
}

v1::Checkpoint Client::create_checkpoint(const std::string& session, const std::string& label) {
  v1::CreateCheckpointRequest request;
  request.set_session(session);
  request.set_label(label);
  return call(&Stub::CreateCheckpoint, request).checkpoint();
}

v1::Session Client::restore_checkpoint(const std::string& checkpoint) {
  v1::RestoreCheckpointRequest request;
  request.set_name(checkpoint);
  return call(&Stub::RestoreCheckpoint, request).session();
}

}  // namespace raftup::client
