#include "server/model/shape_builder.hpp"

#include <fmt/format.h>

#include "server/model/shapes.hpp"

namespace raftup::server {

namespace {

/// A length or a density.
double positive(double value, const std::string& path, Violations& violations) {
  violations.expect(value > 0.0, path, "must be positive", fmt::format("{}", value));
  return value;
}

solver::Box box(const v1::Box& message, const std::string& path, Violations& violations) {
  solver::Box box;
  if (violations.expect(!message.size().empty(), path + ".size", "must be given")) {
    box.size = vector3_or_zero(message.size(), path + ".size", violations);
  }
  for (int i = 0; message.size_size() == 3 && i < 3; ++i) {
    positive(message.size(i), fmt::format("{}.size[{}]", path, i), violations);
  }
  return box;
}

solver::Shape build_shape(const v1::Shape& message, const std::string& path,
                          Violations& violations) {
  solver::Shape shape;
  switch (message.geometry_case()) {
    case v1::Shape::kSphere:
      shape.geometry =
          solver::Sphere{positive(message.sphere().radius(), path + ".sphere.radius", violations)};
      break;
    case v1::Shape::kBox:
      shape.geometry = box(message.box(), path + ".box", violations);
      break;
    case v1::Shape::kCylinder:
      shape.geometry = solver::Cylinder{
          positive(message.cylinder().radius(), path + ".cylinder.radius", violations),
          positive(message.cylinder().height(), path + ".cylinder.height", violations)};
      break;
    case v1::Shape::GEOMETRY_NOT_SET:
      violations.add(path, "must have one of sphere, box, cylinder");
  }
  shape.density = positive(message.density(), path + ".density", violations);
  shape.pose.position = vector3_or_zero(message.position(), path + ".position", violations);
  shape.pose.attitude = attitude(message.attitude_deg(), path + ".attitude_deg", violations)
                            .value_or(Quaternion::Identity());
  return shape;
}

}  // namespace

std::vector<solver::Shape> build_shapes(const v1::Body& message, const std::string& path,
                                        Violations& violations) {
  std::vector<solver::Shape> shapes;
  for (int i = 0; i < message.shapes_size(); ++i) {
    shapes.push_back(
        build_shape(message.shapes(i), fmt::format("{}.shapes[{}]", path, i), violations));
  }
  return shapes;
}

void complete_shapes(v1::Body& message) {
  for (v1::Shape& shape : *message.mutable_shapes()) {
    if (shape.position().empty()) set_numbers(*shape.mutable_position(), Vector3::Zero());
    if (shape.attitude_deg().empty()) set_numbers(*shape.mutable_attitude_deg(), Vector3::Zero());
  }
}

}  // namespace raftup::server
