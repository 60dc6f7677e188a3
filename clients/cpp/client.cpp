#include "clients/cpp/client.hpp"

#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace raftup::client {

namespace {

constexpr std::size_t kChunkBytes = std::size_t{512} << 10;

/// A random session id in the form that servers use. The client makes it so that the request that
/// creates the session can already name the session in its metadata.
std::string new_session_id() { return "s" + random_id(); }

}  // namespace

v1::Model model_from_json(const std::string& json) {
  v1::Model model;
  const auto status = google::protobuf::util::JsonStringToMessage(json, &model);
  if (!status.ok()) throw std::invalid_argument("model: " + status.ToString());
  return model;
}

Client::Client(const std::string& address, const ConnectionOptions& options)
    : token_(options.token) {
  const auto channel = open_channel(address, options);
  stub_ = v1::SessionService::NewStub(channel);
  databases_ = v1::DatabaseService::NewStub(channel);
}

v1::Session Client::start_session(const v1::SessionSpec& spec, const std::string& session_id,
                                  const std::string& progress_id) {
  v1::CreateSessionRequest create;
  *create.mutable_session()->mutable_spec() = spec;
  create.set_session_id(session_id.empty() ? new_session_id() : session_id);
  create.set_progress_id(progress_id);
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

CheckpointFile Client::export_checkpoint(const std::string& name) {
  v1::ExportCheckpointRequest request;
  request.set_name(name);
  const auto context = make_context(token_, session_of(request));
  const auto reader = stub_->ExportCheckpoint(context.get(), request);
  CheckpointFile file;
  for (v1::ExportCheckpointResponse part; reader->Read(&part);) {
    if (part.has_checkpoint()) {
      file.checkpoint = part.checkpoint();
      file.sha256 = part.sha256();
    }
    file.bytes += part.data();
  }
  throw_unless_ok(reader->Finish());
  return file;
}

v1::Checkpoint Client::import_checkpoint(const CheckpointFile& file, const std::string& session,
                                         const std::string& session_id) {
  v1::ImportCheckpointRequest part;
  part.set_session(session);
  part.set_session_id(session.empty() && session_id.empty() ? new_session_id() : session_id);
  part.set_sha256(file.sha256);
  v1::ImportCheckpointResponse response;
  const auto context = make_context(token_, session_of(part));
  const auto writer = stub_->ImportCheckpoint(context.get(), &response);
  std::size_t next = 0;
  do {
    const std::size_t size = std::min(kChunkBytes, file.bytes.size() - next);
    part.set_data(file.bytes.substr(next, size));
    if (!writer->Write(part)) break;  // Finish() returns the error
    part.Clear();
    next += size;
  } while (next < file.bytes.size());
  writer->WritesDone();
  throw_unless_ok(writer->Finish());
  return response.checkpoint();
}

Linearisation Client::linearize(const v1::LinearizeRequest& request) {
  const auto context = make_context(token_, session_of(request));
  const auto reader = stub_->Linearize(context.get(), request);
  Linearisation linear;
  for (v1::LinearizeResponse part; reader->Read(&part);) linear.append(std::move(part));
  throw_unless_ok(reader->Finish());
  return linear;
}

Coefficients Client::read_coefficients(const v1::ReadCoefficientsRequest& request) {
  const auto context = make_context(token_, session_of(request));
  const auto reader = databases_->ReadCoefficients(context.get(), request);
  Coefficients coefficients;
  for (v1::ReadCoefficientsResponse part; reader->Read(&part);) coefficients.append(part);
  throw_unless_ok(reader->Finish());
  return coefficients;
}

void Client::cancel_upload(const std::string& upload_id) {
  v1::CancelUploadRequest request;
  request.set_upload_id(upload_id);
  const auto context = make_context(token_, "");
  v1::CancelUploadResponse response;
  throw_unless_ok(databases_->CancelUpload(context.get(), request, &response));
}

}  // namespace raftup::client
