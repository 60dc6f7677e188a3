#include "solver/loads/hydrodynamics/wave_excitation.hpp"

#include <utility>

#include "solver/loads/hydrodynamics/diffraction.hpp"

namespace raftup::solver {

WaveExcitation::WaveExcitation(const Model& model, const HydrodynamicGroup& group,
                               std::vector<hydro::HorizontalPose> rest)
    : database_(acting_excitation(group)), rest_(std::move(rest)), options_(group.excitation) {
  if (!group.excitation_enabled) return;
  if (model.sea) sea_.emplace_back(*database_, *model.sea, rest_, options_);
  options_.in_windows = false;  // waves of streams may last for one step only
  for (StreamedWaves& waves : StreamedWaves::all_of(model)) {
    std::optional<hydro::Excitation> excitation;
    if (waves.has_factors()) excitation.emplace(*database_, waves.sea(), rest_, options_);
    streams_.push_back({std::move(waves), std::move(excitation)});
  }
}

/// Makes the excitation of waves that have arrived, and that which an interrupted step has not
/// made.
void WaveExcitation::follow(Stream& stream, const InputSeries& series, double step_start) {
  if (stream.waves.follow(series, step_start)) stream.excitation.reset();
  if (stream.excitation || stream.waves.sea().components().empty()) return;
  stream.excitation.emplace(*database_, stream.waves.sea(), rest_, options_);
}

void WaveExcitation::store_instants(const hydro::StepExcitation& instants) {
  if (!any_) {
    sum_ = instants;
  } else {
    for (std::size_t i = 0; i < sum_.size(); ++i) {
      sum_[i].force += instants[i].force;
      sum_[i].gradient += instants[i].gradient;
    }
  }
  any_ = true;
}

void WaveExcitation::linearize(const hydro::UniformMotion& motion, const StepTimes& times,
                               const std::vector<InputSeries>& inputs) {
  any_ = !sea_.empty();
  if (!sea_.empty()) sea_.front().linearize(motion, sum_);
  for (Stream& stream : streams_) {
    const InputSeries& series = inputs[stream.waves.input()];
    follow(stream, series, times.start);
    if (!stream.excitation || series.times_ns().empty()) continue;
    if (stream.waves.has_factors()) {
      const auto factors = [&](double time, hydro::AmplitudeFactors& at) {
        stream.waves.amplitude_factors(series, time, at);
      };
      stream.excitation->linearize(motion, factors, instants_);
    } else {
      stream.excitation->linearize(motion, instants_);
    }
    store_instants(instants_);
  }
}

void WaveExcitation::check(const std::vector<hydro::HorizontalPose>& poses) const {
  if (!sea_.empty()) sea_.front().check(poses);
  for (const Stream& stream : streams_) {
    if (stream.excitation) stream.excitation->check(poses);
  }
}

void WaveExcitation::evaluate(hydro::Stage stage, const std::vector<hydro::HorizontalPose>& poses,
                              VectorXd& force) const {
  if (!any_) {
    force.setZero();
    return;
  }
  sum_[static_cast<std::size_t>(stage)].evaluate(poses, force);
}

}  // namespace raftup::solver
