#pragma once

#include <optional>

#include "solver/loads/members/surrounding_water.hpp"
#include "solver/loads/rods/rod_water.hpp"
#include "solver/model/faded_current.hpp"

namespace raftup::solver {

/// The current around a line, without waves.
class CurrentAroundLine final : public rods::WaterAround {
 public:
  explicit CurrentAroundLine(const Model& model)
      : current_(model.current), fading_(FadedCurrent::current_fading(model)) {}

  void sample(double time, std::span<const Vector3> points,
              std::span<rods::WaterAtNode> water) override;

 private:
  hydro::Current current_;
  hydro::Fading fading_;
};

/// The waves and the current around a line, in the middle of a step. Waves are stretched to the
/// surface by Wheeler's rule.
class WavesAroundLine final : public rods::WaterAround {
 public:
  /// @param points positions of the nodes at rest [m, world frame]
  /// @param stored length that a drum may pay out besides [m]
  WavesAroundLine(const Model& model, std::span<const Vector3> points, double stored);

  void prepare(const StepTimes& times, const State& state);
  /// Samples in the middle of the step that was prepared, whatever the time is.
  void sample(double time, std::span<const Vector3> points,
              std::span<rods::WaterAtNode> water) override;

 private:
  BodyKinematics middle_;  ///< center of a sphere around the line
  double radius_;          ///< of this sphere [m]
  SurroundingWater water_;
};

}  // namespace raftup::solver
