#pragma once

#include "solver/description/fields.hpp"

namespace raftup::solver {

struct GroupBody;
struct HydrodynamicGroup;
struct Model;

/// Roll damping from decay tests, given by p1 [1/s], p2 [1] and p3 [s] of
///   phi'' + p1 phi' + p2 |phi'| phi' + p3 phi'^3 + omega^2 phi = 0,
/// in addition to the damping by the waves that the body radiates. The roll moments are these terms
/// multiplied by the roll inertia with added inertia, (I + A)_44 at the roll period [kg m2]. For
/// small roll of amplitude phi_a [rad] the damping is equivalent to the linear one p1 + 8/(3 pi) p2
/// omega phi_a + 3/4 p3 omega^2 phi_a^2.
/// @source Himeno, Prediction of ship roll damping (1981)
struct RollDamping {
  double linear = 0.0;     ///< linear coefficient p1 [1/s]
  double quadratic = 0.0;  ///< quadratic coefficient p2 [1]
  double cubic = 0.0;      ///< cubic coefficient p3 [s]

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("p1", self.linear, {"1/s", Bound::kNotNegative});
    field("p2", self.quadratic, Bound::kNotNegative);
    field("p3", self.cubic, {"s", Bound::kNotNegative});
  }
};

/// Roll inertia plus added roll inertia (I + A)_44 of a body about its center of mass. A is taken
/// at the undamped natural frequency of roll alone, omega^2 = C_44/(I_44 + A_44(omega)), with
/// linear interpolation between the frequencies of the database. A_inf is used if the database has
/// no A or the body has no restoring roll moment.
/// @returns kg m2
/// @source Himeno (1981)
double roll_inertia(const Model& model, const HydrodynamicGroup& group, const GroupBody& member);

/// Damping coefficients in the heading frame. The force is -linear nu - quadratic (|nu| nu), |nu|
/// nu element by element, and in roll also -cubic_roll nu_4^3, where nu is the velocity of the body
/// [m/s, rad/s].
struct DampingCoefficients {
  Matrix6 linear, quadratic;
  double cubic_roll;  ///< cubic damping coefficient in roll [N m s3]
};

/// The sum of the damping matrices of a body of a group and its roll damping.
DampingCoefficients damping_coefficients(const Model& model, const HydrodynamicGroup& group,
                                         const GroupBody& member);

}  // namespace raftup::solver
