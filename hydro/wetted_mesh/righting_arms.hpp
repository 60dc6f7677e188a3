#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hydro/wetted_mesh/hydrostatic_figures.hpp"

namespace raftup::hydro {

/// Position at which a hull floats at rest under its weight. The attitude is a rotation by `heel`
/// about the x axis of the hull, followed by a rotation by `trim` about the horizontal axis across
/// the hull.
struct FloatingPosition {
  double heel = 0.0;  ///< heel angle [rad], > 0 with the starboard side down
  double trim = 0.0;  ///< trim angle [rad], > 0 with the bow down
  /// Draft [m] of the keel at y = 0, along the z axis of the hull: in the middle of the waterline
  /// of even keel, at its after end and at its forward end.
  double draught = 0.0, draught_aft = 0.0, draught_forward = 0.0;
  double transverse_height = 0.0;    ///< transverse metacentric height GM at this position [m]
  double longitudinal_height = 0.0;  ///< longitudinal metacentric height GM_L at this position [m]
  double volume = 0.0;               ///< displaced volume [m3]
};

/// Finds the position at which a hull floats at rest, by find_floating_pose() from even keel.
/// @param mass mass of the hull at its center of mass [kg]
/// @throws Error(kInvalidArgument) if the hull sinks, or capsizes without coming to rest
FloatingPosition floating_position(FloatingHull& hull, double mass);

/// One criterion of intact stability and its result for a hull.
struct StabilityCriterion {
  std::string name;
  double value;     ///< value of the hull, in m rad, m or rad depending on the criterion
  double required;  ///< least value that the criterion requires, in the same unit
  /// True if the value is not below the required one.
  bool met;
};

/// Righting arms GZ of a hull over the heel angle. The hull is turned to a heel angle about its x
/// axis and is free in heave and trim; it displaces the volume that corresponds to its mass:
///   GZ = -M_x / W,
/// where M_x is the moment of weight and buoyancy about the horizontal axis fore and aft, and W the
/// weight.
struct StabilityCurve {
  std::vector<double> heel;  ///< heel angles [rad], ascending
  /// GZ at each heel angle [m]; for a heel > 0, a positive arm rights the hull.
  std::vector<double> righting_arm;
  std::vector<double> trim;  ///< trim at each heel angle [rad], > 0 with the bow down
  /// Integral of GZ over heel [m rad], from heel 0 to each heel angle, or from the first one if it
  /// is above 0.
  std::vector<double> area;
  double metacentric_height = 0.0;   ///< metacentric height GM at heel 0 [m]
  double largest_arm = 0.0;          ///< largest GZ within the range of heel angles [m]
  double heel_of_largest_arm = 0.0;  ///< heel angle of the largest GZ [rad]
  /// Heel angle beyond that of the largest arm at which GZ falls to 0 [rad]; empty if there is
  /// none.
  std::optional<double> vanishing_heel;
  /// Results of the criteria of the International Code on Intact Stability; empty if the heel
  /// angles do not cover 0 to 40 degrees.
  std::vector<StabilityCriterion> criteria;
};

/// Computes the righting arms of a hull and the criteria of intact stability.
/// @param mass          mass of the hull at its center of mass [kg]
/// @param heel          heel angles [rad], ascending within -pi to pi, 2 to 200 of them
/// @param flooding_heel heel angle of flooding [rad], at which the areas of the criteria end
/// @throws Error(kInvalidArgument) if the hull does not float at a heel angle, or the mesh is too
///          large for so many heel angles
/// @source International Code on Intact Stability, 2008 (MSC.267(85)), part A, 2.2
StabilityCurve stability_curve(FloatingHull& hull, double mass, const std::vector<double>& heel,
                               std::optional<double> flooding_heel);

}  // namespace raftup::hydro
