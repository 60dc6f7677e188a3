#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hydro/wetted_mesh/hydrostatic_figures.hpp"

namespace raftup::hydro {

/// How a hull floats under its weight. The attitude is a turn by `heel` about its x axis, then by
/// `trim` about the horizontal axis across it.
struct FloatingPosition {
  double heel = 0.0;  ///< rad, > 0 with the starboard side down
  double trim = 0.0;  ///< rad, > 0 with the bow down
  /// m, along the hull's own z, of the keel at y = 0: in the middle of the waterline of even keel
  /// and at its ends
  double draught = 0.0, draught_aft = 0.0, draught_forward = 0.0;
  double transverse_height = 0.0;    ///< m, GM there
  double longitudinal_height = 0.0;  ///< m, GM_L there
  double volume = 0.0;               ///< m3
};

/// Finds it by find_floating_pose() from even keel.
/// @param mass kg, at the hull's centre of mass
/// @throws Error(kInvalidArgument) where it sinks or capsizes without end
FloatingPosition floating_position(FloatingHull& hull, double mass);

/// A criterion of intact stability.
struct StabilityCriterion {
  std::string name;
  double value;     ///< m rad, m or rad
  double required;  ///< least value, in the same unit
  bool met;
};

/// Righting arms GZ of a hull that is turned to a heel about its x axis and is free to sink and to
/// trim, with the volume that its mass displaces:
///   GZ = -M_x / W,
/// M_x the moment of weight and buoyancy about the horizontal axis fore and aft, W the weight.
struct StabilityCurve {
  std::vector<double> heel;          ///< rad, ascending
  std::vector<double> righting_arm;  ///< m; > 0 rights a heel > 0
  std::vector<double> trim;          ///< rad, > 0 with the bow down
  /// m rad: int GZ d heel from 0, or from the first heel if that is above 0
  std::vector<double> area;
  double metacentric_height = 0.0;       ///< m, GM at heel 0
  double largest_arm = 0.0;              ///< m, within the heels
  double heel_of_largest_arm = 0.0;      ///< rad
  std::optional<double> vanishing_heel;  ///< rad: where GZ falls to 0 above that of the largest arm
  /// Of the International Code on Intact Stability; empty where the heels do not cover 0 to 40 deg.
  std::vector<StabilityCriterion> criteria;
};

/// @param mass          kg, at the hull's centre of mass
/// @param heel          rad, ascending within -pi to pi, 2 to 200 of them
/// @param flooding_heel rad: areas end there
/// @throws Error(kInvalidArgument) where the hull does not float at a heel, or for too large a mesh
/// @source International Code on Intact Stability, 2008 (MSC.267(85)), part A, 2.2
StabilityCurve stability_curve(FloatingHull& hull, double mass, const std::vector<double>& heel,
                               std::optional<double> flooding_heel);

}  // namespace raftup::hydro
