#pragma once

#include <array>

#include "hydro/numerics/types.hpp"

namespace raftup::solver::rods {

/// The bend at a node, between the elements before and after it, with unit tangents t_-, t_+ and
/// lengths n_-, n_+ [m]:
///   kb = 2 t_- x t_+ / D,   D = 1 + t_- . t_+,   |kb| = 2 tan(phi/2),
/// where phi is the angle between the elements. Its gradients by the vectors d_-, d_+ along the
/// elements [1/m] are
///   G_- = -(2 [t_+]x + kb (t_- + t_+)^T)/(D n_-),
///   G_+ =  (2 [t_-]x - kb (t_- + t_+)^T)/(D n_+).
/// With the stiffness B of the node, see DiscreteRod, the energy is B/2 |kb|^2, the moment B kb and
/// the curvature |kb|/l_b.
/// @source M. Bergou and others, Discrete elastic rods, ACM Transactions on Graphics 27 (2008) 63
struct Bend {
  Vector3 kb = Vector3::Zero();
  /// Gradients of kb by the positions of the node before, the node and the node after [1/m].
  std::array<Matrix3, 3> gradients{{Matrix3::Zero(), Matrix3::Zero(), Matrix3::Zero()}};

  /// @param before, after vectors along the elements [m]
  static Bend of(const Vector3& before, const Vector3& after);
  /// Returns kb alone.
  static Vector3 vector(const Vector3& before, const Vector3& after);

  /// Returns the change of kb for small displacements of the three nodes [m].
  Vector3 change(const Vector3& before, const Vector3& node, const Vector3& after) const {
    return gradients[0] * before + gradients[1] * node + gradients[2] * after;
  }
};

}  // namespace raftup::solver::rods
