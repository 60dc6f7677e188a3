#include "solver/water/groups/streamed_waves.hpp"

#include <algorithm>
#include <utility>

namespace raftup::solver {

namespace {

hydro::Sea::Water water_of(const Model& model) {
  return {model.water_depth, model.gravity, model.current};
}

/// Number of streamed spectra with the same seed before this input.
std::uint64_t same_seed_before(const Model& model, std::size_t input, std::uint64_t seed) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < input; ++i) {
    const auto* other = std::get_if<StreamedSpectrum>(&model.inputs[i].kind);
    if (other != nullptr && other->seed == seed) ++count;
  }
  return count;
}

}  // namespace

std::vector<hydro::WaveComponent> components_of_sample(std::span<const double> sample) {
  std::vector<hydro::WaveComponent> components;
  for (std::size_t i = 0; i + 3 < sample.size(); i += 4) {
    components.push_back({sample[i], sample[i + 1], sample[i + 2], sample[i + 3]});
  }
  return components;
}

StreamedWaves::StreamedWaves(std::size_t input, const StreamedComponents& kind, const Model& model)
    : input_(input), sea_({}, water_of(model), kind.ramp_duration) {
  fade_by_stages(model);
}

StreamedWaves::StreamedWaves(std::size_t input, const StreamedSpectrum& kind, const Model& model)
    : input_(input),
      stream_(std::in_place, kind.omega, kind.directions, kind.seed, kind.component_count,
              same_seed_before(model, input, kind.seed)),
      sea_(stream_->components(), water_of(model), kind.ramp_duration) {
  fade_by_stages(model);
}

void StreamedWaves::fade_by_stages(const Model& model) {
  sea_.fade_by(fading_of(model.course.stages, model.step_ns, &Stage::waves));
}

std::vector<StreamedWaves> StreamedWaves::all_of(const Model& model) {
  std::vector<StreamedWaves> all;
  for (std::size_t input = 0; input < model.inputs.size(); ++input) {
    const auto& kind = model.inputs[input].kind;
    if (const auto* components = std::get_if<StreamedComponents>(&kind)) {
      all.push_back(StreamedWaves(input, *components, model));
    } else if (const auto* spectrum = std::get_if<StreamedSpectrum>(&kind)) {
      all.push_back(StreamedWaves(input, *spectrum, model));
    }
  }
  return all;
}

bool StreamedWaves::follow(const InputSeries& series, double step_start) {
  if (has_factors()) return false;
  const auto times = series.times_ns();
  const auto later = std::partition_point(times.begin(), times.end(), [&](std::int64_t time_ns) {
    return 1e-9 * static_cast<double>(time_ns) <= step_start;
  });
  std::vector<double> samples;
  if (later != times.begin()) {
    const auto width = static_cast<std::size_t>(series.width());
    const auto newest = static_cast<std::size_t>(later - times.begin()) - 1;
    const auto held = series.values().subspan(newest * width, width);
    samples.assign(held.begin(), held.end());
  }
  if (samples == samples_) return false;
  hydro::Fading fading = sea_.fading();
  sea_ = hydro::Sea(components_of_sample(samples), sea_.water(), sea_.ramp_duration());
  sea_.fade_by(std::move(fading));
  samples_ = std::move(samples);
  return true;
}

void StreamedWaves::amplitude_factors(const InputSeries& series, double time,
                                      hydro::AmplitudeFactors& factors) const {
  std::vector<double> density(static_cast<std::size_t>(series.width()));
  series.evaluate(time, density);
  stream_->amplitudes(density, factors);
}

double StreamedWaves::elevation(const InputSeries& series, double step_start,
                                const Vector2& position) const {
  if (!has_factors()) return sea_.elevation(step_start, position);
  hydro::AmplitudeFactors factors;
  amplitude_factors(series, step_start, factors);
  return sea_.elevation(step_start, position, factors);
}

}  // namespace raftup::solver
