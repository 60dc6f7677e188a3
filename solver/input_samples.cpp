#include "solver/input_samples.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hydro/error.hpp"
#include "solver/interactions/acceleration_gains.hpp"

namespace raftup::solver {

void require_unit(const Quaternion& attitude) {
  const double norm = attitude.norm();
  require(std::abs(norm - 1.0) <= 1e-6,  // round-off of decimal input
          fmt::format("attitude must be a unit quaternion, got a norm of {}", norm));
}

Interpolation default_interpolation(const Input& input) {
  const auto* motion = std::get_if<KinematicMotion>(&input.kind);
  const bool pose = motion != nullptr && motion->target == KinematicTarget::kPose;
  return pose || std::holds_alternative<WaveElevationInput>(input.kind) ? Interpolation::kLinear
                                                                        : Interpolation::kHold;
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
  }
}

}  // namespace raftup::solver
