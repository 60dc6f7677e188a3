#include "solver/geometry/meshes/shape_drawing.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "solver/model/bodies/shape_checks.hpp"

namespace raftup::solver {

namespace {

/// A point of the outline of a round shape, with the normal there: distance from the axis and z.
struct OutlinePoint {
  Vector2 place, normal;
};
/// An outline from one end to the other. The solid is on its left, with z up and the axis to the
/// left.
using Outline = std::vector<OutlinePoint>;

/// A straight part of an outline; empty if it has no length.
Outline stretch(const Vector2& from, const Vector2& to) {
  const Vector2 way = to - from;
  if (way.norm() == 0.0) return {};
  const Vector2 normal = Vector2(way.y(), -way.x()).normalized();
  return {{from, normal}, {to, normal}};
}

/// A quarter of a circle about (0, z), upwards; its end is exactly on the axis.
Outline quarter(double radius, double z, bool upper, std::size_t steps) {
  Outline outline;
  for (std::size_t i = 0; i <= steps; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(steps);
    const SineCosine at = sincos_turns(0.25 * (upper ? share : share - 1.0));
    const bool on_axis = i == (upper ? steps : 0);
    const Vector2 normal(on_axis ? 0.0 : at.cosine, at.sine);
    outline.push_back({Vector2(0.0, z) + radius * normal, normal});
  }
  return outline;
}

class Drawer {
 public:
  explicit Drawer(std::size_t sectors) : sectors_(sectors) {}

  void operator()(const Sphere& sphere) { capsule(sphere.radius, 0.0); }
  void operator()(const Capsule& capsule_) { capsule(capsule_.radius, capsule_.height); }
  void operator()(const Cylinder& cylinder) {
    const double r = cylinder.radius, h = 0.5 * cylinder.height;
    turn_corners({{0.0, -h}, {r, -h}, {r, h}, {0.0, h}});
  }
  void operator()(const Cone& cone) {
    turn_corners({{0.0, 0.0},
                  {cone.bottom_radius, 0.0},
                  {cone.top_radius, cone.height},
                  {0.0, cone.height}});
  }
  void operator()(const HollowCylinder& tube) {
    const double inner = tube.inner_radius, outer = inner + tube.thickness, h = 0.5 * tube.height;
    turn_corners({{inner, -h}, {outer, -h}, {outer, h}, {inner, h}, {inner, -h}});
  }
  /// The hole of a hollow cone has the slope of the outside and may end below the top.
  void operator()(const HollowCone& cone) {
    const double bottom = cone.bottom_radius - cone.thickness;
    const double top = cone.top_radius - cone.thickness;
    const Vector2 rim(cone.top_radius, cone.height);
    if (top >= 0.0) {
      turn_corners(
          {{bottom, 0.0}, {cone.bottom_radius, 0.0}, rim, {top, cone.height}, {bottom, 0.0}});
      return;
    }
    turn_corners({{bottom, 0.0}, {cone.bottom_radius, 0.0}, rim, {0.0, cone.height}});
    turn_corners({{0.0, cone.height * bottom / (bottom - top)}, {bottom, 0.0}});
  }
  void operator()(const Box& box) {
    for (Eigen::Index axis = 0; axis < 3; ++axis) {
      for (const double side : {-0.5, 0.5}) add_side(box.size, axis, side);
    }
  }
  void operator()(const TriangleMesh& mesh) {
    for (const auto& [a, b, c] : mesh.triangles) {
      add_flat(mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]);
    }
  }
  void operator()(const Convex& convex) { (*this)(convex.surface); }
  void operator()(const HeightField& field) {
    const auto node = [&field](std::size_t index) {
      return node_of(field, index % field.columns, index / field.columns);
    };
    for (std::size_t t = 0; t < 2 * (field.columns - 1) * (field.rows - 1); ++t) {
      const auto [a, b, c] = triangle_of(field, t);
      add_flat(node(a), node(b), node(c));
    }
  }
  void operator()(const Composite& composite) {
    for (const ShapePart& part : composite.parts) {
      Drawer own(sectors_);
      std::visit(own, part.geometry);
      append(own.drawing_, part.pose);
    }
  }
  void operator()(const Plane& /*plane*/) { refuse("a plane, which has no end"); }
  void operator()(const Line& /*line*/) { refuse("a line, which has none"); }

  ShapeDrawing release() { return std::move(drawing_); }

 private:
  [[noreturn]] static void refuse(const char* what) {
    throw Error(ErrorCode::kInvalidArgument,
                fmt::format("what is drawn must have a surface, got {}", what));
  }

  void capsule(double radius, double height) {
    const std::size_t steps = (sectors_ + 3) / 4;
    turn(quarter(radius, -0.5 * height, false, steps));
    turn(stretch({radius, -0.5 * height}, {radius, 0.5 * height}));
    turn(quarter(radius, 0.5 * height, true, steps));
  }

  void turn_corners(const std::vector<Vector2>& corners) {
    for (std::size_t i = 0; i + 1 < corners.size(); ++i) turn(stretch(corners[i], corners[i + 1]));
  }

  /// Adds the surface of revolution of an outline: a ring of vertices for each of its points.
  void turn(const Outline& outline) {
    const auto first = static_cast<std::uint32_t>(drawing_.vertices.size());
    const auto around = static_cast<std::uint32_t>(sectors_);
    for (const OutlinePoint& point : outline) {
      for (std::size_t k = 0; k < sectors_; ++k) {
        const SineCosine at = sincos_turns(static_cast<double>(k) / static_cast<double>(sectors_));
        const auto place = [&at](const Vector2& flat) {
          return Vector3(flat.x() * at.cosine, flat.x() * at.sine, flat.y());
        };
        drawing_.vertices.push_back(place(point.place));
        drawing_.normals.push_back(place(point.normal));
      }
    }
    for (std::uint32_t i = 0; i + 1 < outline.size(); ++i) {
      for (std::uint32_t k = 0; k < around; ++k) {
        const std::uint32_t low = first + i * around, next = (k + 1) % around;
        if (outline[i].place.x() > 0.0) {
          drawing_.triangles.push_back({low + k, low + next, low + around + next});
        }
        if (outline[i + 1].place.x() > 0.0) {
          drawing_.triangles.push_back({low + k, low + around + next, low + around + k});
        }
      }
    }
  }

  void add_side(const Vector3& size, Eigen::Index axis, double side) {
    const Eigen::Index u = (axis + 1) % 3, v = (axis + 2) % 3;
    const auto corner = [&](double along_u, double along_v) {
      Vector3 at;
      at[axis] = side * size[axis];
      at[u] = along_u * size[u];
      at[v] = along_v * size[v];
      return at;
    };
    const double w = side;  // the other way round on the lower side
    add_flat(corner(-w, -0.5), corner(w, -0.5), corner(w, 0.5));
    add_flat(corner(-w, -0.5), corner(w, 0.5), corner(-w, 0.5));
  }

  /// Adds a flat triangle; triangles without area are skipped.
  void add_flat(const Vector3& a, const Vector3& b, const Vector3& c) {
    const Vector3 across = (b - a).cross(c - a);
    if (!(across.norm() > 0.0)) return;
    const auto first = static_cast<std::uint32_t>(drawing_.vertices.size());
    for (const Vector3& corner : {a, b, c}) {
      drawing_.vertices.push_back(corner);
      drawing_.normals.push_back(across.normalized());
    }
    drawing_.triangles.push_back({first, first + 1, first + 2});
  }

  void append(const ShapeDrawing& part, const Pose& pose) {
    const auto first = static_cast<std::uint32_t>(drawing_.vertices.size());
    const Matrix3 R = pose.attitude.normalized().toRotationMatrix();
    for (const Vector3& vertex : part.vertices) {
      drawing_.vertices.emplace_back(pose.position + R * vertex);
    }
    for (const Vector3& normal : part.normals) drawing_.normals.emplace_back(R * normal);
    for (const auto& [a, b, c] : part.triangles) {
      drawing_.triangles.push_back({first + a, first + b, first + c});
    }
  }

  std::size_t sectors_;
  ShapeDrawing drawing_;
};

}  // namespace

ShapeDrawing draw(const Geometry& geometry, std::size_t sectors) {
  require(sectors >= 3,
          fmt::format("a shape must be drawn in at least 3 sectors, got {}", sectors));
  check_geometry(geometry);
  Drawer drawer(sectors);
  std::visit(drawer, geometry);
  return drawer.release();
}

}  // namespace raftup::solver
