#pragma once

#include <array>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "hydro/sea/even_waves.hpp"
#include "hydro/sea/gathered_waves.hpp"
#include "hydro/sea/wave_stretching.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/model/model.hpp"
#include "solver/water/groups/streamed_waves.hpp"

namespace raftup::solver {

/// The motion of the water around a load at the stages of a step: the waves of the sea, the waves
/// that clients stream as components or spectra, and the current [m/s, world frame]. Before
/// prepare() there are no streamed waves. If the load has many points, a long-crested sea is
/// replaced by GatheredWaves about the load, which are faster to evaluate. All stored values are
/// pure functions of the model and of the inputs.
class SurroundingWater {
 public:
  /// Describes the points of a load at which the motion of the water is evaluated. All of them lie
  /// within a sphere that is fixed to the body.
  struct Points {
    /// Center of the sphere, from the center of mass [m, body axes].
    Vector3 middle = Vector3::Zero();
    double radius = 0.0;  ///< radius of the sphere [m]
    /// Number of points.
    std::size_t count = 0;
    /// Which quantities are needed at the points in addition to the velocity of the water.
    hydro::GatheredWaves::Wanted wanted;
  };

  SurroundingWater(const Model& model, hydro::WaveStretching stretching, const Points& points);

  bool is_streamed() const { return !streams_.empty(); }

  /// Computes the waves at the start, the middle and the end of a step.
  void prepare(const StepTimes& times, const std::vector<InputSeries>& inputs);

  /// Gathers the waves about the present position of a body. Must be called before elevations(),
  /// surface() and motions() for the same stage.
  void look_from(hydro::Stage stage, const BodyKinematics& body) const;

  /// Computes the elevation of the water surface at the points of a row [m]; 0 if the waves are not
  /// stretched to the surface.
  void elevations(hydro::Stage stage, const hydro::PointRow& row,
                  std::span<double> elevations) const;
  /// Returns the elevation of the water surface [m] at one point, with its rate and slope.
  hydro::SurfaceMotion surface(hydro::Stage stage, const Vector2& position) const;

  /// Computes the velocity, acceleration and pressure of the water at the points of a row,
  /// including the current [m/s, m/s2, Pa; world frame].
  /// @param z height of each point above still water [m]
  /// @param motions receives one value per point
  void motions(hydro::Stage stage, const hydro::PointRow& row, std::span<const double> z,
               std::span<hydro::WaterMotion> motions) const;

  /// Computes the velocities of the water [m/s, world frame] at points [m, world frame] in no
  /// order, including the current. Many points in gathered waves share the work (EvenWaves).
  /// @param velocities receives one value per point
  void velocities(hydro::Stage stage, std::span<const Vector3> points,
                  std::span<Vector3> velocities) const;

  /// The surface over a point and the motion of the water there.
  struct AtPoint {
    double elevation = 0.0;     ///< [m]; 0 if the waves are not stretched to the surface
    hydro::WaterMotion motion;  ///< at the point, or at the surface if the point is above it
  };
  /// Computes both at one point [m, world frame], for points that lie in no row.
  AtPoint at_point(hydro::Stage stage, const Vector3& point) const;

 private:
  /// The waves of one source and their phasors at the stages of a step; empty if nothing is
  /// streamed.
  struct Waves {
    std::optional<hydro::WaveKinematics> kinematics;
    std::array<hydro::WavePhasors, 3> at;  ///< by hydro::Stage; empty for a stage without waves

    bool act(hydro::Stage stage) const { return !phasors(stage).empty(); }
    const hydro::WavePhasors& phasors(hydro::Stage stage) const {
      return at[static_cast<std::size_t>(stage)];
    }
  };

  /// The gathered waves of the sea about a place, for points down to the depth
  /// depth_of_step(depth_step) [m].
  struct Nearby {
    const hydro::GatheredWaves* waves = nullptr;  ///< null if the waves are not gathered
    int depth_step = 0;
    hydro::GatheredWaves::Phasors phasors;
  };

  /// Adds the velocities of the sea's waves [m/s], whose heights are stretched to the surface.
  void add_even_waves(const Nearby& nearby, std::span<const Vector3> points,
                      std::span<Vector3> velocities) const;
  /// Returns the even waves of gathered waves for points down to a depth [m].
  hydro::EvenWaves& even_waves(const hydro::GatheredWaves& waves, double depth) const;
  bool has_sea() const { return waves_.size() > streams_.size(); }
  void prepare_sea(const StepTimes& times);
  const hydro::GatheredWaves* gathered(int depth_step) const;
  double depth_of_step(int depth_step) const;
  /// Returns the largest horizontal distance of a point from the place of gathered waves [m].
  double reach_of_place() const;
  /// Returns the gathered waves that replace the waves of a source at a stage; null if there are
  /// none.
  const Nearby* nearby(const Waves& waves, hydro::Stage stage) const;
  bool is_still(hydro::Stage stage) const;
  void prepare_stream(std::size_t stream, const StepTimes& times, const InputSeries& series);
  hydro::WaterHeight height(double z, double elevation) const;

  hydro::WaveStretching stretching_;
  double water_depth_;
  hydro::Current current_;
  hydro::Fading current_fading_;
  /// Factor of the current [1] at the stages of a step, by hydro::Stage.
  std::array<double, 3> current_shares_;
  bool reaches_surface_ = false;  ///< a steep wave, which needs no stretching
  std::vector<StreamedWaves> streams_;
  std::vector<Waves> waves_;  ///< one for each stream, then one for the sea
  Points points_;
  /// Sea whose waves are gathered; empty if gathering is not worthwhile.
  std::optional<hydro::Sea> sea_;
  /// Greatest distance by which stretching lowers the depth at which the waves are evaluated for a
  /// point [m].
  double crest_ = 0.0;
  /// Start of the last prepared step [s].
  double prepared_start_ = std::numeric_limits<double>::quiet_NaN();
  /// End of the last prepared step [s].
  double prepared_end_ = std::numeric_limits<double>::quiet_NaN();
  /// Gathered waves by depth step, see depth_of_step().
  mutable std::map<int, std::optional<hydro::GatheredWaves>> gathered_;
  mutable std::array<Nearby, 3> nearby_;  ///< gathered waves at the stages, by hydro::Stage
  /// Even waves of the gathered waves, by the step of their depth [m].
  mutable std::map<std::pair<const hydro::GatheredWaves*, int>, hydro::EvenWaves> even_waves_;
  mutable std::vector<double> elevations_;
  mutable std::vector<hydro::WaterHeight> heights_;
};

}  // namespace raftup::solver
