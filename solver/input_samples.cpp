#include "solver/input_samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "hydro/error.hpp"
#include "hydro/excitation/body_excitation.hpp"
#include "solver/interactions/acceleration_gains.hpp"
#include "solver/interactions/depth_mismatch.hpp"
#include "solver/interactions/streamed_waves.hpp"

namespace raftup::solver {

void require_unit(const Quaternion& attitude) {
  const double norm = attitude.norm();
  require(std::abs(norm - 1.0) <= 1e-6,  // round-off of decimal input
          fmt::format("attitude must be a unit quaternion, got a norm of {}", norm));
}

namespace {

/// @throws Error(kInvalidArgument) where a component is none or lies outside the data
void check_components(const Model& model, const StreamedComponents& waves,
                      std::span<const double> values) {
  if (values.size() != 4 * static_cast<std::size_t>(waves.component_count)) return;
  const hydro::Sea sea(components_of_sample(values),
                       {model.water_depth, model.gravity, model.current}, 0.0);
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    if (!group.excitation_enabled) continue;
    [[maybe_unused]] const hydro::BodyExcitation only_checked(*group.database, 0, sea,
                                                              group.heading);
    if (const auto mismatch = find_depth_mismatch(sea, *group.database)) {
      throw Error(
          ErrorCode::kInvalidArgument,
          fmt::format("database of '{}' {}, got {}", group.name, mismatch->rule, mismatch->found));
    }
  }
}

}  // namespace

Interpolation default_interpolation(const Input& input) {
  const auto* motion = std::get_if<KinematicMotion>(&input.kind);
  const bool pose = motion != nullptr && motion->target == KinematicTarget::kPose;
  const bool linear = pose || std::holds_alternative<WaveElevationInput>(input.kind) ||
                      std::holds_alternative<StreamedSpectrum>(input.kind);
  return linear ? Interpolation::kLinear : Interpolation::kHold;
}

void check_sample(const Model& model, const Input& input, std::span<const double> values) {
  if (const auto* motion = std::get_if<KinematicMotion>(&input.kind)) {
    if (motion->target != KinematicTarget::kPose || values.size() != 7) return;
    require_unit({values[3], values[4], values[5], values[6]});
  } else if (const auto* drive = std::get_if<LoadDrive>(&input.kind)) {
    for (const Load& load : model.loads) {
      if (load.name != drive->load || values.empty()) continue;
      require(
          std::get<Winch>(load.kind).control == WinchControl::kSpeed || values[0] >= 0.0,
          fmt::format("force of winch '{}' must not be negative, got {}", load.name, values[0]));
    }
  } else if (const auto* gain = std::get_if<AccelerationGain>(&input.kind)) {
    check_acceleration_gain(model, *gain, values);
  } else if (const auto* waves = std::get_if<StreamedComponents>(&input.kind)) {
    check_components(model, *waves, values);
  } else if (std::holds_alternative<StreamedSpectrum>(input.kind)) {
    const auto negative =
        std::find_if(values.begin(), values.end(), [](double density) { return density < 0.0; });
    require(negative == values.end(), negative == values.end()
                                          ? std::string()
                                          : fmt::format("density[{}] must not be negative, got {}",
                                                        negative - values.begin(), *negative));
  }
}

}  // namespace raftup::solver
