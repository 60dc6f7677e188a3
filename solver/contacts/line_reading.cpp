#include "solver/contacts/line_reading.hpp"

#include <variant>

namespace raftup::solver {

namespace {

bool is_line(const ContactShape& shape) { return std::holds_alternative<Line>(shape.geometry); }

}  // namespace

std::vector<std::size_t> LineReading::lines_of(const Model& model) {
  std::vector<std::size_t> lines;
  for (std::size_t i = 0; i < model.shapes.size(); ++i) {
    const bool there = model.shapes[i].role != ShapeRole::kAbsent;
    if (there && is_line(model.shapes[i])) lines.push_back(i);
  }
  return lines;
}

LineReading::LineReading(std::size_t line, const Model& model) : line_(model.shapes[line], model) {
  for (const ContactShape& shape : model.shapes) {
    if (is_line(shape) || !participates(shape.role)) continue;
    if (shape.body != model.shapes[line].body) others_.emplace_back(shape, model);
  }
}

std::optional<ContactPoint> LineReading::read(const DistanceReading::BodyAt& body_at) const {
  const PosedShape line = posed(line_, body_at);
  const Bounds box = bounds(line);
  std::optional<ContactPoint> first;
  std::vector<ContactPoint> points;
  for (const PlacedShape& other : others_) {
    const PosedShape met = posed(other, body_at);
    if (!box.overlaps(bounds(met))) continue;
    points.clear();
    collide(line, met, 0.0, nullptr, points);
    for (const ContactPoint& point : points) {
      if (!first || point.depth > first->depth) first = point;
    }
  }
  return first;
}

}  // namespace raftup::solver
