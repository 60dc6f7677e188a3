#pragma once

#include <optional>
#include <string>
#include <vector>

#include "solver/model/loads/b_series.hpp"

namespace raftup::solver {

/// Thrust and torque coefficients K_T and K_Q [1] of a propeller, given at some advance ratios J
/// and linear in between.
struct OpenWaterCurve {
  std::vector<double> advance_ratio;  ///< advance ratios J, strictly ascending from 0, at least two
  std::vector<double> thrust;         ///< K_T at each advance ratio
  std::vector<double> torque;         ///< K_Q at each advance ratio; empty = 0

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("advance_ratio", self.advance_ratio);
    field("thrust", self.thrust);
    field("torque", self.torque);
  }
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

/// Thrust and torque coefficients C_T and C_Q of a propeller in all four quadrants, as functions of
/// the angle beta = atan2(V_A, .7 pi n D) [rad] for the inflow V_A [m/s], speed n [1/s] and
/// diameter D [m]:
///   T = rho/2 V^2 pi/4 D^2 C_T, Q = rho/2 V^2 pi/4 D^3 C_Q, V^2 = V_A^2 + (.7 pi n D)^2.
/// FlowCoefficients interpolates between the given angles.
/// @source van Lammeren, van Manen and Oosterveld, The Wageningen B-screw series, Trans. SNAME 77
///         (1969)
struct FourQuadrants {
  /// angles beta [deg], strictly ascending around the circle, with gaps of at most 90 deg
  std::vector<double> angle_deg;
  std::vector<double> thrust;  ///< C_T at each angle
  std::vector<double> torque;  ///< C_Q at each angle; empty = 0

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("angle_deg", self.angle_deg);
    field("thrust", self.thrust);
    field("torque", self.torque);
  }
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

/// Open-water data of a propeller. Exactly one of the members must be given.
struct OpenWaterData {
  std::optional<BSeries> b_series;
  std::optional<OpenWaterPolynomial> polynomial;
  std::optional<OpenWaterCurve> curve;
  std::optional<FourQuadrants> four_quadrants;
};

}  // namespace raftup::solver
