#include <algorithm>
#include <limits>

#include "hydro/base/error.hpp"
#include "solver/geometry/collision/manifold.hpp"
#include "solver/geometry/collision/pair_contacts.hpp"

namespace raftup::solver {

namespace {

/// The convex parts of a shape, each at its pose.
std::vector<PosedSupport> convex_parts(const PosedShape& shape) {
  const CollisionForm& form = shape.shape->form();
  if (form.convex() != nullptr) return {{form.convex(), shape.rotation, shape.position}};
  const auto* compound = std::get_if<Compound>(&form.kind());
  require(compound != nullptr,
          "distances must be between shapes with a volume of their own, got a line, plane, mesh or "
          "height field");
  std::vector<PosedSupport> parts;
  for (const Compound::Part& part : compound->parts) {
    const std::vector<PosedSupport> own = convex_parts(posed_part(shape, part));
    parts.insert(parts.end(), own.begin(), own.end());
  }
  return parts;
}

ShapeDistance distance_between(PosedSupport one, PosedSupport two) {
  const Vector3 origin = two.position;
  one.position -= origin;
  two.position.setZero();
  constexpr double kAnyGap = std::numeric_limits<double>::infinity();
  const auto separation = separate(one, two, kAnyGap, Vector3::Zero());
  const ContactPoint point = nearest_point(one, two, *separation, 0);
  const Vector3 half = 0.5 * separation->gap * separation->normal;
  return {separation->gap, origin + point.position + half, origin + point.position - half};
}

}  // namespace

bool has_distance(const Geometry& geometry) {
  if (const auto* whole = std::get_if<Composite>(&geometry)) {
    return std::all_of(whole->parts.begin(), whole->parts.end(),
                       [](const ShapePart& part) { return has_distance(part.geometry); });
  }
  return !std::holds_alternative<Line>(geometry) && !std::holds_alternative<Plane>(geometry) &&
         !std::holds_alternative<TriangleMesh>(geometry) &&
         !std::holds_alternative<HeightField>(geometry);
}

ShapeDistance distance(const PosedShape& one, const PosedShape& two) {
  const std::vector<PosedSupport> parts2 = convex_parts(two);
  ShapeDistance nearest;
  nearest.distance = std::numeric_limits<double>::infinity();
  for (const PosedSupport& part1 : convex_parts(one)) {
    for (const PosedSupport& part2 : parts2) {
      const Vector3 between = part1.center() - part2.center();
      const double reach = part1.size() + part2.size();
      if (between.norm() - reach > nearest.distance) continue;
      const ShapeDistance here = distance_between(part1, part2);
      if (here.distance < nearest.distance) nearest = here;
    }
  }
  return nearest;
}

}  // namespace raftup::solver
