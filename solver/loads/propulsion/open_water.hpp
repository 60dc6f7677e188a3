#pragma once

#include <optional>
#include <string>

#include "solver/loads/base/drawing.hpp"
#include "solver/loads/flow/flow_coefficients.hpp"
#include "solver/model/loads/open_water_data.hpp"

namespace raftup::solver {

/// Thrust and torque of a propeller.
struct PropellerThrust {
  double thrust = 0.0;   ///< T [N]
  double torque = 0.0;   ///< Q [N m], taken from the shaft
  double advance = 0.0;  ///< J with which the data were evaluated; 0 if the shaft stands still
  bool beyond = false;   ///< true if J lies outside the data
};

/// Thrust and torque of a propeller in open water,
///   T = rho n|n| D^4 K_T(J), Q = rho n|n| D^5 K_Q(J), J = V_A/(n D),
/// J within 0 to 1.5 or, of a curve, to its end: beyond, the value there holds. That of a shaft
/// that stands is 0. Four quadrants have no such bounds.
/// @source Carlton, Marine Propellers and Propulsion (2019)
class OpenWater {
 public:
  /// Largest advance ratio J [1] of a polynomial: the B-series was fitted to ratios below about
  /// 1.5, and its powers of J grow without meaning beyond.
  static constexpr double kLargestAdvance = 1.5;

  /// @param data     checked
  /// @param diameter D [m]
  OpenWater(const OpenWaterData& data, double diameter, double water_density);

  /// @param inflow V_A [m/s]
  /// @param speed  n [1/s]
  PropellerThrust at(double inflow, double speed) const;

  /// Its data: those of a curve at its points, a polynomial up to the largest J, four quadrants
  /// once around.
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
  double diameter_, scale_;  ///< D; rho D^4
  double largest_;           ///< J
};

}  // namespace raftup::solver
