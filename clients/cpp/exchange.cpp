#include "clients/cpp/exchange.hpp"

#include <grpcpp/support/error_details.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>
#include <utility>

namespace raftup::client {

namespace {

constexpr int kCredit = 64;
constexpr int kHeartbeatsPerLease = 3;
constexpr std::chrono::milliseconds kReconnectPatience{1000};
constexpr std::chrono::milliseconds kReconnectPause{10};

/// Whether the connection failed, rather than the server refusing the request.
bool is_unreachable(const CallError& error) {
  return error.code() == grpc::StatusCode::UNAVAILABLE && error.reason().empty();
}

/// Whether the notice reports that the session has been moved to another step.
bool moves_session(const v1::Notice& notice) {
  return notice.reason() == "CHECKPOINT_RESTORED" || notice.reason() == "SESSION_RESET";
}

}  // namespace

Exchange::Exchange(v1::SessionService::Stub& stub, v1::Attach attach, const std::string& token)
    : opening_{&stub, token, std::move(attach)} {
  if (opening_.attach.credit() == 0) opening_.attach.set_credit(kCredit);
  credit_.batch = std::max(1, opening_.attach.credit() / 2);
  open(opening_.attach);
  progress_.seen_step_index = progress_.step_index;
}

void Exchange::open(v1::Attach attach) {
  call_ = std::make_unique<ExchangeCall>(*opening_.stub, opening_.token, attach.session());
  messages_.request.Clear();
  *messages_.request.mutable_attach() = std::move(attach);
  send(messages_.request);
  // If a proxy reaches no server, gRPC may return an empty message before the error.
  while (!receive().has_attached()) continue;
  attached_ = messages_.response.attached();
  progress_.step_index = attached_.step_index();
  progress_.sequence = attached_.next_sequence() - 1;
  credit_.used = 0;
}

void Exchange::open_patiently(const v1::Attach& attach) {
  const auto patience_ends = std::chrono::steady_clock::now() + kReconnectPatience;
  while (true) {
    try {
      open(attach);
      return;
    } catch (const CallError& error) {
      if (!is_unreachable(error) || std::chrono::steady_clock::now() > patience_ends) throw;
    }
    std::this_thread::sleep_for(kReconnectPause);
  }
}

void Exchange::stay_attached() {
  stays_attached_ = true;
  start_heartbeat();
}

void Exchange::start_heartbeat() {
  call_->beat(std::chrono::milliseconds(
      std::max<std::int64_t>(1, attached_.lease_ms() / kHeartbeatsPerLease)));
}

const v1::Frame& Exchange::resume() {
  call_.reset();
  v1::Attach attach = opening_.attach;
  attach.set_take_over(false);
  attach.set_resume_token(attached_.resume_token());
  attach.set_resume_from_step_index(progress_.seen_step_index);
  open_patiently(attach);
  progress_.resumed = true;
  if (stays_attached_) start_heartbeat();
  for (const v1::Inputs& inputs : unconfirmed_) {
    if (inputs.sequence() <= progress_.sequence) continue;
    progress_.sequence = inputs.sequence();
    *messages_.request.mutable_inputs() = inputs;
    send(messages_.request);
  }
  return receive_frame();
}

void Exchange::fill_inputs(std::span<const std::int64_t> times_ns, std::span<const double> values,
                           v1::Inputs& inputs) {
  inputs.set_sequence(++progress_.sequence);
  inputs.mutable_sample_time_ns()->Assign(times_ns.begin(), times_ns.end());
  inputs.mutable_values()->Assign(values.begin(), values.end());
}

void Exchange::go_to(std::int64_t step_index) {
  progress_.step_index = progress_.seen_step_index = step_index;
  unconfirmed_.clear();
  progress_.resumed = false;  // samples that an earlier stream sent were discarded with the steps
}

void Exchange::send_inputs(std::span<const std::int64_t> times_ns, std::span<const double> values,
                           std::optional<std::int64_t> watermark_ns) {
  v1::Inputs& inputs = *messages_.request.mutable_inputs();
  inputs.Clear();
  fill_inputs(times_ns, values, inputs);
  if (watermark_ns) inputs.set_watermark_ns(*watermark_ns);
  if (stays_attached_) unconfirmed_.push_back(inputs);
  send(messages_.request);
}

void Exchange::send_advance(std::int64_t step_count) {
  v1::Advance& advance = *messages_.request.mutable_advance();
  advance.Clear();
  advance.set_expected_step_index(progress_.step_index);
  advance.set_step_count(step_count);
  send(messages_.request);
  progress_.step_index += step_count;
}

v1::Advance& Exchange::one_step(std::span<const double> values) {
  v1::Advance& advance = *messages_.request.mutable_advance();
  advance.clear_tentative();
  advance.clear_commit();
  advance.set_expected_step_index(progress_.step_index);
  advance.set_step_count(1);
  if (!values.empty()) {
    const std::int64_t now = progress_.step_index * attached_.step_ns();
    fill_inputs({&now, 1}, values, *advance.mutable_inputs());
  } else {
    advance.clear_inputs();
  }
  return advance;
}

const v1::Frame& Exchange::try_step(std::span<const double> values) {
  one_step(values).set_tentative(true);
  send(messages_.request);
  return receive_frame();
}

const v1::Frame& Exchange::commit_step() {
  one_step({}).set_commit(true);
  send(messages_.request);
  ++progress_.step_index;
  return receive_frame();
}

/// Whether the server already has the sample of the next step from before the stream was resumed:
/// the sample arrived, but the order for the step was dropped.
bool Exchange::has_sample() const {
  return progress_.resumed && progress_.step_index == attached_.step_index() &&
         attached_.has_watermark_ns() && attached_.watermark_ns() >= attached_.time_ns();
}

const v1::Frame& Exchange::step(std::span<const double> values) {
  one_step(has_sample() ? std::span<const double>() : values);
  send(messages_.request);
  ++progress_.step_index;
  return receive_frame();
}

const v1::Frame& Exchange::advance(std::int64_t step_count) {
  send_advance(step_count);
  return receive_frame();
}

const v1::Frame& Exchange::receive_frame() {
  news_.contact_events.clear();
  while (!receive().has_frame()) receive_news();
  receive(messages_.response.frame());
  if (++credit_.used >= credit_.batch) {
    v1::ExchangeRequest credit;
    credit.mutable_credit()->set_credit(credit_.used);
    send(credit);
    credit_.used = 0;
  }
  return messages_.response.frame();
}

void Exchange::receive_news() {
  for (const v1::ContactEvent& event : messages_.response.contact_events().events()) {
    news_.contact_events.push_back(event);
  }
  if (messages_.response.has_need()) news_.last_need = messages_.response.need();
  if (!messages_.response.has_notice()) return;
  const v1::Notice& notice = news_.notices.emplace_back(messages_.response.notice());
  // A controller has ordered steps when it reads; its next order fails with STEP_CONFLICT instead.
  if (opening_.attach.role() != v1::ROLE_CONTROLLER && moves_session(notice))
    go_to(notice.step_index());
}

/// Updates the progress and drops the stored samples at times that the session has passed, which
/// resume() need not send again.
void Exchange::receive(const v1::Frame& frame) {
  if (frame.result() == v1::STEP_RESULT_TENTATIVE) return;
  progress_.seen_step_index = frame.step_index();
  while (!unconfirmed_.empty()) {
    const auto& times = unconfirmed_.front().sample_time_ns();
    if (!times.empty() && times.Get(times.size() - 1) >= frame.time_ns()) return;
    unconfirmed_.pop_front();
  }
}

const v1::ExchangeResponse& Exchange::receive() {
  if (!call_ || !call_->read(messages_.response)) fail();
  return messages_.response;
}

void Exchange::send(const v1::ExchangeRequest& request) {
  if (!call_ || !call_->write(request)) fail();
}

void Exchange::close() {
  call_->stop_beating();
  v1::ExchangeRequest request;
  request.mutable_detach();
  call_->write(request);
  call_->end_writes();
  throw_unless_ok(finish());
}

grpc::Status Exchange::finish() {
  call_->stop_beating();
  while (call_->read(messages_.response)) {
    if (messages_.response.has_notice()) news_.notices.push_back(messages_.response.notice());
  }
  const grpc::Status status = call_->finish();
  call_.reset();
  return status;
}

void Exchange::fail() {
  const grpc::Status closed(grpc::StatusCode::FAILED_PRECONDITION, "the stream is closed");
  const grpc::Status status = call_ ? finish() : closed;
  throw CallError(status.ok() ? closed : status);
}

std::optional<CallError> step_failure(const Exchange& stream) {
  const std::vector<v1::Notice>& notices = stream.notices();
  const auto told = std::find_if(notices.rbegin(), notices.rend(), [](const v1::Notice& notice) {
    return notice.reason() == "STEP_DISCARDED";
  });
  if (told == notices.rend()) return std::nullopt;
  if (!told->has_error()) {
    return CallError(grpc::Status(grpc::StatusCode::FAILED_PRECONDITION, told->message()));
  }
  grpc::Status status;
  grpc::SetErrorDetails(told->error(), &status);
  return CallError(status);
}

void couple(Exchange& stream, Partner& partner, std::span<const double> first,
            std::int64_t until_step_index) {
  std::vector<double> values(first.begin(), first.end());
  std::int64_t start = stream.attached().time_ns();
  std::int64_t step_index = stream.attached().step_index();
  while (step_index < until_step_index) {
    stream.send_inputs({&start, 1}, values);
    const v1::Frame& frame = stream.receive_frame();
    if (frame.result() == v1::STEP_RESULT_TENTATIVE) {
      values = partner.answer(frame);
      continue;
    }
    partner.accept();
    start = frame.time_ns();
    step_index = frame.step_index();
    if (frame.result() == v1::STEP_RESULT_ENDED) return;
  }
}

}  // namespace raftup::client
