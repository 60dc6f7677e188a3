#include "clients/cpp/exchange.hpp"

#include <algorithm>
#include <utility>

#include "clients/cpp/call_error.hpp"
#include "clients/cpp/connection_options.hpp"

namespace raftup::client {

namespace {

constexpr int kCredit = 64;

}  // namespace

Exchange::Exchange(v1::SessionService::Stub& stub, v1::Attach attach, const std::string& token)
    : context_(make_context(token)), stream_(stub.Exchange(context_.get())) {
  if (attach.credit() == 0) attach.set_credit(kCredit);
  credit_batch_ = std::max(1, attach.credit() / 2);
  *request_.mutable_attach() = std::move(attach);
  send(request_);
  attached_ = receive().attached();
  step_index_ = attached_.step_index();
}

Exchange::~Exchange() {
  if (!stream_) return;
  context_->TryCancel();
  stream_->Finish();
}

void Exchange::fill_inputs(std::span<const std::int64_t> times_ns, std::span<const double> values,
                           v1::Inputs& inputs) {
  inputs.set_sequence(++sequence_);
  inputs.mutable_sample_time_ns()->Assign(times_ns.begin(), times_ns.end());
  inputs.mutable_values()->Assign(values.begin(), values.end());
}

void Exchange::send_inputs(std::span<const std::int64_t> times_ns, std::span<const double> values,
                           std::optional<std::int64_t> watermark_ns) {
  v1::Inputs& inputs = *request_.mutable_inputs();
  inputs.Clear();
  fill_inputs(times_ns, values, inputs);
  if (watermark_ns) inputs.set_watermark_ns(*watermark_ns);
  send(request_);
}

void Exchange::send_advance(std::int64_t step_count) {
  v1::Advance& advance = *request_.mutable_advance();
  advance.Clear();
  advance.set_expected_step_index(step_index_);
  advance.set_step_count(step_count);
  send(request_);
  step_index_ += step_count;
}

v1::Advance& Exchange::one_step(std::span<const double> values) {
  v1::Advance& advance = *request_.mutable_advance();
  advance.clear_tentative();
  advance.clear_commit();
  advance.set_expected_step_index(step_index_);
  advance.set_step_count(1);
  if (!values.empty()) {
    const std::int64_t now = step_index_ * attached_.step_ns();
    fill_inputs({&now, 1}, values, *advance.mutable_inputs());
  } else {
    advance.clear_inputs();
  }
  return advance;
}

const v1::Frame& Exchange::try_step(std::span<const double> values) {
  one_step(values).set_tentative(true);
  send(request_);
  return receive_frame();
}

const v1::Frame& Exchange::commit_step() {
  one_step({}).set_commit(true);
  send(request_);
  ++step_index_;
  return receive_frame();
}

const v1::Frame& Exchange::step(std::span<const double> values) {
  one_step(values);
  send(request_);
  ++step_index_;
  return receive_frame();
}

const v1::Frame& Exchange::advance(std::int64_t step_count) {
  send_advance(step_count);
  return receive_frame();
}

const v1::Frame& Exchange::receive_frame() {
  while (!receive().has_frame()) {
    if (response_.has_notice()) notices_.push_back(response_.notice());
    if (response_.has_need()) last_need_ = response_.need();
  }
  if (++frames_since_credit_ >= credit_batch_) {
    v1::ExchangeRequest credit;
    credit.mutable_credit()->set_credit(frames_since_credit_);
    send(credit);
    frames_since_credit_ = 0;
  }
  return response_.frame();
}

const v1::ExchangeResponse& Exchange::receive() {
  if (!stream_->Read(&response_)) fail();
  return response_;
}

void Exchange::send(const v1::ExchangeRequest& request) {
  if (!stream_->Write(request)) fail();
}

void Exchange::close() {
  v1::ExchangeRequest request;
  request.mutable_detach();
  stream_->Write(request);
  stream_->WritesDone();
  while (stream_->Read(&response_)) {
    if (response_.has_notice()) notices_.push_back(response_.notice());
  }
  const grpc::Status status = stream_->Finish();
  stream_.reset();
  throw_unless_ok(status);
}

void Exchange::fail() {
  // What the server said before it ended the stream is not lost.
  while (stream_->Read(&response_)) {
    if (response_.has_notice()) notices_.push_back(response_.notice());
  }
  const grpc::Status status = stream_->Finish();
  stream_.reset();
  throw CallError(status.ok()
                      ? grpc::Status(grpc::StatusCode::FAILED_PRECONDITION, "the stream is closed")
                      : status);
}

}  // namespace raftup::client
