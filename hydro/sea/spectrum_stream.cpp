#include "hydro/sea/spectrum_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/sea/wave_systems.hpp"

namespace raftup::hydro {

SpectrumStream::SpectrumStream(std::vector<double> omega, const std::vector<double>& directions,
                               std::uint64_t seed, int component_count)
    : omega_(std::move(omega)), direction_count_(directions.size()) {
  require(omega_.empty() || omega_.front() > 0.0, "omega[0] must be positive",
          fmt::format("{}", omega_.empty() ? 0.0 : omega_.front()));
  const TabulatedSpectrum flat(omega_, std::vector<double>(omega_.size(), 1.0));
  DiscretisationOptions options;
  options.bins = Discretisation::kEqualFrequency;
  options.component_count = component_count;
  options.seed = seed;
  components_ = irregular_waves(flat, directions, options);
  for (WaveComponent& component : components_) component.amplitude = 1.0;
  for (int edge = 0; edge <= component_count; ++edge) {
    const double share = static_cast<double>(edge) / component_count;
    const double at = omega_.front() + share * (omega_.back() - omega_.front());
    const auto above = std::upper_bound(omega_.begin() + 1, omega_.end() - 1, at);
    const auto after = static_cast<std::size_t>(above - omega_.begin()) - 1;
    const double distance = at - omega_[after];
    edges_.push_back({after, distance, distance / (omega_[after + 1] - omega_[after])});
  }
}

void SpectrumStream::amplitudes(std::span<const double> density, AmplitudeFactors& factors) const {
  factors.assign((components_.size() + kLaneCount - 1) / kLaneCount, LaneArray{});
  const auto S = [&](std::size_t i) { return std::max(density[i], 0.0); };
  double below_frequency = 0.0;  // energy below omega_[i]
  std::size_t i = 0;
  const auto energy_below = [&](const Edge& edge) {
    for (; i < edge.after; ++i)
      below_frequency += 0.5 * (S(i) + S(i + 1)) * (omega_[i + 1] - omega_[i]);
    const double at_edge = S(i) + edge.fraction * (S(i + 1) - S(i));
    return below_frequency + 0.5 * (S(i) + at_edge) * edge.distance;
  };
  double below = energy_below(edges_.front());
  std::size_t c = 0;
  for (std::size_t bin = 0; bin + 1 < edges_.size(); ++bin) {
    const double above = energy_below(edges_[bin + 1]);
    const double amplitude =
        amplitude_of(std::max(above - below, 0.0) / static_cast<double>(direction_count_));
    for (std::size_t d = 0; d < direction_count_; ++d, ++c) {
      factors[c / kLaneCount][c % kLaneCount] = amplitude;
    }
    below = above;
  }
}

}  // namespace raftup::hydro
