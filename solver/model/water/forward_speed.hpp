#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "solver/description/fields.hpp"

namespace raftup::solver {

/// The effect of the speed [m/s] at which bodies move ahead on the waves that they radiate.
enum class ForwardSpeedMode {
  kNone,         ///< no effect: radiation as at zero speed [m/s]
  kUniformFlow,  ///< the steady flow past a hull is uniform, see hydro::UniformFlow
};
constexpr std::array<std::string_view, 2> names_of(ForwardSpeedMode /*of*/) {
  return {"none", "uniform_flow"};
}

/// The meaning of the forward speed [m/s].
enum class ForwardSpeedReference {
  kSpeedThroughWater,  ///< velocity relative to the water along the heading [m/s]
};
constexpr std::array<std::string_view, 1> names_of(ForwardSpeedReference /*of*/) {
  return {"speed_through_water"};
}

/// How the forward speed of the bodies of a hydrodynamic group [m/s] acts on their radiation.
struct ForwardSpeed {
  /// Default cutoff frequency [rad/s]: a period of one minute, longer than encounters with waves
  /// that matter and shorter than ships need to change their speed. Chosen, not swept.
  static constexpr double kDefaultCutoff = 0.1;

  ForwardSpeedMode mode = ForwardSpeedMode::kNone;
  ForwardSpeedReference reference = ForwardSpeedReference::kSpeedThroughWater;
  /// Cutoff frequency of the low-pass filter of the speed [rad/s]; default: that of the excitation,
  /// or kDefaultCutoff.
  std::optional<double> low_frequency_cutoff;

  bool acts() const { return mode == ForwardSpeedMode::kUniformFlow; }
};

}  // namespace raftup::solver
