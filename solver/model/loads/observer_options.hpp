#pragma once

#include "hydro/numerics/types.hpp"
#include "solver/description/fields.hpp"

namespace raftup::solver {

/// What an observer of low-frequency motion in the plane knows of a vessel and of the waves.
struct ObserverOptions {
  Vector3 mass = Vector3::Ones();     ///< M of surge, sway, yaw with added mass [kg, kg m2]
  Vector3 damping = Vector3::Zero();  ///< D [N s/m, N m s]
  double bias_time = 1000.0;          ///< T_b
  double wave_frequency = 0.0;        ///< w_0
  double wave_damping = 0.1;          ///< lambda
  double velocity_gain = 0.1;         ///< K4 over M w_c
  double bias_gain = 0.1;             ///< K3 over K4

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("mass", self.mass, Bound::kPositive);
    field("damping", self.damping, Bound::kNotNegative);
    field("bias_time", self.bias_time, {"s", Bound::kPositive});
    field("wave_frequency", self.wave_frequency, {"rad/s", Bound::kPositive});
    field("wave_damping", self.wave_damping, {"", Bound::kFraction});
    field("velocity_gain", self.velocity_gain, Bound::kPositive);
    field("bias_gain", self.bias_gain, Bound::kPositive);
  }
};

}  // namespace raftup::solver
