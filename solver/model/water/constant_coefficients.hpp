#pragma once

#include <vector>

#include "solver/description/fields.hpp"

namespace raftup::solver {

/// Matrices of the water about all N bodies of a hydrodynamic group, the same at every frequency,
/// with the force
///   F = -A dv/dt - B v - B2 (|v| v) - C x,   |v| v element by element,
/// where v is the velocity through the water [m/s, rad/s] and x the displacement and turn from the
/// poses of rest [m, rad], of each body in the frame of its heading about its reference point. Each
/// matrix is 6N x 6N, row by row, in the order of the group's bodies; row = influenced dof. An
/// empty one is 0.
struct ConstantCoefficients {
  std::vector<double> added_mass;         ///< A [kg, kg m, kg m2]
  std::vector<double> damping;            ///< B [N s/m, N s, N m s]
  std::vector<double> quadratic_damping;  ///< B2 [N s2/m2; rad and m in place of m and N]
  std::vector<double> stiffness;          ///< C [N/m, N, N m]
  bool allow_active = false;              ///< B may bring energy into some motion

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
