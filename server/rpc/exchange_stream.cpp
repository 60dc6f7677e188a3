#include "server/rpc/exchange_stream.hpp"

#include <utility>

#include "server/base/log.hpp"
#include "server/base/status.hpp"
#include "server/model/message_rules.hpp"
#include "server/rpc/message_field.hpp"
#include "server/rpc/stream_convert.hpp"
#include "server/security/access_policy.hpp"

namespace raftup::server {

ExchangeStream* ExchangeStream::start(const SessionRegistry& registry, Caller caller,
                                      QuotaLedger& ledger, QuotaShare share, CallTimer call) {
  auto stream = std::make_shared<ExchangeStream>(registry, std::move(caller), ledger,
                                                 std::move(share), std::move(call));
  stream->keep_alive_ = stream;
  stream->read_next();
  return stream.get();
}

ExchangeStream::ExchangeStream(const SessionRegistry& registry, Caller caller, QuotaLedger& ledger,
                               QuotaShare share, CallTimer call)
    : registry_(registry),
      admission_{std::move(caller), std::move(share)},
      responses_(ledger, admission_.caller.tenant),
      call_(std::move(call)) {}

v1::ExchangeRequest& ExchangeStream::RequestBuffer::renew() {
  arena.Reset();
  message = google::protobuf::Arena::CreateMessage<v1::ExchangeRequest>(&arena);
  return *message;
}

void ExchangeStream::read_next() { StartRead(&request_.renew()); }

// --- gRPC ---------------------------------------------------------------------------------------

void ExchangeStream::OnReadDone(bool ok) {
  if (!session_) {
    if (!ok) return finish(grpc::Status::OK);
    find_session();
    if (!session_) return;
  }
  in_strand(ok ? &ExchangeStream::handle_request : &ExchangeStream::handle_end_of_requests);
}

void ExchangeStream::OnWriteDone(bool ok) {
  const ResponseQueue::Written written = responses_.written(ok);
  if (written.next != nullptr) StartWrite(written.next);
  if (written.caught_up) in_strand(&ExchangeStream::handle_catching_up);
  if (written.end) Finish(*written.end);
}

void ExchangeStream::OnCancel() {
  if (session_ && place_.controls) {  // the step in progress is of no use any more
    session_->strand().post_urgent([self = shared_from_this()] { self->handle_cancel(); });
  } else if (session_) {
    in_strand(&ExchangeStream::handle_cancel);
  } else {
    finish(grpc::Status::CANCELLED);
  }
}

void ExchangeStream::OnDone() {
  responses_.clear();  // the ledger may end before the last task of the strand
  keep_alive_.reset();
}

// --- requests -----------------------------------------------------------------------------------

void ExchangeStream::in_strand(void (ExchangeStream::*member)()) {
  session_->strand().dispatch([self = shared_from_this(), member] { ((*self).*member)(); });
}

void ExchangeStream::find_session() {
  const grpc::Status status = status_of([this] {
    if (!request_.message->has_attach()) throw bad_field("attach", "must be the first message", "");
    check_may_attach(admission_.caller, request_.message->attach().role());
    check_request_limits(request_.message->attach());
    session_ = registry_.find({admission_.caller.tenant, request_.message->attach().session()});
  });
  if (!status.ok()) finish(status);
}

void ExchangeStream::handle_request() {
  if (responses_.ended()) return;
  const grpc::Status status = status_of([this] { dispatch_request(); });
  if (!status.ok()) {
    if (place_.attachment != nullptr)
      session_->streams().detach(*std::exchange(place_.attachment, nullptr));
    finish(status);
  } else if (!responses_.ended()) {
    read_next();
  }
}

void ExchangeStream::dispatch_request() {
  if (request_.message->has_attach() != (place_.attachment == nullptr)) {
    throw bad_field("attach", "must be the first message and no other", "");
  }
  if (place_.attachment != nullptr) session_->subscribers().renew_lease(*place_.attachment);
  switch (request_.message->kind_case()) {
    case v1::ExchangeRequest::kAttach:
      return attach(request_.message->attach());
    case v1::ExchangeRequest::kInputs:
      return session_->streams().write_inputs(*place_.attachment,
                                              input_samples_from_proto(request_.message->inputs()));
    case v1::ExchangeRequest::kAdvance: {
      const v1::Advance& advance = request_.message->advance();
      return in_field("advance", [&] {
        session_->schedule().advance(*place_.attachment, step_request_from_proto(advance),
                                     optional_samples_from_proto(advance));
      });
    }
    case v1::ExchangeRequest::kCredit:
      if (request_.message->credit().credit() == 0)
        throw bad_field("credit.credit", "must be positive", "0");
      return session_->streams().add_credit(*place_.attachment,
                                            request_.message->credit().credit());
    case v1::ExchangeRequest::kHeartbeat:
      return answer_heartbeat(request_.message->heartbeat().nonce());
    case v1::ExchangeRequest::kDetach:
      return session_->schedule().leave(*place_.attachment);
    case v1::ExchangeRequest::KIND_NOT_SET:
      throw bad_field("kind", "must be one of inputs, advance, credit, heartbeat, detach", "");
  }
}

void ExchangeStream::answer_heartbeat(std::int64_t nonce) {
  if (responses_.acknowledge_again(nonce)) return;
  auto response = std::make_unique<v1::ExchangeResponse>();
  response->mutable_heartbeat_ack()->set_nonce(nonce);
  send(std::move(response));
}

void ExchangeStream::attach(const v1::Attach& request) {
  const LogScope scope{{"trace", admission_.caller.trace}};
  const AttachOrder order = in_field("attach", [&] { return attach_order_from_proto(request); });
  place_.attachment =
      in_field("attach", [&] { return &session_->streams().attach(order, shared_from_this()); });
  place_.controls = order.role == Role::kController;
  send_attached(*place_.attachment);
  if (order.resumes())
    session_->subscribers().resend_rows(*place_.attachment, order.resume_from_step_index);
}

void ExchangeStream::handle_end_of_requests() {
  if (place_.attachment != nullptr) session_->streams().end_requests(*place_.attachment);
}

void ExchangeStream::handle_cancel() {
  if (place_.attachment != nullptr)
    session_->streams().disconnect(*std::exchange(place_.attachment, nullptr));
  finish(grpc::Status::CANCELLED);
}

void ExchangeStream::handle_catching_up() {
  if (place_.attachment != nullptr) session_->streams().add_credit(*place_.attachment, 0);
}

// --- responses ----------------------------------------------------------------------------------

void ExchangeStream::send_attached(const SessionStream& attachment) {
  auto response = std::make_unique<v1::ExchangeResponse>();
  attached_to_proto(*session_, attachment, *response->mutable_attached());
  send(std::move(response));
}

v1::Frame& ExchangeStream::frame() {
  if (!place_.frame) place_.frame = responses_.acquire_frame();
  return *place_.frame->mutable_frame();
}

std::span<double> ExchangeStream::add_row(std::int64_t time_ns, std::size_t columns) {
  return server::add_row(time_ns, columns, frame());
}

void ExchangeStream::discard_rows() { place_.frame.reset(); }

void ExchangeStream::send_frame(const FrameSummary& summary) {
  frame_summary_to_proto(summary, frame());
  send(std::move(place_.frame));
}

void ExchangeStream::step_failed(const ServiceError& error, std::int64_t step_index) {
  auto response = std::make_unique<v1::ExchangeResponse>();
  step_failure_to_proto(error, step_index, *response->mutable_notice());
  send(std::move(response));
}

void ExchangeStream::send_need(const std::vector<std::string>& participant_ids,
                               std::int64_t until_time_ns) {
  auto response = std::make_unique<v1::ExchangeResponse>();
  v1::Need& need = *response->mutable_need();
  need.mutable_participant_ids()->Assign(participant_ids.begin(), participant_ids.end());
  need.set_until_time_ns(until_time_ns);
  send(std::move(response));
}

void ExchangeStream::send_notice(const SessionNotice& notice) {
  auto response = std::make_unique<v1::ExchangeResponse>();
  notice_to_proto(notice, *response->mutable_notice());
  send(std::move(response));
}

void ExchangeStream::send_contact_events(const v1::ContactEvents& events) {
  auto response = std::make_unique<v1::ExchangeResponse>();
  *response->mutable_contact_events() = events;
  send(std::move(response));
}

void ExchangeStream::left() {
  place_.attachment = nullptr;
  finish(grpc::Status::OK);
}

void ExchangeStream::close(const ServiceError& error) {
  place_.attachment = nullptr;
  finish(to_status(error));
}

void ExchangeStream::send(ResponseQueue::Response response) {
  const ResponseQueue::Added added = responses_.add(std::move(response));
  if (added.first != nullptr) StartWrite(added.first);
  if (!added.end) return;
  call_.end(added.end->error_code());  // the client does not read its messages
  session_->strand().post([self = shared_from_this()] {
    if (self->place_.attachment == nullptr) return;
    self->session_->streams().detach(*std::exchange(self->place_.attachment, nullptr));
  });
}

void ExchangeStream::finish(const grpc::Status& status) {
  const ResponseQueue::End end = responses_.end(status);
  if (end == ResponseQueue::End::kBefore) return;
  call_.end(status.error_code());
  if (end == ResponseQueue::End::kNow) Finish(status);
}

}  // namespace raftup::server
