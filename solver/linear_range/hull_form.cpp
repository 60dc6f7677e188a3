#include "solver/linear_range/hull_form.hpp"

#include <algorithm>
#include <cmath>

namespace raftup::solver {

double HullForm::length_along(const Vector2& way) const {
  return std::sqrt(way.x() * way.x() * length * length + way.y() * way.y() * beam * beam);
}

HullForm hull_form(const hydro::DatabaseBody& hull, double weight_density) {
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

double gap_between(const HullForm& first, const HullForm& other, const Vector2& offset,
                   double cosine, double sine) {
  const double c = std::abs(cosine), s = std::abs(sine);
  const Vector2 seen_by_other(cosine * offset.x() + sine * offset.y(),
                              cosine * offset.y() - sine * offset.x());
  const auto between = [](double distance, double extents) {
    return std::abs(distance) - 0.5 * extents;
  };
  return std::max({between(offset.x(), first.length + c * other.length + s * other.beam),
                   between(offset.y(), first.beam + s * other.length + c * other.beam),
                   between(seen_by_other.x(), other.length + c * first.length + s * first.beam),
                   between(seen_by_other.y(), other.beam + s * first.length + c * first.beam)});
}

}  // namespace raftup::solver
