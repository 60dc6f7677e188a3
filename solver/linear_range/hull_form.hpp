#pragma once

#include "hydro/database/database.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// A box with the waterplane and the volume of a hull, as far as its database knows them: all that
/// hydrostatics say of its shape.
struct HullForm {
  double length = 0.0;   ///< m, along x: sqrt(12 I_L / A), A the waterplane's area
  double beam = 0.0;     ///< m, along y: sqrt(12 I_T / A)
  double draught = 0.0;  ///< m, V / A: raised by it, linear buoyancy is 0

  bool pierces_surface() const { return draught > 0.0; }

  /// sqrt(12 I / A) along a horizontal unit vector in the body's axes [m].
  double length_along(const Vector2& way) const;
};

/// All 0 of a hull that is below the surface.
/// @param weight_density rho g of the database [N/m3]
HullForm hull_form(const hydro::DatabaseBody& hull, double weight_density);

/// The horizontal gap between two such boxes [m], negative where they overlap: by separating axes,
/// so that from corner to corner it is the larger of the gaps along their sides.
/// @param offset of the centre of the other, in the axes of the first [m]
/// @param cosine, sine of the angle from the first to the other
double gap_between(const HullForm& first, const HullForm& other, const Vector2& offset,
                   double cosine, double sine);

}  // namespace raftup::solver
