#pragma once

#include <array>
#include <string_view>

namespace raftup::hydro {

/// What a coordinate of a family of databases measures. Coordinates are in m, rad and m/s, and for
/// kInput in the unit of the input.
enum class AxisQuantity {
  kRelativePosition,  ///< x, y [m] and heading [rad] of the second of two bodies
  kDraught,           ///< depth of the keel of a body below the still water [m]
  kTrim,              ///< pitch angle of a body [rad], bow down > 0
  kSpeed,             ///< speed of a body through the water along its heading [m/s]
  kJointAngle,        ///< angle of a joint [rad]
  kInput,             ///< value of an input of the model
};

constexpr std::array<std::string_view, 6> names_of(AxisQuantity /*of*/) {
  return {"relative_position", "draught", "trim", "speed", "joint_angle", "input"};
}

constexpr std::string_view name_of(AxisQuantity of) {
  return names_of(of)[static_cast<std::size_t>(of)];
}

/// True if the coordinate is an angle, which files and messages give in degrees.
constexpr bool is_angle(AxisQuantity of) {
  return of == AxisQuantity::kTrim || of == AxisQuantity::kJointAngle;
}

}  // namespace raftup::hydro
