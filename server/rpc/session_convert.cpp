#include "server/rpc/session_convert.hpp"

#include <fmt/format.h>
#include <google/protobuf/util/time_util.h>

#include <algorithm>
#include <charconv>
#include <variant>

#include "hydro/base/sha256.hpp"
#include "hydro/base/whole_number.hpp"
#include "server/base/conversions.hpp"
#include "server/model/message_fields.hpp"
#include "server/model/model_parts.hpp"
#include "server/model/session_builder.hpp"

namespace raftup::server {

namespace {

constexpr std::int64_t kDefaultQueue = 1 << 20;   // bytes
constexpr std::int64_t kSmallestQueue = 1 << 12;  // bytes
constexpr std::int64_t kLargestQueue = 1 << 24;   // bytes
constexpr double kHighestRate = 1e4;              // rows a second
constexpr double kLongestInterval = 1e6;          // s

google::protobuf::Timestamp timestamp(std::chrono::system_clock::time_point time) {
  return google::protobuf::util::TimeUtil::NanosecondsToTimestamp(to_unix_ns(time));
}

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

/// Wall clock between two frames; 0 = every row is sent.
std::chrono::nanoseconds frame_interval(double rows_per_second) {
  const bool in_range = rows_per_second >= 0.0 && rows_per_second <= kHighestRate;  // NaN is not
  if (!in_range) {
    throw bad_field("max_rows_per_second", fmt::format("must be from 0 to {}", kHighestRate),
                    fmt::format("{}", rows_per_second));
  }
  if (rows_per_second == 0.0) return std::chrono::nanoseconds(0);
  // The slowest rates that a double can say would not fit into nanoseconds.
  const double seconds = std::min(1.0 / rows_per_second, kLongestInterval);
  return std::chrono::nanoseconds(to_integer<std::int64_t>(1e9 * seconds, "max_rows_per_second"));
}

void output_statistics_to_proto(const solver::OutputReport& report, v1::OutputStatistics& message) {
  message.set_name(report.name);
  for (const solver::NumberReport& number : report.numbers) {
    message.add_mean(number.mean);
    message.add_std(number.std);
    message.add_skewness(number.skewness);
    message.add_kurtosis(number.kurtosis);
    message.add_min(number.min);
    message.add_max(number.max);
    message.add_up_crossings(number.up_crossings);
    message.add_level(number.level);
    if (!report.has_turning_points) continue;
    message.add_turning_points()->mutable_values()->Assign(number.turning_points.begin(),
                                                           number.turning_points.end());
  }
}

void quota_to_proto(const Quota& quota, v1::Quota& message) {
  const auto set = [&message](std::int64_t limit, void (v1::Quota::*field)(std::int64_t)) {
    if (limit != Quota::kNoLimit) (message.*field)(limit);
  };
  set(quota.sessions, &v1::Quota::set_sessions);
  set(quota.bodies, &v1::Quota::set_bodies);
  set(quota.streams, &v1::Quota::set_streams);
  set(quota.checkpoints, &v1::Quota::set_checkpoints);
  set(quota.database_bytes, &v1::Quota::set_database_bytes);
  set(quota.requests_per_second, &v1::Quota::set_requests_per_second);
  set(quota.computations, &v1::Quota::set_computations);
  set(quota.unread_bytes, &v1::Quota::set_unread_bytes);
}

void history_to_proto(const hydro::VarianceHistory& history, v1::VarianceHistory& message) {
  message.set_first(static_cast<int>(history.first));
  message.mutable_time()->Assign(history.times.begin(), history.times.end());
  for (Eigen::Index component = 0; component < history.variances.rows(); ++component) {
    for (const double variance : history.variances.row(component)) message.add_variance(variance);
  }
}

void components_to_proto(const hydro::Sea& sea, v1::GetSeaResponse& message) {
  for (const hydro::WaveComponent& component : sea.components()) {
    message.add_omega(component.omega);
    message.add_direction(component.direction);
    message.add_amplitude(component.amplitude);
    message.add_phase(component.phase);
  }
  for (const double wavenumber : sea.wavenumbers()) message.add_wavenumber(wavenumber);
  message.set_ramp_duration(sea.ramp_duration());
  for (const hydro::VarianceHistory& history : sea.histories()) {
    history_to_proto(history, *message.add_histories());
  }
}

bool streams_waves(const solver::Input& input) {
  return std::holds_alternative<solver::WaveElevationInput>(input.kind) ||
         std::holds_alternative<solver::StreamedComponents>(input.kind) ||
         std::holds_alternative<solver::StreamedSpectrum>(input.kind);
}

}  // namespace

void session_to_proto(const Session& session, ModelDetail detail, v1::Session& message) {
  message.set_name(session.name());
  *message.mutable_spec() = session.spec();
  if (detail == ModelDetail::kLeftOut) message.mutable_spec()->clear_model();
  message.set_state(session_state_to_proto(session.state()));
  message.set_step_index(session.recorded().written().step_index);
  message.set_time_ns(session.recorded().written().time_ns);
  message.set_step_ns(session.recorded().step_ns());
  *message.mutable_create_time() = timestamp(session.create_time());
  for (const auto& writer : session.recorded().writers().all()) {
    auto& status = *message.add_participants();
    status.set_participant_id(writer->declaration.participant_id);
    status.set_attached(writer->attached);
    if (writer->watermark_ns != kNoWatermark) status.set_watermark_ns(writer->watermark_ns);
  }
  const auto& reports = session.simulation().radiation_reports();
  const auto& groups = session.simulation().model().hydrodynamics;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    radiation_report_to_proto(reports[i], groups[i].name, *message.add_radiation());
  }
  for (const auto& finding : session_findings(session.simulation(), session.spec().model())) {
    finding_to_proto(finding, *message.add_findings());
  }
  for (const auto& island : session.simulation().islands()) {
    island_to_proto(island, session.simulation().model(), *message.add_islands());
  }
  message.set_paused(session.schedule().paused());
  for (const auto& id : session.schedule().waiting_for()) message.add_waiting_for(id);
  const SessionTimes times = session.schedule().times();
  message.set_compute_ns(times.compute.count());
  message.set_wait_ns(times.wait.count());
}

void failed_session_to_proto(const FailedSession& session, v1::Session& message) {
  message.set_name(session.key.name);
  *message.mutable_spec() = session.spec;
  message.set_state(v1::SESSION_STATE_FAILED);
  *message.mutable_create_time() = timestamp(session.create_time);
  message.set_failure(session.reason);
}

v1::SessionState session_state_to_proto(SessionState state) {
  switch (state) {
    case SessionState::kCreated:
      return v1::SESSION_STATE_CREATED;
    case SessionState::kInitialized:
      return v1::SESSION_STATE_INITIALIZED;
    case SessionState::kRunning:
      return v1::SESSION_STATE_RUNNING;
    case SessionState::kTerminated:
      return v1::SESSION_STATE_TERMINATED;
  }
  return v1::SESSION_STATE_UNSPECIFIED;
}

void radiation_report_to_proto(const hydro::RadiationReport& report, const std::string& group,
                               v1::RadiationReport& message) {
  message.set_group(group);
  MutableField(message, "form")
      .set_enumerator(names_of(report.form), static_cast<std::size_t>(report.form));
  message.set_pole_count(report.pole_count);
  message.set_kernel_duration(report.kernel_duration);
  message.set_kernel_error(report.error_kernel);
  message.set_added_mass_error(report.error_added_mass);
  message.set_damping_error(report.error_damping);
  message.set_data_residual(report.data_residual);
  message.set_infinite_added_mass_error(report.error_infinite_added_mass);
  message.set_response_error(report.error_response);
  for (const double omega : report.frequencies_to_add) message.add_frequencies_to_add(omega);
  for (const auto& finding : report.findings) finding_to_proto(finding, *message.add_findings());
}

void island_to_proto(const solver::IslandReport& island, const solver::Model& model,
                     v1::IslandReport& message) {
  for (const std::size_t body : island.bodies) message.add_bodies(model.bodies[body].name);
  for (const std::size_t joint : island.joints) message.add_joints(model.joints[joint].name);
  message.set_stepper(stepper_to_proto(island.stepper));
}

void variable_to_proto(const solver::Variable& variable, v1::Causality causality,
                       std::int64_t look_ahead_ns, v1::Variable& message) {
  message.set_name(variable.name);
  message.set_unit(variable.unit);
  message.set_frame(variable.frame);
  message.set_size(variable.size);
  message.set_causality(causality);
  message.set_description(variable.description);
  message.set_look_ahead_ns(look_ahead_ns);
}

void input_to_proto(const Session& session, std::size_t input, v1::Variable& message) {
  variable_to_proto(session.simulation().inputs()[input], v1::CAUSALITY_INPUT,
                    session.simulation().input_look_ahead_ns(input), message);
}

void output_to_proto(const Session& session, std::size_t output, v1::Variable& message) {
  variable_to_proto(session.simulation().outputs()[output], v1::CAUSALITY_OUTPUT, 0, message);
}

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

void checkpoint_to_proto(const Checkpoint& checkpoint, const std::string& session,
                         v1::Checkpoint& message) {
  message.set_name(session + "/checkpoints/" + checkpoint.id);
  message.set_step_index(checkpoint.step_index());
  message.set_time_ns(checkpoint.time_ns);
  message.set_size_bytes(checkpoint.size_bytes);
  message.set_label(checkpoint.label);
  *message.mutable_create_time() = timestamp(checkpoint.create_time);
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

void statistics_to_proto(const solver::StatisticsReport& report,
                         v1::GetStatisticsResponse& message) {
  message.set_sample_count(report.sample_count);
  message.set_duration(report.duration);
  for (const solver::OutputReport& output : report.outputs) {
    output_statistics_to_proto(output, *message.add_outputs());
  }
  for (const solver::LimitReport& limit : report.limits) {
    v1::LimitStatistics& converted = *message.add_limits();
    converted.set_name(limit.name);
    converted.set_exceeded_duration(limit.exceeded_duration);
    converted.set_exceedance_count(limit.exceedance_count);
  }
}

v1::AccessRole access_role_to_proto(AccessRole role) {
  switch (role) {
    case AccessRole::kObserver:
      return v1::ACCESS_ROLE_OBSERVER;
    case AccessRole::kOperator:
      return v1::ACCESS_ROLE_OPERATOR;
    case AccessRole::kAdmin:
      return v1::ACCESS_ROLE_ADMIN;
  }
  return v1::ACCESS_ROLE_UNSPECIFIED;
}

void caller_to_proto(const Caller& caller, const Quota& quota, v1::GetCallerResponse& message) {
  message.set_tenant(caller.tenant);
  message.set_role(access_role_to_proto(caller.role));
  quota_to_proto(quota, *message.mutable_quota());
  message.set_server_version(RAFTUP_VERSION);
}

void sea_to_proto(const solver::Model& model, v1::GetSeaResponse& message) {
  if (model.sea) components_to_proto(*model.sea, message);
  for (const solver::Input& input : model.inputs) {
    if (streams_waves(input)) message.add_streaming_inputs(input.name);
  }
  message.set_sha256(sha256(message.SerializeAsString()));
}

int page_size(int asked, int limit) {
  if (asked < 0) throw bad_field("page_size", "must not be negative", std::to_string(asked));
  return asked == 0 ? limit : std::min(asked, limit);
}

int page_start(const std::string& token) {
  if (token.empty()) return 0;
  int start = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), start);
  if (error != std::errc() || end != token.data() + token.size() || start < 0) {
    throw bad_field("page_token", "must be a next_page_token", token);
  }
  return start;
}

}  // namespace raftup::server
