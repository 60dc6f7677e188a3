#include "server/rpc/sea_convert.hpp"

#include <variant>

#include "hydro/base/sha256.hpp"

namespace raftup::server {

namespace {

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

void sea_to_proto(const solver::Model& model, v1::GetSeaResponse& message) {
  if (model.sea) components_to_proto(*model.sea, message);
  for (const solver::Input& input : model.inputs) {
    if (streams_waves(input)) message.add_streaming_inputs(input.name);
  }
  message.set_sha256(sha256(message.SerializeAsString()));
}

}  // namespace raftup::server
