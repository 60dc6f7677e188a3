#pragma once

#include <optional>
#include <vector>

#include "hydro/sea/sea.hpp"
#include "hydro/sea/varying_waves.hpp"
#include "solver/model/inputs/input_series.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// The waves that one input of a model streams. The input is either StreamedComponents, which are
/// constant within a step, or a StreamedSpectrum, whose amplitudes [m] depend on time. All stored
/// data are a function of the samples only.
class StreamedWaves {
 public:
  /// Makes one object for each input of the model that streams components or a spectrum.
  /// @throws Error(kInvalidArgument) with the parameter, if a spectrum cannot be divided into
  ///         components or the current stops a component
  static std::vector<StreamedWaves> all_of(const Model& model);

  std::size_t input() const { return input_; }  ///< index of the input in the model

  /// Updates the waves to the samples that hold at the start of a step [s].
  /// @returns true if sea() has changed
  bool follow(const InputSeries& series, double step_start);

  /// The waves that are streamed now; without components before the first sample. For a spectrum
  /// the amplitudes of the components are 1 m, to be multiplied by amplitude_factors().
  const hydro::Sea& sea() const { return sea_; }

  /// True for a spectrum: its amplitudes are sea() multiplied by factors that depend on time.
  bool has_factors() const { return stream_.has_value(); }
  /// Computes the factors of the amplitudes of a spectrum at a time [s].
  void amplitude_factors(const InputSeries& series, double time,
                         hydro::AmplitudeFactors& factors) const;

  /// Elevation [m] at a point of the still-water plane, at the start of a step. follow() must have
  /// been called for this step.
  /// @param step_start [s]
  /// @param position   [m, world frame]
  double elevation(const InputSeries& series, double step_start, const Vector2& position) const;

 private:
  StreamedWaves(std::size_t input, const StreamedComponents& kind, const Model& model);
  StreamedWaves(std::size_t input, const StreamedSpectrum& kind, const Model& model);
  void fade_by_stages(const Model& model);

  std::size_t input_;
  std::optional<hydro::SpectrumStream> stream_;
  hydro::Sea sea_;
  std::vector<double> samples_;  ///< the samples from which sea_ was made
};

/// Returns the components that one sample of StreamedComponents describes.
std::vector<hydro::WaveComponent> components_of_sample(std::span<const double> sample);

}  // namespace raftup::solver
