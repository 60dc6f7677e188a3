#include "server/rpc/stream_convert.hpp"

#include <fmt/format.h>
#include <grpcpp/support/error_details.h>

#include <algorithm>

#include "hydro/base/whole_number.hpp"
#include "server/base/conversions.hpp"
#include "server/base/service_error.hpp"
#include "server/base/status.hpp"
#include "server/rpc/value_convert.hpp"
#include "server/sessions/participants/input_port.hpp"

namespace raftup::server {

namespace {

constexpr std::int64_t kDefaultQueue = 1 << 20;   // bytes
constexpr std::int64_t kSmallestQueue = 1 << 12;  // bytes
constexpr std::int64_t kLargestQueue = 1 << 24;   // bytes
constexpr double kHighestRate = 1e4;              // rows a second
constexpr double kLongestInterval = 1e6;          // s

OverflowPolicy overflow_policy_from_proto(v1::OverflowPolicy policy) {
  switch (policy) {
    case v1::OVERFLOW_POLICY_UNSPECIFIED:
    case v1::OVERFLOW_POLICY_LATEST:
      return OverflowPolicy::kLatest;
    case v1::OVERFLOW_POLICY_DROP_OLDEST:
      return OverflowPolicy::kDropOldest;
    case v1::OVERFLOW_POLICY_DISCONNECT:
      return OverflowPolicy::kDisconnect;
    case v1::OVERFLOW_POLICY_BACKPRESSURE:
      return OverflowPolicy::kBackpressure;
    default:
      throw bad_field("overflow_policy", "must be a known value of OverflowPolicy",
                      std::to_string(policy));
  }
}

/// Returns the wall-clock time between two frames. 0 means that every row is sent.
std::chrono::nanoseconds frame_interval(double rows_per_second) {
  const bool in_range = rows_per_second >= 0.0 && rows_per_second <= kHighestRate;  // false for NaN
  if (!in_range) {
    throw bad_field("max_rows_per_second", fmt::format("must be from 0 to {}", kHighestRate),
                    fmt::format("{}", rows_per_second));
  }
  if (rows_per_second == 0.0) return std::chrono::nanoseconds(0);
  // The intervals of the lowest possible rates would overflow the nanoseconds.
  const double seconds = std::min(1.0 / rows_per_second, kLongestInterval);
  return std::chrono::nanoseconds(to_integer<std::int64_t>(1e9 * seconds, "max_rows_per_second"));
}

}  // namespace

void attached_to_proto(const Session& session, const SessionStream& stream, v1::Attached& message) {
  message.set_step_index(session.recorded().step_index());
  message.set_time_ns(session.recorded().time_ns());
  message.set_step_ns(session.recorded().step_ns());
  for (const std::size_t input : stream.port.inputs) {
    input_to_proto(session, input, *message.add_inputs());
  }
  for (const std::size_t output : stream.columns.outputs) {
    output_to_proto(session, output, *message.add_outputs());
  }
  message.set_output_stride(stream.columns.stride);
  message.set_input_credit(input_credit(session.recorded(), stream.port));
  if (stream.port.writer != nullptr && stream.port.writer->watermark_ns != kNoWatermark) {
    message.set_watermark_ns(stream.port.writer->watermark_ns);
  }
  message.set_resume_token(stream.resume_token);
  message.set_next_sequence(stream.port.next_sequence);
  message.set_lease_ms(session.spec().lease_ms());
}

AttachOrder attach_order_from_proto(const v1::Attach& attach) {
  AttachOrder order;
  order.participant_id = attach.participant_id();
  switch (attach.role()) {
    case v1::ROLE_CONTROLLER:
      order.role = Role::kController;
      break;
    case v1::ROLE_PARTICIPANT:
      order.role = Role::kParticipant;
      break;
    case v1::ROLE_OBSERVER:
      order.role = Role::kObserver;
      break;
    default:
      throw bad_field("role", "must be controller, participant or observer",
                      std::to_string(attach.role()));
  }
  order.inputs = {attach.input_variables().begin(), attach.input_variables().end()};
  order.outputs = {attach.output_variables().begin(), attach.output_variables().end()};
  order.output_stride = attach.output_stride();
  order.credit = attach.credit();
  order.take_over = attach.take_over();
  order.resume_token = attach.resume_token();
  order.resume_from_step_index = attach.resume_from_step_index();
  order.state_hash = attach.state_hash();
  return order;
}

InputSamples input_samples_from_proto(const v1::Inputs& inputs) {
  InputSamples samples;
  samples.sequence = inputs.sequence();
  samples.times_ns = {inputs.sample_time_ns().data(),
                      static_cast<std::size_t>(inputs.sample_time_ns_size())};
  samples.values = {inputs.values().data(), static_cast<std::size_t>(inputs.values_size())};
  if (inputs.has_watermark_ns()) samples.watermark_ns = inputs.watermark_ns();
  return samples;
}

StepRequest step_request_from_proto(const v1::Advance& advance) {
  if (advance.tentative() && advance.commit()) {
    throw bad_field("commit", "must be left out of a tentative Advance", "true");
  }
  StepRequest request{advance.expected_step_index(), advance.step_count()};
  if (advance.tentative()) request.kind = AdvanceKind::kTentative;
  if (advance.commit()) request.kind = AdvanceKind::kCommit;
  return request;
}

v1::StepResult step_result_to_proto(StepResult result) {
  switch (result) {
    case StepResult::kCommitted:
      return v1::STEP_RESULT_COMMITTED;
    case StepResult::kDiscarded:
      return v1::STEP_RESULT_DISCARDED;
    case StepResult::kEarlyReturn:
      return v1::STEP_RESULT_EARLY_RETURN;
    case StepResult::kTentative:
      return v1::STEP_RESULT_TENTATIVE;
    case StepResult::kEnded:
      return v1::STEP_RESULT_ENDED;
  }
  return v1::STEP_RESULT_UNSPECIFIED;
}

void frame_summary_to_proto(const FrameSummary& summary, v1::Frame& message) {
  message.set_step_index(summary.step_index);
  message.set_time_ns(summary.time_ns);
  message.set_result(step_result_to_proto(summary.result));
  message.set_compute_ns(summary.compute_ns);
  message.set_wait_ns(summary.wait_ns);
  message.set_input_credit(summary.input_credit);
  message.set_dropped_frame_count(summary.dropped_frame_count);
  message.set_state_hash(summary.state_hash);
  message.set_iteration(summary.iteration);
  message.set_iteration_residual(summary.iteration_residual);
  message.set_commit_time_ns(summary.commit_time_ns);
  leave_out_single_time(message);
}

void notice_to_proto(const SessionNotice& notice, v1::Notice& message) {
  message.set_severity(severity_to_proto(notice.severity));
  message.set_reason(notice.reason);
  message.set_message(notice.message);
  message.set_step_index(notice.step_index);
}

void step_failure_to_proto(const ServiceError& error, std::int64_t step_index,
                           v1::Notice& message) {
  notice_to_proto({Severity::kError, "STEP_DISCARDED",
                   fmt::format("{}: {}", reason_name(error.reason()), error.what()), step_index},
                  message);
  grpc::ExtractErrorDetails(to_status(error), message.mutable_error());
}

WatchOrder watch_order_from_proto(const v1::WatchSessionRequest& request) {
  WatchOrder order;
  order.outputs = {request.output_variables().begin(), request.output_variables().end()};
  order.output_stride = request.output_stride();
  order.policy = overflow_policy_from_proto(request.overflow_policy());
  const std::int64_t bytes = request.queue_bytes() == 0 ? kDefaultQueue : request.queue_bytes();
  if (bytes < kSmallestQueue || bytes > kLargestQueue) {
    throw bad_field("queue_bytes",
                    fmt::format("must be from {} to {}", kSmallestQueue, kLargestQueue),
                    std::to_string(bytes));
  }
  order.queue_bytes = static_cast<std::size_t>(bytes);
  order.recorder_id = request.recorder_id();
  order.frame_interval = frame_interval(request.max_rows_per_second());
  order.contacts = request.contacts();
  return order;
}

void watching_to_proto(const Session& session, const Columns& columns, v1::Watching& message) {
  message.set_step_index(session.recorded().written().step_index);
  message.set_time_ns(session.recorded().written().time_ns);
  message.set_step_ns(session.recorded().step_ns());
  for (const std::size_t output : columns.outputs) {
    output_to_proto(session, output, *message.add_outputs());
  }
  message.set_output_stride(columns.stride);
}

}  // namespace raftup::server
