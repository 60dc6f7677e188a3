/// @file The convex kinds of shapes, each as a core with a radius around it.
#pragma once

#include <array>
#include <vector>

#include "solver/geometry/collision/convex_support.hpp"

namespace raftup::solver {

/// A ball: a point as core and a radius.
class PointSupport final : public ConvexSupport {
 public:
  explicit PointSupport(double radius);
  Vector3 point(const Vector3& direction) const override;
  void feature(const Vector3& direction, SupportFeature& feature) const override;
  bool cross(const Vector3& origin, const Vector3& way, LineCrossing& crossing) const override;
  SeparatingDirections directions() const override { return {}; }
  std::optional<RoundProfile> profile() const override {
    return RoundProfile{radius(), radius(), 0.0, 0.0};
  }
};

/// A capsule: a segment of the z axis about the origin as core and a radius.
class SegmentSupport final : public ConvexSupport {
 public:
  SegmentSupport(double radius, double height);
  Vector3 point(const Vector3& direction) const override;
  void feature(const Vector3& direction, SupportFeature& feature) const override;
  bool cross(const Vector3& origin, const Vector3& way, LineCrossing& crossing) const override;
  SeparatingDirections directions() const override;
  std::optional<RoundProfile> profile() const override {
    return RoundProfile{radius(), radius(), -half_, half_};
  }

 private:
  double half_;
};

/// A box about the origin, with edges along the axes.
class BoxSupport final : public ConvexSupport {
 public:
  explicit BoxSupport(const Vector3& size);
  Vector3 point(const Vector3& direction) const override;
  void feature(const Vector3& direction, SupportFeature& feature) const override;
  const Vector3* half_edges() const override { return &half_; }
  bool cross(const Vector3& origin, const Vector3& way, LineCrossing& crossing) const override;
  SeparatingDirections directions() const override;

 private:
  Vector3 half_;
};

/// A truncated cone about the z axis between two heights, or a cylinder.
class RoundSupport final : public ConvexSupport {
 public:
  RoundSupport(double bottom_radius, double top_radius, double low, double high);
  Vector3 point(const Vector3& direction) const override;
  void feature(const Vector3& direction, SupportFeature& feature) const override;
  bool cross(const Vector3& origin, const Vector3& way, LineCrossing& crossing) const override;
  SeparatingDirections directions() const override;
  void add_normals(const Vector3& towards, std::vector<Vector3>& normals) const override;
  bool polyhedral() const override { return false; }
  std::optional<RoundProfile> profile() const override {
    return RoundProfile{bottom_radius_, top_radius_, low_, high_};
  }

 private:
  static void add_cap(const Vector3& direction, double radius, double z, SupportFeature& feature);

  double bottom_radius_, top_radius_, low_, high_;
  double side_across_, side_along_;  // of the unit normal of the side, across and along z
};

/// A triangle, which is a surface with two sides.
class TriangleSupport final : public ConvexSupport {
 public:
  explicit TriangleSupport(const std::array<Vector3, 3>& corners);
  Vector3 point(const Vector3& direction) const override;
  void feature(const Vector3& direction, SupportFeature& feature) const override;
  bool cross(const Vector3& origin, const Vector3& way, LineCrossing& crossing) const override;
  SeparatingDirections directions() const override;

 private:
  std::array<Vector3, 3> corners_;
  std::array<Vector3, 3> edges_;
  Vector3 normal_;
};

/// A convex polyhedron, whose coplanar triangles are merged to plane faces.
class PolyhedronSupport final : public ConvexSupport {
 public:
  /// Makes the support function of a convex polyhedron.
  /// @throws Error(kInvalidArgument) if the surface is not closed or not convex
  explicit PolyhedronSupport(const Convex& convex);
  Vector3 point(const Vector3& direction) const override;
  void feature(const Vector3& direction, SupportFeature& feature) const override;
  bool cross(const Vector3& origin, const Vector3& way, LineCrossing& crossing) const override;
  SeparatingDirections directions() const override;

  struct Face {
    Vector3 normal;
    std::vector<std::uint32_t> corners;  // counter-clockwise
  };
  struct Edge {
    std::uint32_t from, to;
    Vector3 direction;
  };
  const std::vector<Face>& faces() const { return faces_; }
  const std::vector<Vector3>& vertices() const { return vertices_; }

 private:
  std::uint32_t furthest(const Vector3& direction) const;
  void add_edge(std::uint32_t from, std::uint32_t to);

  std::vector<Vector3> vertices_;
  std::vector<Face> faces_;
  std::vector<Edge> edges_;
  std::vector<Vector3> normals_, edge_directions_;  // each once, whatever its sign
};

}  // namespace raftup::solver
