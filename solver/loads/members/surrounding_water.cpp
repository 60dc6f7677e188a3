#include "solver/loads/members/surrounding_water.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "hydro/numerics/elementary.hpp"
#include "solver/model/faded_current.hpp"

namespace raftup::solver {

namespace {

constexpr std::size_t kFewPoints = 16;  ///< fewer points do not justify gathering waves
/// Distance of places at which waves are gathered, relative to the radius.
constexpr double kPlaceStep = 0.25;
constexpr double kDepthStep = 1.25;  ///< ratio of successive depths

/// Largest distance between the points' middle and the place, relative to the distance of places.
constexpr double kRounded = 0.71;
constexpr double kNever = std::numeric_limits<double>::quiet_NaN();  ///< equal to no time

}  // namespace

SurroundingWater::SurroundingWater(const Model& model, hydro::WaveStretching stretching,
                                   const Points& points)
    : stretching_(stretching),
      water_depth_(model.water_depth),
      current_(model.current),
      current_fading_(FadedCurrent::current_fading(model)),
      streams_(StreamedWaves::all_of(model)),
      waves_(streams_.size()),
      points_(points) {
  current_shares_.fill(current_fading_.at(0.0));
  for (std::size_t i = 0; i < streams_.size(); ++i) {
    if (streams_[i].has_factors()) waves_[i].kinematics.emplace(streams_[i].sea());
  }
  if (!model.sea) return;
  waves_.emplace_back().kinematics.emplace(*model.sea);
  reaches_surface_ = model.sea->steep_wave() != nullptr;
  double variance = 0.0;
  for (const hydro::WaveComponent& wave : model.sea->components()) {
    variance += 0.5 * wave.amplitude * wave.amplitude;
  }
  crest_ = 4.0 * std::sqrt(variance);
  const bool is_linear = model.sea->steep_wave() == nullptr && model.sea->bound_waves() == nullptr;
  if (is_linear && points_.count >= kFewPoints && points_.radius > 0.0) sea_ = model.sea;
}

void SurroundingWater::prepare_stream(std::size_t stream, const StepTimes& times,
                                      const InputSeries& series) {
  StreamedWaves& source = streams_[stream];
  Waves& waves = waves_[stream];
  if (source.follow(series, times.start)) waves.kinematics.reset();
  if (!waves.kinematics && !source.sea().components().empty()) {
    waves.kinematics.emplace(source.sea());
  }
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
  current_shares_ = {current_fading_.at(times.start), current_fading_.at(times.middle),
                     current_fading_.at(times.end)};
  for (std::size_t i = 0; i < streams_.size(); ++i) {
    prepare_stream(i, times, inputs[streams_[i].input()]);
  }
  if (has_sea()) prepare_sea(times);
}

/// Prepares the waves of the sea. The end of a step is reused as the start of the next step.
void SurroundingWater::prepare_sea(const StepTimes& times) {
  Waves& sea = waves_.back();
  auto& [start, middle, end] = sea.at;
  if (times.start == prepared_start_ && times.end == prepared_end_) return;
  prepared_start_ = times.start;
  const bool follows = times.start == std::exchange(prepared_end_, kNever);
  if (follows) {
    std::swap(start, end);
    std::swap(nearby_.front(), nearby_.back());
  } else {
    start = sea.kinematics->phasors(times.start);
    nearby_.front().waves = nullptr;
  }
  middle = sea.kinematics->phasors(times.middle);
  end = sea.kinematics->phasors(times.end);
  nearby_[1].waves = nearby_[2].waves = nullptr;
  prepared_end_ = times.end;
}

double SurroundingWater::reach_of_place() const {
  return (1.0 + kRounded * kPlaceStep) * points_.radius;
}

double SurroundingWater::depth_of_step(int depth_step) const {
  double depth = points_.radius;
  for (int step = 0; step < depth_step; ++step) depth *= kDepthStep;
  return std::min(depth, water_depth_);
}

const hydro::GatheredWaves* SurroundingWater::gathered(int depth_step) const {
  auto entry = gathered_.find(depth_step);
  if (entry == gathered_.end()) {
    auto made = hydro::GatheredWaves::of(*sea_, {reach_of_place(), depth_of_step(depth_step)});
    entry = gathered_.emplace(depth_step, std::move(made)).first;
  }
  return entry->second ? &*entry->second : nullptr;
}

void SurroundingWater::look_from(hydro::Stage stage, const BodyKinematics& body) const {
  if (!sea_ || !waves_.back().act(stage)) return;
  const Vector3 middle = body.position + body.rotation * points_.middle;
  const double step = kPlaceStep * points_.radius;
  const Vector2 place(step * nearest_integer(middle.x() / step),
                      step * nearest_integer(middle.y() / step));
  const double lowest = middle.z() - points_.radius - crest_;
  int depth_step = 0;
  while (depth_of_step(depth_step) < std::min(-lowest, water_depth_)) ++depth_step;
  Nearby& nearby = nearby_[static_cast<std::size_t>(stage)];
  if (nearby.waves != nullptr && nearby.phasors.place == place && nearby.depth_step == depth_step) {
    return;
  }
  nearby.waves = nullptr;  // until the waves have been gathered
  const hydro::GatheredWaves* waves = gathered(depth_step);
  nearby.depth_step = depth_step;
  if (waves == nullptr) return;
  waves->gather(waves_.back().phasors(stage), place, points_.wanted, nearby.phasors);
  nearby.waves = waves;
}

const SurroundingWater::Nearby* SurroundingWater::nearby(const Waves& waves,
                                                         hydro::Stage stage) const {
  const Nearby& nearby = nearby_[static_cast<std::size_t>(stage)];
  return has_sea() && &waves == &waves_.back() && nearby.waves != nullptr ? &nearby : nullptr;
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
    if (!waves.act(stage)) continue;
    if (const Nearby* near = nearby(waves, stage)) {
      near->waves->add_elevations(near->phasors, row, elevations);
    } else {
      waves.kinematics->add_elevations(waves.phasors(stage), row, elevations);
    }
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
  if (reaches_surface_ && stretching_ != hydro::WaveStretching::kNone) return {z};
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
    motions[i].velocity.head<2>() =
        current_shares_[static_cast<std::size_t>(stage)] * current_.velocity(-z[i]);
  }
  if (is_still(stage)) return;
  elevations_.assign(z.size(), 0.0);
  if (stretching_ == hydro::WaveStretching::kWheeler) elevations(stage, row, elevations_);
  heights_.clear();
  for (std::size_t i = 0; i < z.size(); ++i) heights_.push_back(height(z[i], elevations_[i]));
  for (const Waves& waves : waves_) {
    if (!waves.act(stage)) continue;
    if (const Nearby* near = nearby(waves, stage)) {
      near->waves->add_motions(near->phasors, row, heights_, motions);
    } else {
      waves.kinematics->add_motions(waves.phasors(stage), row, heights_, motions);
    }
  }
}

SurroundingWater::AtPoint SurroundingWater::at_point(hydro::Stage stage,
                                                     const Vector3& point) const {
  AtPoint found;
  const hydro::PointRow place{point.head<2>(), Vector2::Zero()};
  const bool stretched = stretching_ != hydro::WaveStretching::kNone;
  for (const Waves& waves : waves_) {
    if (!waves.act(stage)) continue;
    if (const Nearby* near = nearby(waves, stage)) {
      if (stretched) {
        near->waves->add_elevations(near->phasors, place, std::span(&found.elevation, 1));
      }
      continue;
    }
    waves.kinematics->go_to(waves.phasors(stage), place.first);
    if (stretched) found.elevation += waves.kinematics->elevation_here();
  }
  const double z = std::min(point.z(), found.elevation);
  found.motion.velocity.head<2>() =
      current_shares_[static_cast<std::size_t>(stage)] * current_.velocity(-z);
  const hydro::WaterHeight at = height(z, found.elevation);
  for (const Waves& waves : waves_) {
    if (!waves.act(stage)) continue;
    if (const Nearby* near = nearby(waves, stage)) {
      near->waves->add_motions(near->phasors, place, std::span(&at, 1),
                               std::span(&found.motion, 1));
    } else {
      waves.kinematics->add_motion_here(at, found.motion);
    }
  }
  return found;
}

}  // namespace raftup::solver
