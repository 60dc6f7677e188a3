#include "hydro/sea/varying_waves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/sea/wave_systems.hpp"

namespace raftup::hydro {
namespace {

using SpectrumPointer = std::shared_ptr<const Spectrum>;

/// The mean of several spectra.
class MeanSpectrum final : public Spectrum {
 public:
  explicit MeanSpectrum(std::vector<SpectrumPointer> members) : members_(std::move(members)) {}

  double density(double omega) const override {
    return mean([omega](const Spectrum& spectrum) { return spectrum.density(omega); });
  }
  double energy_below(double omega) const override {
    return mean([omega](const Spectrum& spectrum) { return spectrum.energy_below(omega); });
  }
  double energy() const override {
    return mean([](const Spectrum& spectrum) { return spectrum.energy(); });
  }
  std::array<double, 2> support() const override {
    std::array<double, 2> all = members_.front()->support();
    for (const SpectrumPointer& member : members_) {
      const auto [lower, upper] = member->support();
      all = {std::min(all[0], lower), std::max(all[1], upper)};
    }
    return all;
  }

 private:
  template <typename Property>
  double mean(const Property& property) const {
    double sum = 0.0;
    for (const SpectrumPointer& member : members_) sum += property(*member);
    return sum / static_cast<double>(members_.size());
  }

  std::vector<SpectrumPointer> members_;
};

/// The spectra of all states with the same directions.
struct DirectionGroup {
  std::vector<double> directions;
  std::vector<std::pair<std::size_t, SpectrumPointer>> members;  ///< state, its spectrum
};

std::vector<DirectionGroup> group_by_directions(
    const std::vector<std::vector<DirectedSpectrum>>& states) {
  std::vector<DirectionGroup> groups;
  for (std::size_t state = 0; state < states.size(); ++state) {
    for (const DirectedSpectrum& directed : states[state]) {
      auto group = std::find_if(groups.begin(), groups.end(), [&](const DirectionGroup& other) {
        return other.directions == directed.directions;
      });
      if (group == groups.end()) group = groups.insert(group, {directed.directions, {}});
      group->members.emplace_back(state, directed.spectrum);
    }
  }
  return groups;
}

/// Returns the energies of one state in the bins of a mean spectrum; they sum to the energy of the
/// state. Each is the energy of the bin times the ratio of the energies of state and mean there. If
/// the state is the mean, they are equal to those of the bins.
VectorXd state_energies(const Spectrum& state, const Spectrum& mean, const SpectrumBins& bins,
                        int bin_count) {
  VectorXd energies = VectorXd::Zero(bin_count);
  if (state.energy() == 0.0) return energies;
  double lower = bins.omega(0, 0.0);
  for (int bin = 0; bin < bin_count; ++bin) {
    const double upper = bins.omega(bin, 1.0);
    const double of_mean = mean.energy_below(upper) - mean.energy_below(lower);
    const double of_state = state.energy_below(upper) - state.energy_below(lower);
    if (of_mean > 0.0) energies[bin] = bins.energy(bin) * std::max(of_state / of_mean, 0.0);
    lower = upper;
  }
  const double total = energies.sum();
  require(total > 0.0, "the spectrum must have energy between omega_min and omega_max, got none");
  return energies * (state.energy() / total);
}

/// Returns variance[component][state] of one group.
MatrixXd group_variances(const DirectionGroup& group, const Spectrum& mean,
                         const DiscretisationOptions& options, std::size_t state_count) {
  const auto directions = static_cast<Eigen::Index>(group.directions.size());
  const SpectrumBins bins(mean, options);
  MatrixXd variances =
      MatrixXd::Zero(options.component_count * directions, static_cast<Eigen::Index>(state_count));
  for (const auto& [state, spectrum] : group.members) {
    try {
      const VectorXd energies = state_energies(*spectrum, mean, bins, options.component_count);
      for (Eigen::Index row = 0; row < variances.rows(); ++row) {
        variances(row, static_cast<Eigen::Index>(state)) +=
            energies[row / directions] / static_cast<double>(directions);
      }
    } catch (const Error& error) {
      throw Error(error.code(), fmt::format("states[{}]: {}", state, error.what()));
    }
  }
  return variances;
}

void check_times(const std::vector<double>& times, std::size_t state_count) {
  require(times.size() >= 2,
          fmt::format("time must have at least 2 entries, got {}", times.size()));
  require(
      times.size() == state_count,
      fmt::format("states must have one entry per time ({}), got {}", times.size(), state_count));
  for (std::size_t i = 0; i < times.size(); ++i) {
    require(std::isfinite(times[i]) && (i == 0 || times[i] > times[i - 1]),
            fmt::format("time[{}] must be finite and above the one before, got {}", i, times[i]));
  }
}

}  // namespace

VaryingWaves varying_waves(const std::vector<double>& times,
                           const std::vector<std::vector<DirectedSpectrum>>& states,
                           const DiscretisationOptions& options) {
  check_times(times, states.size());
  const std::vector<DirectionGroup> groups = group_by_directions(states);
  std::vector<DirectedSpectrum> means;
  for (const DirectionGroup& group : groups) {
    std::vector<SpectrumPointer> members;
    for (const auto& [state, spectrum] : group.members) members.push_back(spectrum);
    means.push_back({group.directions, std::make_shared<MeanSpectrum>(std::move(members))});
  }
  VaryingWaves waves{irregular_waves(means, options), {0, times, {}}};
  waves.history.variances.resize(static_cast<Eigen::Index>(waves.components.size()),
                                 static_cast<Eigen::Index>(times.size()));
  Eigen::Index row = 0;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const MatrixXd variances =
        group_variances(groups[g], *means[g].spectrum, options, states.size());
    waves.history.variances.middleRows(row, variances.rows()) = variances;
    row += variances.rows();
  }
  for (std::size_t c = 0; c < waves.components.size(); ++c) {
    waves.components[c].amplitude =
        amplitude_of(waves.history.variances.row(static_cast<Eigen::Index>(c)).maxCoeff());
  }
  return waves;
}

SpectrumStream::SpectrumStream(std::vector<double> omega, const std::vector<double>& directions,
                               std::uint64_t seed, int component_count,
                               std::uint64_t same_seed_before)
    : omega_(std::move(omega)), direction_count_(directions.size()) {
  require(omega_.empty() || omega_.front() > 0.0, "omega[0] must be positive",
          fmt::format("{}", omega_.empty() ? 0.0 : omega_.front()));
  const TabulatedSpectrum flat(omega_, std::vector<double>(omega_.size(), 1.0));
  DiscretisationOptions options;
  options.bins = Discretisation::kEqualFrequency;
  options.component_count = component_count;
  options.seed = seed;
  options.same_seed_before = same_seed_before;
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
