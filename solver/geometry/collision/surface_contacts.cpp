#include <algorithm>
#include <cmath>
#include <optional>

#include "hydro/base/cancellation.hpp"
#include "solver/geometry/collision/convex_kinds.hpp"
#include "solver/geometry/collision/manifold.hpp"
#include "solver/geometry/collision/pair_contacts.hpp"

namespace raftup::solver {

namespace {

constexpr double kLevel = 1e-9;       // of the size: corners of a triangle at one height
constexpr double kCone = 1e-9;        // sine by which a normal may leave a feature's cone
constexpr double kInside = 1e-9;      // of the size: how far outside a triangle a point may lie
constexpr double kSamePlace = 1e-6;   // of the size: points nearer than that are one
constexpr double kSameNormal = 1e-6;  // of unit normals that are one
constexpr double kBin = 0.984807753012208;  // cosine of 10 degrees

/// The contact of one triangle of a surface with a convex shape above it.
class TriangleContact {
 public:
  TriangleContact(const PosedSupport& shape, const Surface& surface, std::size_t index)
      : shape_(shape),
        surface_(surface),
        index_(index),
        corners_(surface.triangle(index)),
        support_(corners_),
        triangle_{&support_, Matrix3::Identity(), Vector3::Zero()} {
    const Vector3 across = (corners_[1] - corners_[0]).cross(corners_[2] - corners_[0]);
    const double area = across.norm();
    flat_ = !(area > 0.0);
    if (!flat_) normal_ = across / area;
  }

  /// The shortest displacement that separates the shape from the triangle, towards the front of its
  /// face.
  struct Leaving {
    Separation separation;
    double front;  ///< gap along the normal of the face [m]
    /// The displacement behind the face would be shorter: the shape touches the rim.
    bool behind_face;
    bool along_face;  ///< the displacement is along the normal of the face
  };

  /// The displacement; nothing if the shape is beyond the margin or behind the face.
  std::optional<Leaving> leaving(double margin) const {
    if (flat_) return std::nullopt;
    const double front = core_gap(shape_, triangle_, normal_) - shape_.radius();
    if (front > margin) return std::nullopt;
    const double back = core_gap(shape_, triangle_, -normal_) - shape_.radius();
    if (front < back && !surface_.terrain()) return std::nullopt;
    const auto free = separate(shape_, triangle_, margin, Vector3::Zero());
    if (!free) return std::nullopt;
    // What would push it behind the face pushes it sideways.
    const double behind = std::min(0.0, free->normal.dot(normal_));
    const Vector3 sideways = free->normal - behind * normal_;
    const double length = sideways.norm();
    const bool behind_face = behind < -kCone;
    if (length > kCone) {
      const Vector3 n = sideways / length;
      const double gap = core_gap(shape_, triangle_, n) - shape_.radius();
      if (gap >= front) return Leaving{{n, gap}, front, behind_face, false};
    }
    return Leaving{{normal_, front}, front, behind_face, true};
  }

  /// Adds the contact points; nothing if the contact belongs to another triangle.
  void add(const Leaving& soonest, const ContactQuery& query) const {
    if (!soonest.along_face && allowed(soonest.separation.normal)) {
      add_whole(soonest.separation, query);
    } else if (!nearer_neighbor(soonest.front)) {
      add_along_face({normal_, soonest.front}, query);
    }
  }

  /// Adds the contact points without regard to neighboring triangles.
  void add_whole(const Separation& separation, const ContactQuery& query) const {
    add_manifold(shape_, triangle_, separation, query.margin, combined_key(query.key, index_),
                 query.points);
  }

 private:
  /// True if a normal is in the cone of normals of the face, edge or vertex that faces it, so that
  /// no neighboring triangle extends farther along the normal.
  bool allowed(const Vector3& n) const {
    if (n.dot(normal_) > 1.0 - kCone) return true;
    if (n.dot(normal_) < -kCone) return false;
    std::array<double, 3> heights{};
    for (std::size_t k = 0; k < 3; ++k) heights[k] = n.dot(corners_[k]);
    const double top = *std::max_element(heights.begin(), heights.end());
    std::vector<std::size_t> level;
    for (std::size_t k = 0; k < 3; ++k) {
      if (heights[k] > top - kLevel * support_.size()) level.push_back(k);
    }
    const auto below = [&](std::size_t vertex) {
      return n.dot(surface_.vertex(vertex)) <= top + kCone * support_.size();
    };
    if (level.size() == 3) return true;
    if (level.size() == 2) {
      const std::size_t edge = level[1] - level[0] == 1 ? level[0] : 2;
      const std::size_t opposite = surface_.opposite(index_, edge);
      return opposite == Surface::kNone || below(opposite);
    }
    std::vector<std::size_t> neighbors;
    surface_.add_neighbors(surface_.corners(index_)[level[0]], neighbors);
    return std::all_of(neighbors.begin(), neighbors.end(), below);
  }

  /// True if the face beyond a convex edge gives a shorter displacement that separates the shape,
  /// so that the contact belongs to that face.
  bool nearer_neighbor(double front) const {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t opposite = surface_.opposite(index_, k);
      if (opposite == Surface::kNone) continue;
      const Vector3 beyond = surface_.vertex(opposite) - corners_[k];
      if (normal_.dot(beyond) >= -kLevel * support_.size()) continue;
      const Vector3 across = beyond.cross(corners_[(k + 1) % 3] - corners_[k]);
      const double area = across.norm();
      if (!(area > 0.0)) continue;
      const Vector3 normal = across / area;
      if (core_gap(shape_, triangle_, normal) - shape_.radius() > front) return true;
    }
    return false;
  }

  bool above_triangle(const Vector3& point) const {
    for (std::size_t k = 0; k < 3; ++k) {
      const Vector3 side = corners_[(k + 1) % 3] - corners_[k];
      const double inward = normal_.dot(side.cross(point - corners_[k])) / side.norm();
      if (inward < -kInside * support_.size()) return false;
    }
    return true;
  }

  /// Adds only points above the triangle; points beyond its edges belong to its neighbors.
  void add_along_face(const Separation& separation, const ContactQuery& query) const {
    std::vector<ContactPoint> found;
    add_manifold(shape_, triangle_, separation, query.margin, combined_key(query.key, index_),
                 found);
    for (const ContactPoint& point : found) {
      if (above_triangle(point.position)) query.points.push_back(point);
    }
  }

  const PosedSupport& shape_;
  const Surface& surface_;
  std::size_t index_;
  std::array<Vector3, 3> corners_;
  TriangleSupport support_;
  PosedSupport triangle_;
  Vector3 normal_ = Vector3::UnitZ();
  bool flat_ = false;
};

/// A triangle of a surface within the margin, and the displacement that separates a shape from it.
struct Reached {
  std::size_t triangle;
  TriangleContact::Leaving leaving;
};

std::vector<Reached> reached_triangles(const PosedSupport& one, const Surface& two,
                                       const Bounds& box, double margin) {
  std::vector<std::size_t> near;
  two.add_triangles(box, near);
  std::vector<Reached> reached;
  for (const std::size_t index : near) {
    const auto leaving = TriangleContact(one, two, index).leaving(margin);
    if (leaving) reached.push_back({index, *leaving});
  }
  return reached;
}

/// Adds the contacts in which the shape is displaced to the front of triangles. If there are none,
/// adds those with a shorter displacement behind the face.
void add_to_either_side(const PosedSupport& one, const Surface& two,
                        const std::vector<Reached>& reached, const ContactQuery& query) {
  const std::size_t first = query.points.size();
  for (const bool behind_face : {false, true}) {
    if (query.points.size() > first) return;
    for (const Reached& each : reached) {
      if (each.leaving.behind_face != behind_face) continue;
      TriangleContact(one, two, each.triangle).add(each.leaving, query);
    }
  }
}

/// Adds the contact with the triangle of least depth. This is needed if each triangle assigns the
/// contact to a neighbor, as where many triangles meet in a corner of bumps and hollows.
void add_least_deep(const PosedSupport& one, const Surface& two,
                    const std::vector<Reached>& reached, const ContactQuery& query) {
  const Reached* least = nullptr;
  for (const Reached& each : reached) {
    const double gap = each.leaving.separation.gap;
    if (gap < 0.0 && (least == nullptr || gap > least->leaving.separation.gap)) least = &each;
  }
  if (least == nullptr) return;
  TriangleContact(one, two, least->triangle).add_whole(least->leaving.separation, query);
}

/// Removes points that another triangle has already given.
void drop_repeated(std::size_t first, double size, std::vector<ContactPoint>& points) {
  std::size_t kept = first;
  for (std::size_t k = first; k < points.size(); ++k) {
    bool repeated = false;
    for (std::size_t other = first; other < kept && !repeated; ++other) {
      repeated = (points[other].position - points[k].position).norm() <= kSamePlace * size &&
                 (points[other].normal - points[k].normal).norm() <= kSameNormal;
    }
    if (!repeated) points[kept++] = points[k];
  }
  points.resize(kept);
}

/// Reduces the points to at most kMostPoints for each group of normals within 10 degrees of the
/// first.
void reduce_by_normal(std::size_t first, std::vector<ContactPoint>& points) {
  std::vector<ContactPoint> open(points.begin() + static_cast<std::ptrdiff_t>(first), points.end());
  points.resize(first);
  while (!open.empty()) {
    const Vector3 axis = open.front().normal;
    // the first is in its own bin, whatever its normal is
    const auto others = std::stable_partition(
        open.begin() + 1, open.end(),
        [&](const ContactPoint& point) { return !(point.normal.dot(axis) < kBin); });
    const std::size_t begin = points.size();
    points.insert(points.end(), open.begin(), others);
    open.erase(open.begin(), others);
    reduce_points(points, begin, kMostPoints);
  }
}

/// Height of the surface of a terrain above or below a point; none beside the terrain.
std::optional<double> height_at(const Surface& terrain, const Vector3& point) {
  Bounds column;
  column.include({point.x(), point.y(), terrain.bounds().low.z()});
  column.include({point.x(), point.y(), terrain.bounds().high.z()});
  std::vector<std::size_t> triangles;
  terrain.add_triangles(column, triangles);
  std::optional<double> height;
  for (const std::size_t index : triangles) {
    check_cancelled();
    LineCrossing crossing;
    const Vector3 foot(point.x(), point.y(), 0.0);
    if (TriangleSupport(terrain.triangle(index)).cross(foot, Vector3::UnitZ(), crossing)) {
      height = std::max(height.value_or(crossing.enter), crossing.enter);
    }
  }
  return height;
}

/// Adds the contact of a shape whose middle is below a terrain. It moves the shape up until its
/// middle and its lowest point are above the terrain. The contact is at the lowest point, which may
/// itself be above ground on a steep slope.
bool add_below_terrain(const PosedSupport& one, const Surface& terrain, const ContactQuery& query) {
  const auto above_middle = height_at(terrain, one.center());
  if (!above_middle || one.center().z() > *above_middle) return false;
  const Vector3 lowest = one.point(-Vector3::UnitZ()) - one.radius() * Vector3::UnitZ();
  const double depth = std::max(height_at(terrain, lowest).value_or(*above_middle) - lowest.z(),
                                *above_middle - one.center().z());
  query.points.push_back({lowest + 0.5 * depth * Vector3::UnitZ(), Vector3::UnitZ(), depth,
                          combined_key(query.key, Surface::kNone)});
  return true;
}

Bounds box_around(const PosedSupport& shape) {
  Bounds box;
  for (int axis = 0; axis < 3; ++axis) {
    box.low[axis] = shape.point(-Vector3::Unit(axis))[axis] - shape.radius();
    box.high[axis] = shape.point(Vector3::Unit(axis))[axis] + shape.radius();
  }
  return box;
}

}  // namespace

void surface_contacts(const PosedSupport& one, const Surface& two, const ContactQuery& query) {
  const Bounds box = box_around(one).grown(query.margin);
  if (!box.overlaps(two.bounds())) return;
  if (two.terrain() && add_below_terrain(one, two, query)) return;
  const std::vector<Reached> reached = reached_triangles(one, two, box, query.margin);
  const std::size_t first = query.points.size();
  add_to_either_side(one, two, reached, query);
  if (query.points.size() == first) add_least_deep(one, two, reached, query);
  drop_repeated(first, one.size(), query.points);
  reduce_by_normal(first, query.points);
}

}  // namespace raftup::solver
