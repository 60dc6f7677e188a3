#include "server/rpc/value_convert.hpp"

#include <variant>

#include "hydro/base/sha256.hpp"
#include "solver/simulation/outputs/output_catalogue.hpp"

namespace raftup::server {

namespace {

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
  for (const hydro::Fading::Part& part : sea.fading().parts()) {
    v1::SeaStage& stage = *message.add_stages();
    stage.set_start(part.start);
    stage.set_end(part.end);
    stage.set_present(part.presence != hydro::Presence::kOff);
    stage.set_ramp(part.presence == hydro::Presence::kRamp);
  }
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
  message.set_written_by_model(session.simulation().model().inputs[input].is_owned());
}

void output_to_proto(const Session& session, std::size_t output, v1::Variable& message) {
  variable_to_proto(session.simulation().outputs()[output], v1::CAUSALITY_OUTPUT, 0, message);
}

void described_outputs_to_proto(const BuiltModel& built, v1::DescribeOutputsResponse& message) {
  for (const solver::Output& output : solver::list_outputs(built.model)) {
    variable_to_proto(output.variable, v1::CAUSALITY_OUTPUT, 0, *message.add_outputs());
  }
  message.mutable_recorded_outputs()->Assign(built.outputs.begin(), built.outputs.end());
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

void sea_to_proto(const solver::Model& model, v1::GetSeaResponse& message) {
  if (model.sea) components_to_proto(*model.sea, message);
  for (const solver::Input& input : model.inputs) {
    if (streams_waves(input)) message.add_streaming_inputs(input.name);
  }
  message.set_sha256(sha256(message.SerializeAsString()));
}

}  // namespace raftup::server
