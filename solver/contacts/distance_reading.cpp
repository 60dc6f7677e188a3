#include "solver/contacts/distance_reading.hpp"

#include <limits>
#include <string>

namespace raftup::solver {

namespace {

std::vector<PlacedShape> shapes_of(const std::string& side, const Model& model) {
  std::vector<PlacedShape> shapes;
  for (const ContactShape& shape : model.shapes) {
    if (shape.role != ShapeRole::kAbsent && includes(side, shape))
      shapes.emplace_back(shape, model);
  }
  return shapes;
}

}  // namespace

PosedShape posed(const PlacedShape& shape, const DistanceReading::BodyAt& body_at) {
  return {shape.form, shape.pose_at(shape.in_world() ? nullptr : &body_at(shape.body))};
}

DistanceReading::DistanceReading(const DistanceReader& reader, const Model& model)
    : side1_(shapes_of(reader.side1, model)), side2_(shapes_of(reader.side2, model)) {}

ShapeDistance DistanceReading::read(const BodyAt& body_at) const {
  ShapeDistance least;
  least.distance = std::numeric_limits<double>::infinity();
  for (const PlacedShape& one : side1_) {
    const PosedShape posed1 = posed(one, body_at);
    for (const PlacedShape& two : side2_) {
      const ShapeDistance here = distance(posed1, posed(two, body_at));
      if (here.distance < least.distance) least = here;
    }
  }
  return least;
}

}  // namespace raftup::solver
