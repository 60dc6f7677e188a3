/// @file The interface of convex shapes for the search of contacts: a core and a radius around it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hydro/numerics/types.hpp"
#include "solver/model/bodies/shape.hpp"

namespace raftup::solver {

/// The part of a core that faces a direction: a corner, an edge or a face. A round cap is
/// represented by a polygon of 16 corners of its rim and the furthest one, and a round side by the
/// segment that faces the direction.
struct SupportFeature {
  static constexpr std::size_t kMostCorners =
      64;  ///< corners beyond this number are thinned out evenly

  std::size_t count = 0;                      ///< 1 corner, 2 edge, else face in order
  std::array<Vector3, kMostCorners> corners;  ///< m
  /// of corners, and of the edges that begin at them
  std::array<std::uint32_t, kMostCorners> keys;
  std::uint32_t key = 0;  ///< of the feature

  void add(const Vector3& corner, std::uint32_t corner_key) {
    corners[count] = corner;
    keys[count++] = corner_key;
  }
};

/// The interval in which an infinite line origin + t way is inside a shape.
struct LineCrossing {
  double enter = 0.0, leave = 0.0;  ///< t
  Vector3 normal;                   ///< unit, of the surface where it enters
};

/// The profile of a shape of revolution about z: straight between the ends `low` and `high`.
struct RoundProfile {
  double low_radius, high_radius;  ///< m
  double low, high;                ///< m
  double radius_at(double z) const {
    if (high == low) return low_radius;
    return low_radius + (high_radius - low_radius) * (z - low) / (high - low);
  }
};

/// Unit vectors from which the separating axes of polyhedra are computed, in the shape's frame;
/// their sign is arbitrary.
struct SeparatingDirections {
  std::span<const Vector3> normals;  ///< of faces
  std::span<const Vector3> edges;    ///< along edges
};

/// A convex shape in its own frame: all points within `radius` of a convex core. Stateless.
class ConvexSupport {
 public:
  /// Faces and edges within this angle, 3 degrees, of being perpendicular to a direction count as
  /// facing it. Chosen, not swept.
  static constexpr double kSine = 0.05233595624294383;
  static constexpr double kCosine = 0.9986295347545738;  ///< cosine of the same angle [1]

  explicit ConvexSupport(double radius = 0.0) : radius_(radius) {}
  virtual ~ConvexSupport() = default;
  ConvexSupport(const ConvexSupport&) = default;
  ConvexSupport& operator=(const ConvexSupport&) = default;

  /// The point of the core [m] that is furthest in a direction; the direction may have any length.
  virtual Vector3 point(const Vector3& direction) const = 0;
  /// The part of the core that faces a direction of unit length.
  virtual void feature(const Vector3& direction, SupportFeature& feature) const = 0;
  /// Directions of separating axes; for a round core those at which a search for them begins.
  virtual SeparatingDirections directions() const = 0;
  /// Appends normals of a round core's surface on the side of a direction.
  virtual void add_normals(const Vector3& /*towards*/, std::vector<Vector3>& /*normals*/) const {}
  /// Intersection of a line with the shape, including its radius; false if there is none.
  virtual bool cross(const Vector3& origin, const Vector3& way, LineCrossing& crossing) const = 0;
  /// Half the edges [m] of a box about the origin; null for any other shape.
  virtual const Vector3* half_edges() const { return nullptr; }
  virtual bool polyhedral() const { return true; }  ///< true if the core is a polyhedron
  /// The profile of a shape of revolution about z; nothing for another shape.
  virtual std::optional<RoundProfile> profile() const { return std::nullopt; }

  double radius() const { return radius_; }          ///< m, around the core
  const Vector3& center() const { return center_; }  ///< m, in the middle of the core
  double size() const { return size_; }  ///< m: largest distance of a point from the middle

 protected:
  void set_extent(const Vector3& center, double size) {
    center_ = center;
    size_ = size;
  }

 private:
  double radius_;
  Vector3 center_ = Vector3::Zero();
  double size_ = 0.0;
};

/// A convex shape at a pose.
struct PosedSupport {
  const ConvexSupport* support;
  Matrix3 rotation;  ///< its axes to those of `position`
  Vector3 position;  ///< m

  Vector3 point(const Vector3& direction) const { return corner(rotation.transpose() * direction); }
  /// The corner that is furthest in a direction given in the shape's axes.
  Vector3 corner(const Vector3& direction) const {
    return position + rotation * support->point(direction);
  }
  Vector3 center() const { return position + rotation * support->center(); }
  double radius() const { return support->radius(); }
  double size() const { return support->size(); }
  void feature(const Vector3& direction, SupportFeature& feature) const {
    support->feature(rotation.transpose() * direction, feature);
    for (std::size_t i = 0; i < feature.count; ++i) {
      feature.corners[i] = position + rotation * feature.corners[i];
    }
  }
};

/// g(n): the gap [m] between the cores along n, a unit vector from two to one; negative if a
/// displacement by that along n would separate them.
inline double core_gap(const PosedSupport& one, const PosedSupport& two, const Vector3& n) {
  return n.dot(one.point(-n) - two.point(n));
}

}  // namespace raftup::solver
