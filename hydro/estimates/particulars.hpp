/// @file The main particulars of a ship, and the ranges of particulars for which a regression is
///         valid.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace raftup::hydro {

/// Main particulars of a ship that floats in calm water. Particulars that an estimate does not use
/// may be left at their defaults; each estimate documents which ones it uses.
struct ShipParticulars {
  double length = 0.0;                  ///< length L of the waterline [m]
  double breadth = 0.0;                 ///< breadth B of the waterline [m]
  double draught = 0.0;                 ///< draft T, the mean of bow and stern [m]
  std::optional<double> draught_bow;    ///< draft T_F at the forward perpendicular [m]; default T
  double displaced_volume = 0.0;        ///< displaced volume V [m3]
  double midship_coefficient = 0.0;     ///< midship coefficient C_M = A_M / (B T) [1]
  double waterplane_coefficient = 0.0;  ///< waterplane coefficient C_WP = A_WP / (L B) [1]
  /// Position of the center of buoyancy forward of L/2, in % of L.
  double lcb_percent = 0.0;
  /// Height of the center of mass above the still water plane [m].
  double center_of_mass_height = 0.0;
  double keel_length = 0.0;   ///< length of a bilge keel [m]; 0 means no bilge keels
  double keel_breadth = 0.0;  ///< breadth of a bilge keel [m]; 0 means no bilge keels
  double bulb_area = 0.0;     ///< cross section A_BT of the bulb at the bow [m2]
  /// Height h_B of the centroid of A_BT above the keel line [m].
  double bulb_height = 0.0;
  double transom_area = 0.0;      ///< area A_T of the transom that is immersed at rest [m2]
  double appendage_area = 0.0;    ///< wetted area S_app of the appendages [m2]
  double appendage_factor = 1.0;  ///< form factor 1 + k2 of the appendages [1]
  /// Shape of the stern, C_stern [1]: -10 V-shaped, 0 normal, 10 U-shaped.
  double stern_coefficient = 0.0;
  /// Wetted surface S of the bare hull [m2]; by default from a regression.
  std::optional<double> wetted_surface;
  /// Half angle of entrance i_E at the bow [rad]; by default from a regression.
  std::optional<double> entrance_angle;

  /// Block coefficient C_B = V / (L B T) [1].
  double block_coefficient() const { return displaced_volume / (length * breadth * draught); }
};

/// Properties of the water in which a ship moves.
struct EstimateWater {
  double density = 1025.0;   ///< density rho [kg/m3]
  double gravity = 9.80665;  ///< gravitational acceleration g [m/s2]
  /// Kinematic viscosity nu [m2/s]; by default of sea water at 15 deg C.
  double kinematic_viscosity = 1.188e-6;
};

/// A quantity that lies outside the range for which a regression is valid.
struct BrokenRange {
  std::string quantity;  ///< name of the quantity, for example "B/T"
  double low, high;      ///< limits of the range, both allowed, in the unit of the quantity
  double value;
};

/// Collects the quantities that lie outside their ranges.
class Ranges {
  /// Records the quantity if its value is outside the range from low to high.
 public:
  void expect(const std::string& quantity, double value, double low, double high) {
    const bool inside = value >= low && value <= high;  // false if the value is not a number
    if (!inside) broken_.push_back({quantity, low, high, value});
  }
  const std::vector<BrokenRange>& broken() const { return broken_; }

 private:
  std::vector<BrokenRange> broken_;
};

/// Returns base^exponent in the formula of a regression.
/// @param base_name name of the base for the error message, for example "0.95 - C_P"
/// @throws BrokenRule if the base is not positive, so that the formula is not defined
double regression_power(double base, double exponent, const std::string& base_name);

/// Checks the particulars that every estimate uses: L, B, T, V and C_M must be positive and finite,
/// C_B and C_M at most 1, and density, gravity and viscosity of the water positive and finite, in
/// SI units.
/// @throws BrokenRule if a particular violates its rule
void check_particulars(const ShipParticulars& ship, const EstimateWater& water);

}  // namespace raftup::hydro
