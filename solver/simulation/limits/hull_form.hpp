#pragma once

#include <algorithm>
#include <cmath>

#include "hydro/database/database.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// The dimensions of a box with the same waterplane area, second moments of the waterplane and
/// displaced volume as a hull. Hydrostatic data determine no further properties of the shape of a
/// hull.
struct HullForm {
  double length = 0.0;  ///< length along x, sqrt(12 I_L / A), with the area A of the waterplane [m]
  double beam = 0.0;    ///< breadth along y, sqrt(12 I_T / A) [m]
  /// draft V / A [m]: if the body is raised by this distance, its linear buoyancy is zero
  double draught = 0.0;

  bool pierces_surface() const { return draught > 0.0; }

  /// Length in a direction of a rectangle with the second moment I of the waterplane, sqrt(12 I /
  /// A) [m].
  /// @param way direction, a unit vector in the horizontal plane, body axes
  double length_along(const Vector2& way) const {
    return std::sqrt(way.x() * way.x() * length * length + way.y() * way.y() * beam * beam);
  }
};

/// Waterplane area A over V^(2/3), with the displaced volume V, below which a hull is under water and
/// A a rounding of sums over its panels [1].
inline constexpr double kNoWaterplane = 1e-9;

/// Computes the box for a hull from its hydrostatic stiffness. All dimensions are 0 for a hull that
/// does not reach the surface.
/// @param weight_density rho g of the database [N/m3]
inline HullForm hull_form(const hydro::DatabaseBody& hull, double weight_density) {
  const Matrix6& C = hull.hydrostatic_stiffness;
  const double A = C(2, 2) / weight_density;
  const double across = std::cbrt(std::max(hull.displaced_volume, 0.0));
  if (!(A > kNoWaterplane * across * across)) return {};
  // C_44 = rho g (I_T + V (z_B - z_G)), C_55 the same with I_L.
  const double stability =
      hull.displaced_volume * (hull.center_of_buoyancy.z() - hull.center_of_gravity.z());
  const auto extent = [&](double stiffness) {
    return std::sqrt(std::max(12.0 * (stiffness / weight_density - stability) / A, 0.0));
  };
  return {extent(C(4, 4)), extent(C(3, 3)), hull.displaced_volume / A};
}

}  // namespace raftup::solver
