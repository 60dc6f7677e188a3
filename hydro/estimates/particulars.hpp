/// @file The main particulars of a ship, and the ranges of particulars that a regression was made
/// from.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace raftup::hydro {

/// Main particulars of a ship afloat in calm water. What one estimate does not use may be absent
/// for the other: each says what it uses.
struct ShipParticulars {
  double length = 0.0;                   ///< L of the waterline [m]
  double breadth = 0.0;                  ///< B of the waterline [m]
  double draught = 0.0;                  ///< T, the mean of bow and stern [m]
  std::optional<double> draught_bow;     ///< T_F at the forward perpendicular [m]; default T
  double displaced_volume = 0.0;         ///< V [m3]
  double midship_coefficient = 0.0;      ///< C_M = A_M / (B T) [1]
  double waterplane_coefficient = 0.0;   ///< C_WP = A_WP / (L B) [1]
  double lcb_percent = 0.0;              ///< center of buoyancy forward of L/2, in % of L
  double center_of_mass_height = 0.0;    ///< of the center of mass above still water [m]
  double keel_length = 0.0;              ///< of a bilge keel [m]; 0 = no bilge keels
  double keel_breadth = 0.0;             ///< of a bilge keel [m]; 0 = no bilge keels
  double bulb_area = 0.0;                ///< A_BT, cross section of the bulb at the bow [m2]
  double bulb_height = 0.0;              ///< h_B, centroid of A_BT above the keel line [m]
  double transom_area = 0.0;             ///< A_T, immersed at rest [m2]
  double appendage_area = 0.0;           ///< S_app, wetted [m2]
  double appendage_factor = 1.0;         ///< 1 + k2 [1]
  double stern_coefficient = 0.0;        ///< C_stern: -10 V-shaped, 0 normal, 10 U-shaped [1]
  std::optional<double> wetted_surface;  ///< S of the bare hull [m2]; default by regression
  std::optional<double> entrance_angle;  ///< i_E, half angle at the bow [rad]; default as above

  /// C_B = V / (L B T).
  double block_coefficient() const { return displaced_volume / (length * breadth * draught); }
};

/// The water that a ship moves in.
struct EstimateWater {
  double density = 1025.0;                ///< rho [kg/m3]
  double gravity = 9.80665;               ///< g [m/s2]
  double kinematic_viscosity = 1.188e-6;  ///< nu [m2/s]; default: of sea water at 15 deg C
};

/// A quantity outside of the range that a regression was made from.
struct BrokenRange {
  std::string quantity;  ///< "B/T"
  double low, high;      ///< both allowed, unit of the quantity
  double value;
};

/// Collects the quantities that are outside of their range.
class Ranges {
 public:
  void expect(const std::string& quantity, double value, double low, double high) {
    const bool inside = value >= low && value <= high;  // false if the value is not a number
    if (!inside) broken_.push_back({quantity, low, high, value});
  }
  const std::vector<BrokenRange>& broken() const { return broken_; }

 private:
  std::vector<BrokenRange> broken_;
};

/// base^exponent of a regression.
/// @param base_name of the base, for the error: "0.95 - C_P"
/// @throws BrokenRule if the base is not positive: the formula ends there
double regression_power(double base, double exponent, const std::string& base_name);

/// Requires what every estimate uses: L, B, T, V and C_M positive and finite, C_B and C_M at most
/// 1, density, gravity and viscosity of the water positive and finite.
/// @throws BrokenRule
void check_particulars(const ShipParticulars& ship, const EstimateWater& water);

}  // namespace raftup::hydro
