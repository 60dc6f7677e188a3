#pragma once

#include <string>
#include <vector>

#include "solver/description/fields.hpp"
#include "solver/description/violations.hpp"

namespace raftup::solver {

struct Model;

/// Thrust and torque coefficients [1] of a propeller as polynomials of the advance ratio: K_T and
/// K_Q are sums of k_i J^i. `thrust` and `torque` contain the k_i from i = 0 on.
struct OpenWaterPolynomial {
  std::vector<double> thrust, torque;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("thrust", self.thrust);
    field("torque", self.torque);
  }
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

/// A propeller of the Wageningen B-series at a Reynolds number of 2e6.
/// @source Oosterveld and van Oossanen, Further computer-analyzed data of the Wageningen B-screw
///         series (1975)
struct BSeries {
  int blades = 4;            ///< number of blades Z, 2 to 7
  double area_ratio = 0.0;   ///< expanded blade area ratio A_E/A_0, .3 to 1.05
  double pitch_ratio = 0.0;  ///< ratio P/D of pitch and diameter, .5 to 1.4

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("blades", self.blades);
    field("area_ratio", self.area_ratio);
    field("pitch_ratio", self.pitch_ratio);
  }
  void check(const Model& model, const std::string& path, Violations& violations) const;

  OpenWaterPolynomial polynomial() const;
};

}  // namespace raftup::solver
