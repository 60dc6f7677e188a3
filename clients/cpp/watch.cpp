#include "clients/cpp/watch.hpp"

#include "clients/cpp/connection.hpp"

namespace raftup::client {

Watch::Watch(v1::SessionService::Stub& stub, const v1::WatchSessionRequest& request,
             const std::string& token)
    : context_(make_context(token, request.session())),
      reader_(stub.WatchSession(context_.get(), request)) {
  watching_ = receive().watching();
}

Watch::~Watch() {
  if (!reader_) return;
  context_->TryCancel();
  reader_->Finish();
}

const v1::WatchSessionResponse& Watch::receive() {
  if (reader_ && reader_->Read(&response_)) return response_;
  const grpc::Status status =
      reader_ ? reader_->Finish() : grpc::Status(grpc::StatusCode::FAILED_PRECONDITION, "closed");
  reader_.reset();
  throw CallError(status.ok() ? grpc::Status(grpc::StatusCode::FAILED_PRECONDITION,
                                             "the server has ended the watch")
                              : status);
}

const v1::Frame& Watch::receive_frame() {
  while (!receive().has_frame()) {
  }
  return response_.frame();
}

}  // namespace raftup::client
