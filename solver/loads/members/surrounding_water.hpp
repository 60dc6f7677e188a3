#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "hydro/sea/wave_kinematics.hpp"
#include "hydro/sea/wave_stretching.hpp"
#include "solver/interactions/streamed_waves.hpp"
#include "solver/loads/force_element.hpp"
#include "solver/model.hpp"

namespace raftup::solver {

/// The water around a load at the stages of a step: waves of the sea and of what clients stream as
/// components or spectra, and the current. Without prepare() no wave has come yet. What it keeps is
/// a pure function of the model and of the inputs.
class SurroundingWater {
 public:
  SurroundingWater(const Model& model, hydro::WaveStretching stretching);

  bool is_streamed() const { return !streams_.empty(); }

  /// Takes the waves at the start, the middle and the end of a step.
  void prepare(const StepTimes& times, const std::vector<InputSeries>& inputs);

  /// Elevation up to which there is water, at points of a row [m].
  void elevations(hydro::Stage stage, const hydro::PointRow& row,
                  std::span<double> elevations) const;
  /// The same at one point, with its changes.
  hydro::SurfaceMotion surface(hydro::Stage stage, const Vector2& position) const;

  /// Motion of the water at points of a row, current included.
  /// @param z        height of each point [m]
  /// @param motions  one per point
  void motions(hydro::Stage stage, const hydro::PointRow& row, std::span<const double> z,
               std::span<hydro::WaterMotion> motions) const;

 private:
  /// Waves of one source and their phasors at the stages of a step; none where nothing streams.
  struct Waves {
    std::optional<hydro::WaveKinematics> kinematics;
    std::array<hydro::WavePhasors, 3> at;  ///< by hydro::Stage; empty where there are none

    bool act(hydro::Stage stage) const { return !phasors(stage).empty(); }
    const hydro::WavePhasors& phasors(hydro::Stage stage) const {
      return at[static_cast<std::size_t>(stage)];
    }
  };

  bool is_still(hydro::Stage stage) const;
  void prepare_stream(std::size_t stream, const StepTimes& times, const InputSeries& series);
  hydro::WaterHeight height(double z, double elevation) const;

  hydro::WaveStretching stretching_;
  double water_depth_;
  hydro::Current current_;
  std::vector<StreamedWaves> streams_;
  std::vector<Waves> waves_;  ///< of each stream, then of the sea
  mutable std::vector<double> elevations_;
  mutable std::vector<hydro::WaterHeight> heights_;
};

}  // namespace raftup::solver
