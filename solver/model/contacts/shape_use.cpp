#include "solver/model/contacts/shape_use.hpp"

#include <algorithm>
#include <utility>

namespace raftup::solver {

namespace {

ShapeRole role_of(const ShapeUse& use) {
  if (!use.enabled) return ShapeRole::kAbsent;
  if (!use.collides) return ShapeRole::kPassable;
  if (!use.sensor) return ShapeRole::kSolid;
  return use.sensor->contact_data ? ShapeRole::kSensor : ShapeRole::kDetector;
}

}  // namespace

double density_of(const ShapeUse& use, const std::vector<Material>& materials) {
  if (use.density != 0.0) return use.density;
  const auto material = std::find_if(materials.begin(), materials.end(),
                                     [&](const Material& of) { return of.name == use.material; });
  return material == materials.end() ? 0.0 : material->density;
}

ContactShape contact_shape(ShapeUse use, std::string body, ShapePart part) {
  const ShapeRole role = role_of(use);
  ContactShape shape;
  shape.name = std::move(use.name);
  shape.body = std::move(body);
  shape.geometry = std::move(part.geometry);
  shape.pose = part.pose;
  shape.material = std::move(use.material);
  shape.groups = std::move(use.groups);
  shape.surface_velocity = use.surface_velocity;
  shape.surface_spin = use.surface_spin;
  shape.role = role;
  return shape;
}

}  // namespace raftup::solver
