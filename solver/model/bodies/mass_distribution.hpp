#pragma once

#include <functional>

#include "solver/model/bodies/rigid_body.hpp"

namespace raftup::solver {

/// Mass, center and moment of inertia of the table RigidBody::mass_distribution.
struct MassOfTable {
  double mass = 0.0;      ///< kg
  double center_x = 0.0;  ///< x of the center of mass, model frame [m]
  double pitch_inertia =
      0;  ///< moment of inertia about the y axis through the body's center [kg m2]
};

/// Integrates the table RigidBody::mass_distribution, which must have at least two rows.
MassOfTable mass_of_table(const RigidBody& body);

/// The mass matrix of a rigid body about its center of mass, in body axes: diag(m 1, I) [kg, kg
/// m2].
Matrix6 mass_matrix(const RigidBody& body);

/// The mass matrix M of the part of a body ahead of the plane x [m, model frame], about the center
/// of mass of the whole body in body axes [kg, kg m, kg m2]: a velocity v of the center of mass and
/// an angular velocity omega give it the momentum and angular momentum M [v; omega].
///
/// The integrals run over the table, with mass_per_length mu, center (x, z) and roll radius r of a
/// slice: int mu, int mu x, int mu z, I_xx = int mu (r^2 + z^2), I_yy = int mu (x^2 + z^2), I_zz =
/// int mu x^2, I_xz = -int mu x z. What the table leaves of the mass matrix of the body is spread
/// in proportion to the mass of the table, so that the part ahead of a plane behind the stern is
/// the whole body.
Matrix6 mass_matrix_ahead(const RigidBody& body, double x);

/// The displacement [1] of a point of a body [m, model frame] per unit of each of its modes, body
/// axes, 3 x m.
using ShapesAt = std::function<MatrixXd(const Vector3&)>;

/// Momentum of the part of a body ahead of a plane per unit of the velocity of each mode, about the
/// center of mass of the body, 6 x m [kg, kg m]. What the table lacks is spread in proportion to the
/// mass, so that the part ahead of the stern has the momentum of the whole body.
/// @param x     place of the plane [m, model frame]
/// @param whole the same for the whole body, from its database
MatrixXd mode_mass_ahead(const RigidBody& body, double x, const MatrixXd& whole,
                         const ShapesAt& shapes);

}  // namespace raftup::solver
