#include "solver/contacts/shape_world.hpp"

#include <algorithm>

#include "hydro/base/error.hpp"
#include "solver/geometry/collision/collision_form.hpp"
#include "solver/loads/base/force_element.hpp"

namespace raftup::solver {

ShapeWorld::ShapeWorld(const Model& model) : step_ns_(model.step_ns) {
  for (std::size_t i = 0; i < model.shapes.size(); ++i) {
    const ContactShape& shape = model.shapes[i];
    if (shape.role == ShapeRole::kAbsent) continue;
    items_.push_back({i, PlacedShape(shape, model), has_distance(shape.geometry)});
  }
}

void ShapeWorld::place(const State& state) {
  posed_.clear();
  BodyKinematics body;
  for (Item& item : items_) {
    item.place.edit(state.inputs, StepTimes(state.step_index, step_ns_).start);
    if (!item.place.in_world()) read_motion(state.bodies[item.place.body], body);
    posed_.emplace_back(item.place.form, item.place.pose_at(&body));
  }
}

std::vector<std::size_t> ShapeWorld::bounds(const PosedShape& shape) const {
  const Bounds box = solver::bounds(shape);
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (box.overlaps(solver::bounds(posed_[i]))) found.push_back(items_[i].shape);
  }
  return found;
}

std::vector<ShapeWorld::Contact> ShapeWorld::contacts(const PosedShape& shape) const {
  const Bounds box = solver::bounds(shape);
  std::vector<Contact> found;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (!box.overlaps(solver::bounds(posed_[i]))) continue;
    Contact contact{items_[i].shape, {}};
    collide(shape, posed_[i], 0.0, nullptr, contact.points);
    if (!contact.points.empty()) found.push_back(std::move(contact));
  }
  return found;
}

std::vector<ShapeWorld::Distance> ShapeWorld::distances(const PosedShape& shape) const {
  std::vector<Distance> found;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (!items_[i].has_distance) continue;
    found.push_back({items_[i].shape, distance(shape, posed_[i])});
  }
  return found;
}

std::optional<ShapeWorld::Contact> ShapeWorld::pick(const PosedShape& line) const {
  require(std::holds_alternative<Line>(line.shape->form().kind()),
          "a pick must be by a shape that is a line");
  std::optional<Contact> first;
  for (Contact& met : contacts(line)) {
    const auto nearest = std::max_element(
        met.points.begin(), met.points.end(),
        [](const ContactPoint& a, const ContactPoint& b) { return a.depth < b.depth; });
    if (first && first->points.front().depth >= nearest->depth) continue;
    first = Contact{met.shape, {*nearest}};
  }
  return first;
}

}  // namespace raftup::solver
