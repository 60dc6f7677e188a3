#pragma once

#include <algorithm>
#include <cmath>

#include "hydro/database/database.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// A box with the same area and second moments of the waterplane and the same displaced volume as a
/// hull. Hydrostatics determine no more of its shape.
struct HullForm {
  double length = 0.0;   ///< m, along x: sqrt(12 I_L / A), A the waterplane's area
  double beam = 0.0;     ///< m, along y: sqrt(12 I_T / A)
  double draught = 0.0;  ///< m, V / A: a body raised by it has lost all of its linear buoyancy

  bool pierces_surface() const { return draught > 0.0; }

  /// Length of a rectangle with the second moment I of the waterplane, sqrt(12 I / A) [m].
  /// @param way unit vector in the horizontal plane, body axes
  double length_along(const Vector2& way) const {
    return std::sqrt(way.x() * way.x() * length * length + way.y() * way.y() * beam * beam);
  }
};

/// The box of a hull by its hydrostatic stiffness; all dimensions are 0 for a hull that does not
/// reach the surface.
/// @param weight_density rho g of the database [N/m3]
inline HullForm hull_form(const hydro::DatabaseBody& hull, double weight_density) {
  const Matrix6& C = hull.hydrostatic_stiffness;
  const double A = C(2, 2) / weight_density;
  if (!(A > 0.0)) return {};
  // C_44 = rho g (I_T + V (z_B - z_G)), C_55 the same with I_L.
  const double stability =
      hull.displaced_volume * (hull.center_of_buoyancy.z() - hull.center_of_gravity.z());
  const auto extent = [&](double stiffness) {
    return std::sqrt(std::max(12.0 * (stiffness / weight_density - stability) / A, 0.0));
  };
  return {extent(C(4, 4)), extent(C(3, 3)), hull.displaced_volume / A};
}

}  // namespace raftup::solver
