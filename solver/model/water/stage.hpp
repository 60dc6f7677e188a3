#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hydro/sea/fading.hpp"
#include "solver/description/fields.hpp"
#include "solver/description/violations.hpp"

namespace raftup::solver {

/// A part of a run, such as one in which bodies come to rest, or one in which the waves grow.
struct Stage {
  std::string name;
  double duration = 0.0;  ///< duration [s]; the stage ends with the first step that covers it
  hydro::Presence waves = hydro::Presence::kOn, wind = hydro::Presence::kOn,
                  current = hydro::Presence::kOn;
  /// Rate d of the force -d W v on each body [1/s], with W the mass and added mass and v the
  /// velocity of all bodies.
  double damping = 0.0;
  /// True if rows and statistics begin with this stage, unless they have begun before.
  bool record = false;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("name", self.name);
    field("duration", self.duration, {"s", Bound::kPositive});
    field("waves", self.waves);
    field("wind", self.wind);
    field("current", self.current);
    field("damping", self.damping, {"1/s", Bound::kNotNegative});
    field("record", self.record);
  }
};

/// The steps of a stage: those that begin at first_step to end_step - 1 times the length of a step
/// [ns].
struct StageSteps {
  std::int64_t first_step = 0, end_step = 0;
};

/// The steps of each stage, one after another from the first step of a run. A duration that is no
/// multiple of the step is rounded up; a thousandth of a step counts as rounding.
/// @param step_ns length of a step [ns], > 0
std::vector<StageSteps> steps_of(const std::vector<Stage>& stages, std::int64_t step_ns);

/// The first step at which a run is recorded: that of the first stage with `record`, or 0 if no
/// stage has it.
/// @param step_ns length of a step [ns], > 0
std::int64_t first_recorded_step(const std::vector<Stage>& stages, std::int64_t step_ns);

/// The factor of the waves, the wind or the current in the course of the stages.
/// @param of      Stage::waves, Stage::wind or Stage::current
/// @param step_ns length of a step [ns], > 0
hydro::Fading fading_of(const std::vector<Stage>& stages, std::int64_t step_ns,
                        hydro::Presence Stage::*of);

/// Checks the stages of a model, which are integration.stages.
/// @param step_ns length of a step [ns], > 0
void check_stages(const std::vector<Stage>& stages, std::int64_t step_ns, Violations& violations);

}  // namespace raftup::solver
