#include <algorithm>

#include "solver/model/model.hpp"

namespace raftup::solver {

std::string full_name(const ContactShape& shape) { return shape.body + "/" + shape.name; }

bool includes(const std::string& side, const ContactShape& shape) {
  if (side.empty() || side == full_name(shape)) return true;
  if (!shape.body.empty() && side == shape.body) return true;
  return std::find(shape.groups.begin(), shape.groups.end(), side) != shape.groups.end();
}

bool has_side(const Model& model, const std::string& side) {
  return std::any_of(model.shapes.begin(), model.shapes.end(),
                     [&](const ContactShape& shape) { return includes(side, shape); });
}

bool moves(const Model& model, const ContactShape& shape) {
  return !shape.body.empty() && has_body(model, shape.body) &&
         model.bodies[find_body(model, shape.body)].motion == Motion::kDynamic;
}

namespace {

/// True if two shapes that fulfill `meets` belong to different bodies or the world, and one of the
/// two also fulfills `acts`.
template <typename Meets, typename Acts>
bool any_pair(const Model& model, const Meets& meets, const Acts& acts) {
  const auto first =
      std::find_if(model.shapes.begin(), model.shapes.end(),
                   [&](const ContactShape& shape) { return meets(shape) && acts(shape); });
  if (first == model.shapes.end()) return false;
  return std::any_of(model.shapes.begin(), model.shapes.end(), [&](const ContactShape& shape) {
    return meets(shape) && shape.body != first->body;
  });
}

}  // namespace

bool can_touch(const Model& model) {
  return any_pair(
      model, [](const ContactShape& shape) { return participates(shape.role); },
      [&](const ContactShape& shape) { return is_sensor(shape.role) || moves(model, shape); });
}

bool can_push(const Model& model) {
  return any_pair(
      model, [](const ContactShape& shape) { return shape.role == ShapeRole::kSolid; },
      [&](const ContactShape& shape) { return moves(model, shape); });
}

}  // namespace raftup::solver
