#include "solver/loads/members/surrounding_water.hpp"

#include <algorithm>
#include <cmath>

namespace raftup::solver {

SurroundingWater::SurroundingWater(const Model& model, hydro::WaveStretching stretching)
    : stretching_(stretching),
      water_depth_(model.water_depth),
      current_(model.current),
      streams_(StreamedWaves::all_of(model)),
      waves_(streams_.size()) {
  for (std::size_t i = 0; i < streams_.size(); ++i) {
    if (streams_[i].has_factors()) waves_[i].kinematics.emplace(streams_[i].sea());
  }
  if (model.sea) waves_.emplace_back().kinematics.emplace(*model.sea);
}

void SurroundingWater::prepare_stream(std::size_t stream, const StepTimes& times,
                                      const InputSeries& series) {
  StreamedWaves& source = streams_[stream];
  Waves& waves = waves_[stream];
  if (source.follow(series, times.start)) waves.kinematics.emplace(source.sea());
  waves.at = {};
  if (!waves.kinematics || series.times_ns().empty()) return;
  const std::array instants{times.start, times.middle, times.end};
  for (std::size_t stage = 0; stage < instants.size(); ++stage) {
    if (!source.has_factors()) {
      waves.at[stage] = waves.kinematics->phasors(instants[stage]);
      continue;
    }
    hydro::AmplitudeFactors factors;
    source.amplitude_factors(series, instants[stage], factors);
    waves.at[stage] = waves.kinematics->phasors(instants[stage], &factors);
  }
}

void SurroundingWater::prepare(const StepTimes& times, const std::vector<InputSeries>& inputs) {
  for (std::size_t i = 0; i < streams_.size(); ++i) {
    prepare_stream(i, times, inputs[streams_[i].input()]);
  }
  if (waves_.size() == streams_.size()) return;
  Waves& sea = waves_.back();
  sea.at = {sea.kinematics->phasors(times.start), sea.kinematics->phasors(times.middle),
            sea.kinematics->phasors(times.end)};
}

bool SurroundingWater::is_still(hydro::Stage stage) const {
  return std::none_of(waves_.begin(), waves_.end(),
                      [stage](const Waves& waves) { return waves.act(stage); });
}

void SurroundingWater::elevations(hydro::Stage stage, const hydro::PointRow& row,
                                  std::span<double> elevations) const {
  std::fill(elevations.begin(), elevations.end(), 0.0);
  if (stretching_ == hydro::WaveStretching::kNone) return;
  for (const Waves& waves : waves_) {
    if (waves.act(stage)) waves.kinematics->add_elevations(waves.phasors(stage), row, elevations);
  }
}

hydro::SurfaceMotion SurroundingWater::surface(hydro::Stage stage, const Vector2& position) const {
  hydro::SurfaceMotion sum;
  if (stretching_ == hydro::WaveStretching::kNone) return sum;
  for (const Waves& waves : waves_) {
    if (waves.act(stage)) sum += waves.kinematics->surface(waves.phasors(stage), position);
  }
  return sum;
}

hydro::WaterHeight SurroundingWater::height(double z, double elevation) const {
  switch (stretching_) {
    case hydro::WaveStretching::kWheeler:
      if (!std::isfinite(water_depth_)) return {z - elevation};
      return {water_depth_ * ((z + water_depth_) / (water_depth_ + elevation) - 1.0)};
    case hydro::WaveStretching::kExtrapolated:
      return {std::min(z, 0.0), std::max(z, 0.0)};
    default:
      return {std::min(z, 0.0)};
  }
}

void SurroundingWater::motions(hydro::Stage stage, const hydro::PointRow& row,
                               std::span<const double> z,
                               std::span<hydro::WaterMotion> motions) const {
  for (std::size_t i = 0; i < z.size(); ++i) {
    motions[i] = {};
    motions[i].velocity.head<2>() = current_.velocity(-z[i]);
  }
  if (is_still(stage)) return;
  elevations_.assign(z.size(), 0.0);
  if (stretching_ == hydro::WaveStretching::kWheeler) elevations(stage, row, elevations_);
  heights_.clear();
  for (std::size_t i = 0; i < z.size(); ++i) heights_.push_back(height(z[i], elevations_[i]));
  for (const Waves& waves : waves_) {
    if (!waves.act(stage)) continue;
    waves.kinematics->add_motions(waves.phasors(stage), row, heights_, motions);
  }
}

}  // namespace raftup::solver
