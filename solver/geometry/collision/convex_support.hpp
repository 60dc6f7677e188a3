/// @file The interface of convex shapes for contact search. A convex shape is a core and a radius
/// around it.
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
/// represented by a polygon of 16 corners on its rim and the corner farthest in the direction. A
/// round side is represented by the segment that faces the direction.
struct SupportFeature {
  /// Largest number of corners; of more corners, evenly distributed ones are kept.
  static constexpr std::size_t kMostCorners = 64;

  /// Number of corners: 1 for a corner, 2 for an edge, more for a face in order.
  std::size_t count = 0;
  std::array<Vector3, kMostCorners> corners;  ///< positions of the corners [m]
  /// Identifiers of the corners, and of the edges that begin at the corners.
  std::array<std::uint32_t, kMostCorners> keys;
  std::uint32_t key = 0;  ///< identifier of the feature

  void add(const Vector3& corner, std::uint32_t corner_key) {
    corners[count] = corner;
    keys[count++] = corner_key;
  }
};

/// The interval of t in which an infinite line origin + t way is inside a shape.
struct LineCrossing {
  double enter = 0.0, leave = 0.0;  ///< values of t at the ends of the interval
  Vector3 normal;                   ///< unit normal of the surface where the line enters
};

/// The profile of a shape of revolution about z: the radius is linear between the ends `low` and
/// `high`.
struct RoundProfile {
  double low_radius, high_radius;  ///< radii at the ends [m]
  double low, high;                ///< z of the ends [m]
  double radius_at(double z) const {
    if (high == low) return low_radius;
    return low_radius + (high_radius - low_radius) * (z - low) / (high - low);
  }
};

/// Unit vectors from which the candidate separating axes of two polyhedra are computed, in the
/// frame of the shape; their signs are arbitrary.
struct SeparatingDirections {
  std::span<const Vector3> normals;  ///< normals of faces
  std::span<const Vector3> edges;    ///< unit vectors along edges
};

/// A convex shape in its own frame: all points within the distance `radius` of a convex core.
/// Immutable.
class ConvexSupport {
 public:
  /// Sine of an angle of 3 degrees: faces and edges that are perpendicular to a direction within
  /// this angle count as facing the direction. Chosen, not swept.
  static constexpr double kSine = 0.05233595624294383;
  /// Cosine of 3 degrees, the angle of kSine [1].
  static constexpr double kCosine = 0.9986295347545738;

  explicit ConvexSupport(double radius = 0.0) : radius_(radius) {}
  virtual ~ConvexSupport() = default;
  ConvexSupport(const ConvexSupport&) = default;
  ConvexSupport& operator=(const ConvexSupport&) = default;

  /// The point of the core [m] that is farthest in a direction; the direction may have any length.
  virtual Vector3 point(const Vector3& direction) const = 0;
  /// The part of the core that faces a direction of unit length.
  virtual void feature(const Vector3& direction, SupportFeature& feature) const = 0;
  /// Normals and edges for separating axes. For a round core the search for an axis begins with
  /// them.
  virtual SeparatingDirections directions() const = 0;
  /// Appends surface normals of a round core on the side of a direction.
  virtual void add_normals(const Vector3& /*towards*/, std::vector<Vector3>& /*normals*/) const {}
  /// Computes the intersection of a line with the shape, including its radius.
  /// @returns false if the line does not intersect the shape
  virtual bool cross(const Vector3& origin, const Vector3& way, LineCrossing& crossing) const = 0;
  /// Half the edge lengths [m] of a box about the origin; null for any other shape.
  virtual const Vector3* half_edges() const { return nullptr; }
  /// True if the core is a polyhedron, false if it has round parts.
  virtual bool polyhedral() const { return true; }
  /// The profile of the shape if it is a shape of revolution about z; else nothing.
  virtual std::optional<RoundProfile> profile() const { return std::nullopt; }

  double radius() const { return radius_; }          ///< radius around the core [m]
  const Vector3& center() const { return center_; }  ///< middle of the core [m]
  /// Largest distance of a point of the shape from its middle [m].
  double size() const { return size_; }

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

/// A convex shape at a pose, in the world or in the frame of another shape.
struct PosedSupport {
  const ConvexSupport* support;
  Matrix3 rotation;  ///< rotation from axes of the shape to the axes of `position`
  Vector3 position;  ///< position of the origin of the shape [m]

  Vector3 point(const Vector3& direction) const { return corner(rotation.transpose() * direction); }
  /// The point of the core that is farthest in a direction given in axes of the shape.
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

/// The gap g(n) [m] between two cores along n, a unit vector from two to one. It is negative if the
/// cores overlap: a displacement of shape one by -g(n) along n separates them.
inline double core_gap(const PosedSupport& one, const PosedSupport& two, const Vector3& n) {
  return n.dot(one.point(-n) - two.point(n));
}

}  // namespace raftup::solver
