#pragma once

#include <vector>

#include "solver/description/fields.hpp"

namespace raftup::solver {

/// Hydrodynamic coefficients of all N bodies of a hydrodynamic group that do not depend on
/// frequency. The force is
///   F = -A dv/dt - B v - B2 (|v| v) - C x,   |v| v element by element,
/// where v is the velocity through the water [m/s, rad/s] and x the displacement and rotation from
/// the poses at rest [m, rad]. Both are at the reference point of each body and in its heading
/// frame. Each matrix is 6N x 6N, row by row, in the order of the group's bodies; the row is the
/// dof on which the force acts. An empty matrix is 0.
struct ConstantCoefficients {
  std::vector<double> added_mass;  ///< added mass A [kg, kg m, kg m2]
  std::vector<double> damping;     ///< linear damping B [N s/m, N s, N m s]
  /// Quadratic damping B2 [N s2/m2; for rotations rad in place of m and N m in place of N].
  std::vector<double> quadratic_damping;
  std::vector<double> stiffness;  ///< stiffness C [N/m, N, N m]
  bool allow_active = false;  ///< true: B may supply energy [J] to some motion (negative damping)

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("added_mass", self.added_mass, "kg");
    field("damping", self.damping, "N s/m");
    field("quadratic_damping", self.quadratic_damping, "N s2/m2");
    field("stiffness", self.stiffness, "N/m");
    field("allow_active", self.allow_active);
  }

  bool empty() const {
    return added_mass.empty() && damping.empty() && quadratic_damping.empty() && stiffness.empty();
  }
};

}  // namespace raftup::solver
