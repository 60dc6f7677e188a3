#pragma once

#include <optional>
#include <string>
#include <vector>

#include "solver/loads/drawing.hpp"
#include "solver/loads/flow/flow_table.hpp"
#include "solver/loads/propulsion/b_series.hpp"

namespace raftup::solver {

/// K_T and K_Q at some J, in straight lines between.
struct OpenWaterCurve {
  std::vector<double> advance_ratio;  ///< J, strictly ascending from 0, at least two
  std::vector<double> thrust;         ///< K_T, one for each
  std::vector<double> torque;         ///< K_Q; empty = 0

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("advance_ratio", self.advance_ratio);
    field("thrust", self.thrust);
    field("torque", self.torque);
  }
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

/// C_T and C_Q of all four quadrants by the angle beta = atan2(V_A, .7 pi n D):
///   T = rho/2 V^2 pi/4 D^2 C_T, Q = rho/2 V^2 pi/4 D^3 C_Q, V^2 = V_A^2 + (.7 pi n D)^2,
/// as smooth as FlowCoefficients make it.
struct FourQuadrants {
  std::vector<double> angle_deg;  ///< deg, strictly ascending around the circle, no gap above 90
  std::vector<double> thrust;     ///< C_T, one for each
  std::vector<double> torque;     ///< C_Q; empty = 0

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("angle_deg", self.angle_deg);
    field("thrust", self.thrust);
    field("torque", self.torque);
  }
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

/// How a propeller is described, by exactly one of these.
struct OpenWaterData {
  std::optional<BSeries> b_series;
  std::optional<OpenWaterPolynomial> polynomial;
  std::optional<OpenWaterCurve> curve;
  std::optional<FourQuadrants> four_quadrants;
};

/// What a propeller does.
struct PropellerThrust {
  double thrust = 0.0;   ///< T [N]
  double torque = 0.0;   ///< Q [N m], taken from the shaft
  double advance = 0.0;  ///< J as the data were asked for it; 0 where the shaft stands
  bool beyond = false;   ///< J lies outside of the data
};

/// Thrust and torque of a propeller in open water,
///   T = rho n|n| D^4 K_T(J), Q = rho n|n| D^5 K_Q(J), J = V_A/(n D),
/// J within 0 to 1.5 or, of a curve, to its end: beyond, the value there holds. That of a shaft
/// that stands is 0. Four quadrants have no such bounds.
class OpenWater {
 public:
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
