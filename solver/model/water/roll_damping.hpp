#pragma once

#include "solver/description/fields.hpp"

namespace raftup::solver {

struct GroupBody;
struct HydrodynamicGroup;
struct Model;

/// Roll damping from decay tests, given by p1 [1/s], p2 [1] and p3 [s] of
///   phi'' + p1 phi' + p2 |phi'| phi' + p3 phi'^3 + omega^2 phi = 0,
/// in addition to the damping by the waves that the body radiates. The moments are these terms
/// times (I + A)_44 at the roll period [kg m2]. For small roll of amplitude phi_a [rad] the damping
/// is equivalent to the linear one p1 + 8/(3 pi) p2 omega phi_a + 3/4 p3 omega^2 phi_a^2.
/// @source Himeno, Prediction of ship roll damping (1981)
struct RollDamping {
  double linear = 0.0;     ///< p1 [1/s]
  double quadratic = 0.0;  ///< p2 [1]
  double cubic = 0.0;      ///< p3 [s]

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("p1", self.linear, {"1/s", Bound::kNotNegative});
    field("p2", self.quadratic, Bound::kNotNegative);
    field("p3", self.cubic, {"s", Bound::kNotNegative});
  }
};

/// (I + A)_44 of a body about its centre of mass at its own undamped roll period, without other
/// dofs: omega^2 = C_44/(I_44 + A_44(omega)), A linear between the frequencies of the file. With
/// A_inf where the file has no A or the body no restoring moment.
/// @returns kg m2
/// @source Himeno (1981)
double roll_inertia(const Model& model, const HydrodynamicGroup& group, const GroupBody& member);

/// Coefficients of damping in the axes of the heading: -linear nu - quadratic |nu| nu and, in roll
/// alone, -cubic_roll nu_4^3.
struct DampingCoefficients {
  Matrix6 linear, quadratic;
  double cubic_roll;  ///< N m s3
};

/// The sum of the damping matrices of a body and of its roll damping.
DampingCoefficients damping_coefficients(const Model& model, const HydrodynamicGroup& group,
                                         const GroupBody& member);

}  // namespace raftup::solver
