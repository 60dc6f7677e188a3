#pragma once

#include <array>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "hydro/sea/gathered_waves.hpp"
#include "hydro/sea/wave_stretching.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/model/model.hpp"
#include "solver/water/groups/streamed_waves.hpp"

namespace raftup::solver {

/// The water around a load at the stages of a step: waves of the sea and those that clients stream
/// as components or spectra, and the current [m/s, world]. Before prepare() there are no streamed
/// waves. A long-crested sea is replaced by GatheredWaves about the load if the load has many
/// points. Everything that the object keeps is a pure function of the model and of the inputs.
class SurroundingWater {
 public:
  /// The region of a body that contains the points of a load.
  struct Points {
    Vector3 middle = Vector3::Zero();  ///< from the centre of mass, body axes [m]
    double radius = 0.0;               ///< m
    std::size_t count = 0;
    hydro::GatheredWaves::Wanted wanted;
  };

  SurroundingWater(const Model& model, hydro::WaveStretching stretching, const Points& points);

  bool is_streamed() const { return !streams_.empty(); }

  /// Computes the waves at the start, the middle and the end of a step.
  void prepare(const StepTimes& times, const std::vector<InputSeries>& inputs);

  /// Gathers the waves about a body, for the functions below at a stage.
  void look_from(hydro::Stage stage, const BodyKinematics& body) const;

  /// Elevation of the surface at points of a row [m]; there is water up to it.
  void elevations(hydro::Stage stage, const hydro::PointRow& row,
                  std::span<double> elevations) const;
  /// Elevation [m] at one point, with its rate and slope.
  hydro::SurfaceMotion surface(hydro::Stage stage, const Vector2& position) const;

  /// Velocity [m/s, world], acceleration and pressure of the water at points of a row, current
  /// included.
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

  /// The sea about a place, for points down to a depth [m] given by its step.
  struct Nearby {
    const hydro::GatheredWaves* waves = nullptr;  ///< null: not gathered
    int depth_step = 0;
    hydro::GatheredWaves::Phasors phasors;
  };

  bool has_sea() const { return waves_.size() > streams_.size(); }
  void prepare_sea(const StepTimes& times);
  const hydro::GatheredWaves* gathered(int depth_step) const;
  double depth_of_step(int depth_step) const;
  /// The gathered waves that replace those of a source at a stage; null if none do.
  const Nearby* nearby(const Waves& waves, hydro::Stage stage) const;
  bool is_still(hydro::Stage stage) const;
  void prepare_stream(std::size_t stream, const StepTimes& times, const InputSeries& series);
  hydro::WaterHeight height(double z, double elevation) const;

  hydro::WaveStretching stretching_;
  double water_depth_;
  hydro::Current current_;
  bool reaches_surface_ = false;  ///< a steep wave, which needs no stretching
  std::vector<StreamedWaves> streams_;
  std::vector<Waves> waves_;  ///< of each stream, then of the sea
  Points points_;
  std::optional<hydro::Sea> sea_;  ///< the sea to be gathered; empty if gathering does not pay
  /// m, by how much stretching lets points see the sea at a greater depth than their own
  double crest_ = 0.0;
  double prepared_start_ = std::numeric_limits<double>::quiet_NaN();  ///< of the last step [s]
  double prepared_end_ = std::numeric_limits<double>::quiet_NaN();    ///< of the last step [s]
  /// by the number of the step of the depth [m]
  mutable std::map<int, std::optional<hydro::GatheredWaves>> gathered_;
  mutable std::array<Nearby, 3> nearby_;  ///< by hydro::Stage
  mutable std::vector<double> elevations_;
  mutable std::vector<hydro::WaterHeight> heights_;
};

}  // namespace raftup::solver
