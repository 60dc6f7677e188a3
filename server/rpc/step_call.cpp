#include "server/rpc/step_call.hpp"

#include <utility>

#include "server/base/status.hpp"
#include "server/rpc/stream_convert.hpp"

namespace raftup::server {

StepCall* StepCall::start(std::shared_ptr<Session> session, const v1::StepSessionRequest& request,
                          v1::StepSessionResponse& response, Done done) {
  auto call = std::make_shared<StepCall>(std::move(session), request, response, std::move(done));
  call->keep_alive_ = call;
  call->session_->strand().post([call] { call->run(); });
  return call.get();
}

StepCall::StepCall(std::shared_ptr<Session> session, const v1::StepSessionRequest& request,
                   v1::StepSessionResponse& response, Done done)
    : session_(std::move(session)),
      request_(request),
      response_(response),
      done_(std::move(done)) {}

void StepCall::OnCancel() {
  session_->strand().post_urgent([self = shared_from_this()] {
    if (self->attachment_ != nullptr) self->session_->streams().detach(*self->attachment_);
    self->finish(grpc::Status::CANCELLED);
  });
}

void StepCall::OnDone() { keep_alive_.reset(); }

void StepCall::run() {
  const grpc::Status status = status_of([this] {
    AttachOrder order;
    order.role = Role::kController;
    order.inputs = {request_.input_variables().begin(), request_.input_variables().end()};
    order.outputs = {request_.output_variables().begin(), request_.output_variables().end()};
    order.output_stride = request_.output_stride();
    order.never_waits = true;
    attachment_ = &session_->streams().attach(order, shared_from_this());
    session_->schedule().advance(*attachment_,
                                 {request_.expected_step_index(), request_.step_count()},
                                 optional_samples_from_proto(request_));
    if (attachment_ != nullptr) session_->schedule().leave(*attachment_);
  });
  if (status.ok()) return;
  if (attachment_ != nullptr) session_->streams().detach(*attachment_);
  finish(status);
}

std::span<double> StepCall::add_row(std::int64_t time_ns, std::size_t columns) {
  return server::add_row(time_ns, columns, *response_.mutable_frame());
}

void StepCall::discard_rows() { response_.clear_frame(); }

void StepCall::send_frame(const FrameSummary& summary) {
  frame_summary_to_proto(summary, *response_.mutable_frame());
}

void StepCall::step_failed(const ServiceError& error, std::int64_t /*step_index*/) {
  status_ = to_status(error);
}

void StepCall::send_need(const std::vector<std::string>& /*participant_ids*/,
                         std::int64_t /*until_time_ns*/) {}

void StepCall::send_notice(const SessionNotice& /*notice*/) {}

/// Adds the contact events to the response. If there are several messages, those of the first are
/// returned.
void StepCall::send_contact_events(const v1::ContactEvents& events) {
  if (response_.contact_events().empty()) {
    *response_.mutable_contact_events() = events.events();
  }
}

void StepCall::left() { finish(status_); }

void StepCall::close(const ServiceError& error) { finish(to_status(error)); }

void StepCall::finish(const grpc::Status& status) {
  attachment_ = nullptr;
  if (std::exchange(finished_, true)) return;
  done_(status);
  Finish(status);
}

}  // namespace raftup::server
