#pragma once

#include <optional>
#include <vector>

#include "hydro/sea/sea.hpp"
#include "hydro/sea/varying_waves.hpp"
#include "solver/model/inputs/input_series.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// The waves that one input of a model streams: StreamedComponents, held through a step, or a
/// StreamedSpectrum, whose amplitudes are those of each instant.
/// What it keeps is a pure function of the samples.
class StreamedWaves {
 public:
  /// One for each input of the model that streams components or a spectrum.
  /// @throws Error(kInvalidArgument) naming the parameter, where a spectrum cannot be cut or the
  ///         current stops a component
  static std::vector<StreamedWaves> all_of(const Model& model);

  std::size_t input() const { return input_; }  ///< index in the model

  /// Takes the samples that hold at the start of a step [s].
  /// @returns whether sea() is another than before
  bool follow(const InputSeries& series, double step_start);

  /// What streams now; without components before the first sample. Of a spectrum the amplitudes
  /// are 1 m.
  const hydro::Sea& sea() const { return sea_; }

  /// A spectrum: what the amplitudes are multiplied by depends on time.
  bool has_factors() const { return stream_.has_value(); }
  void amplitude_factors(const InputSeries& series, double time,
                         hydro::AmplitudeFactors& factors) const;

  /// m, at a point of the still water plane at the start of a step that was followed.
  double elevation(const InputSeries& series, double step_start, const Vector2& position) const;

 private:
  StreamedWaves(std::size_t input, const StreamedComponents& kind, const Model& model);
  StreamedWaves(std::size_t input, const StreamedSpectrum& kind, const Model& model);

  std::size_t input_;
  std::optional<hydro::SpectrumStream> stream_;
  hydro::Sea sea_;
  std::vector<double> samples_;  ///< that sea_ is made of
};

/// The components that one sample of StreamedComponents says.
std::vector<hydro::WaveComponent> components_of_sample(std::span<const double> sample);

}  // namespace raftup::solver
