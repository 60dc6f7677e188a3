#include "solver/contacts/contact_shape.hpp"

#include <algorithm>

#include "solver/model.hpp"

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

bool can_touch(const Model& model) {
  const auto moving = [&](const ContactShape& shape) { return moves(model, shape); };
  const auto first = std::find_if(model.shapes.begin(), model.shapes.end(), moving);
  if (first == model.shapes.end()) return false;
  return std::any_of(model.shapes.begin(), model.shapes.end(),
                     [&](const ContactShape& shape) { return shape.body != first->body; });
}

}  // namespace raftup::solver
