#pragma once

#include <optional>
#include <string>

#include "solver/loads/base/drawing.hpp"
#include "solver/loads/flow/flow_coefficients.hpp"
#include "solver/model/loads/open_water_data.hpp"

namespace raftup::solver {

/// Thrust and torque of a propeller at one condition.
struct PropellerThrust {
  double thrust = 0.0;  ///< thrust T [N]
  double torque = 0.0;  ///< torque Q that the propeller takes from the shaft [N m]
  /// Advance ratio J at which the data were evaluated; 0 if the shaft stands still.
  double advance = 0.0;
  bool beyond = false;  ///< true if the actual advance ratio lies outside the data
};

/// Thrust and torque of a propeller in open water:
///   T = rho n|n| D^4 K_T(J), Q = rho n|n| D^5 K_Q(J), J = V_A/(n D),
/// with n the shaft speed, D the diameter and V_A the inflow velocity. J is limited to the range
/// from 0 to 1.5 or, for a curve, to its last point; beyond this range the values at its edge hold.
/// The thrust and torque of a shaft that stands still are 0. Data for four quadrants are evaluated
/// at any V_A and n.
/// @source Carlton, Marine Propellers and Propulsion (2019)
class OpenWater {
 public:
  /// Largest advance ratio J [1] at which a polynomial is evaluated. The B-series was fitted to
  /// ratios below about 1.5, and polynomials in J have no meaning far beyond this range.
  static constexpr double kLargestAdvance = 1.5;

  /// @param data open-water data that have been checked
  /// @param diameter D [m]
  /// @param water_density rho [kg/m3]
  OpenWater(const OpenWaterData& data, double diameter, double water_density);

  /// Returns thrust and torque.
  /// @param inflow V_A [m/s]
  /// @param speed n [1/s]
  PropellerThrust at(double inflow, double speed) const;

  /// Returns a drawing of the data: the points of a curve, a polynomial up to the largest J, or all
  /// four quadrants.
  Drawing diagram(const std::string& propeller) const;

 private:
  struct Coefficients {
    double thrust, torque;
  };

  Coefficients by_advance(double J) const;
  PropellerThrust in_all_quadrants(double inflow, double speed) const;

  OpenWaterPolynomial polynomial_;
  std::optional<OpenWaterCurve> curve_;
  std::optional<FlowCoefficients> quadrants_;
  double diameter_, scale_;  ///< D [m]; rho D^4
  double largest_;           ///< largest J that is evaluated
};

}  // namespace raftup::solver
