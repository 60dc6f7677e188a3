#pragma once

#include <optional>
#include <string>
#include <vector>

#include "solver/model/loads/b_series.hpp"

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

/// C_T and C_Q in all four quadrants as functions of the angle beta = atan2(V_A, .7 pi n D) [rad]:
///   T = rho/2 V^2 pi/4 D^2 C_T, Q = rho/2 V^2 pi/4 D^3 C_Q, V^2 = V_A^2 + (.7 pi n D)^2,
/// as smooth as FlowCoefficients make it.
/// @source van Lammeren, van Manen and Oosterveld, The Wageningen B-screw series, Trans. SNAME 77
///         (1969)
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

}  // namespace raftup::solver
