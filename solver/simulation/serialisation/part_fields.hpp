#pragma once

#include <concepts>
#include <type_traits>

#include "hydro/sea/sea.hpp"
#include "solver/description/fields.hpp"
#include "solver/model/bodies/shape.hpp"
#include "solver/model/statistics/statistics.hpp"

/// @file Lists of the fields of shapes, waves and statistics, which have no list in their
///         description. The order of the fields must not change, since digests of models depend on
///         it.
namespace raftup::solver {

template <typename T, typename Of>
concept Is = std::same_as<std::remove_const_t<T>, Of>;

template <Is<Sphere> Self, typename Visitor>
void part_fields(Self& sphere, Visitor& put) {
  put(sphere.radius);
}
template <Is<Box> Self, typename Visitor>
void part_fields(Self& box, Visitor& put) {
  put(box.size);
}
template <Is<Cylinder> Self, typename Visitor>
void part_fields(Self& cylinder, Visitor& put) {
  put(cylinder.radius), put(cylinder.height);
}
template <Is<TriangleMesh> Self, typename Visitor>
void part_fields(Self& mesh, Visitor& put) {
  put(mesh.vertices), put(mesh.triangles), put(mesh.terrain), put(mesh.bottom_margin);
}
template <Is<Capsule> Self, typename Visitor>
void part_fields(Self& capsule, Visitor& put) {
  put(capsule.radius), put(capsule.height);
}
template <Is<Cone> Self, typename Visitor>
void part_fields(Self& cone, Visitor& put) {
  put(cone.bottom_radius), put(cone.top_radius), put(cone.height);
}
template <Is<Plane> Self, typename Visitor>
void part_fields(Self& plane, Visitor& put) {
  put(plane.normal), put(plane.offset);
}
template <Is<HollowCylinder> Self, typename Visitor>
void part_fields(Self& tube, Visitor& put) {
  put(tube.inner_radius), put(tube.thickness), put(tube.height);
}
template <Is<HollowCone> Self, typename Visitor>
void part_fields(Self& cone, Visitor& put) {
  put(cone.bottom_radius), put(cone.top_radius), put(cone.height), put(cone.thickness);
}
template <Is<Line> Self, typename Visitor>
void part_fields(Self& line, Visitor& put) {
  put(line.begin), put(line.end);
}
template <Is<Convex> Self, typename Visitor>
void part_fields(Self& convex, Visitor& put) {
  put(convex.surface);
}
template <Is<HeightField> Self, typename Visitor>
void part_fields(Self& field, Visitor& put) {
  put(field.columns), put(field.rows), put(field.size), put(field.heights);
  put(field.bottom_margin), put(field.least_height);
}
template <Is<ShapePart> Self, typename Visitor>
void part_fields(Self& part, Visitor& put) {
  put(part.geometry), put(part.pose);
}
template <Is<Composite> Self, typename Visitor>
void part_fields(Self& composite, Visitor& put) {
  put(composite.parts);
}
template <Is<Pose> Self, typename Visitor>
void part_fields(Self& pose, Visitor& put) {
  put(pose.position), put(pose.attitude.coeffs());
}

template <Is<hydro::WaveComponent> Self, typename Visitor>
void part_fields(Self& component, Visitor& put) {
  put(component.omega), put(component.amplitude), put(component.phase), put(component.direction);
}
template <Is<hydro::VarianceHistory> Self, typename Visitor>
void part_fields(Self& history, Visitor& put) {
  put(history.first), put(history.times), put(history.variances);
}

template <Is<StatisticsLimit> Self, typename Visitor>
void part_fields(Self& limit, Visitor& put) {
  put(limit.output), put(limit.component), put(limit.below), put(limit.above);
}
template <Is<StatisticsOptions> Self, typename Visitor>
void part_fields(Self& statistics, Visitor& put) {
  put(statistics.warm_up), put(statistics.outputs), put(statistics.turning_points);
  put(statistics.limits);
}

/// A type that has such a list.
template <typename T>
concept HasFields = requires(T& part, void (*visitor)(...)) {
  part_fields(part, visitor);
};

}  // namespace raftup::solver
