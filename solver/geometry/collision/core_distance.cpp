#include "solver/geometry/collision/core_distance.hpp"

#include <array>
#include <cmath>

namespace raftup::solver {

namespace {

constexpr int kMostSupports = 100;
constexpr double kOverlapping = 1e-12;  // of the size
constexpr double kDegenerate = 1e-24;   // square of the sine below which a triangle has no normal

/// A point w of the difference of two cores, and the points of the cores of which it is the
/// difference.
struct Corner {
  Vector3 w, point1, point2;
};

/// Up to four corners, and the weights of the point of their convex hull that is nearest the
/// origin.
struct Simplex {
  std::array<Corner, 4> corners;
  std::array<double, 4> weights{};
  std::size_t count = 0;
  Vector3 nearest;
  bool surrounds = false;  // the origin lies inside
};

/// Finds the part of a simplex that contains its newest corner and is nearest the origin.
class NearestPart {
 public:
  explicit NearestPart(const Simplex& simplex)
      : simplex_(simplex), newest_(simplex.count - 1), at_(simplex.corners[newest_].w) {
    keep_nearer(at_, {1.0, 0.0, 0.0, 0.0}, {newest_, 0, 0, 0}, 1);
  }

  void edge(std::size_t i) {
    const Vector3 side = simplex_.corners[i].w - at_;
    const double t = -at_.dot(side) / side.squaredNorm();
    if (t > 0.0 && t < 1.0)
      keep_nearer(at_ + t * side, {1.0 - t, t, 0.0, 0.0}, {newest_, i, 0, 0}, 2);
  }

  void triangle(std::size_t i, std::size_t j) {
    const Vector3 a = simplex_.corners[i].w - at_;
    const Vector3 b = simplex_.corners[j].w - at_;
    const Vector3 normal = a.cross(b);
    const double area = normal.squaredNorm();
    if (!(area > kDegenerate * a.squaredNorm() * b.squaredNorm())) return;
    const double s = b.cross(at_).dot(normal) / area;
    const double t = at_.cross(a).dot(normal) / area;
    if (s > 0.0 && t > 0.0 && s + t < 1.0) {
      keep_nearer(at_.dot(normal) / area * normal, {1.0 - s - t, s, t, 0.0}, {newest_, i, j, 0}, 3);
    }
  }

  /// True if the origin is inside the tetrahedron of all four corners.
  bool inside() const {
    const Vector3 a = simplex_.corners[0].w - at_;
    const Vector3 b = simplex_.corners[1].w - at_;
    const Vector3 c = simplex_.corners[2].w - at_;
    const double volume = a.dot(b.cross(c));
    if (volume * volume <= kDegenerate * a.squaredNorm() * b.squaredNorm() * c.squaredNorm()) {
      return false;
    }
    const double r = -at_.dot(b.cross(c)) / volume;
    const double s = -at_.dot(c.cross(a)) / volume;
    const double t = -at_.dot(a.cross(b)) / volume;
    return r > 0.0 && s > 0.0 && t > 0.0 && r + s + t < 1.0;
  }

  Simplex best() const {
    Simplex part;
    part.count = count_;
    part.nearest = nearest_;
    part.weights = weights_;
    for (std::size_t k = 0; k < count_; ++k) part.corners[k] = simplex_.corners[members_[k]];
    return part;
  }

 private:
  void keep_nearer(const Vector3& point, const std::array<double, 4>& weights,
                   const std::array<std::size_t, 4>& members, std::size_t count) {
    const double square = point.squaredNorm();
    if (count_ > 0 && !(square < square_)) return;
    nearest_ = point;
    square_ = square;
    weights_ = weights;
    members_ = members;
    count_ = count;
  }

  const Simplex& simplex_;
  std::size_t newest_;
  Vector3 at_;
  Vector3 nearest_;
  double square_ = 0.0;
  std::array<double, 4> weights_{};
  std::array<std::size_t, 4> members_{};
  std::size_t count_ = 0;
};

/// The simplex reduced to the corners of the part that contains the nearest point.
Simplex reduced(const Simplex& simplex) {
  NearestPart part(simplex);
  const std::size_t others = simplex.count - 1;
  for (std::size_t i = 0; i < others; ++i) part.edge(i);
  for (std::size_t i = 0; i < others; ++i) {
    for (std::size_t j = i + 1; j < others; ++j) part.triangle(i, j);
  }
  Simplex best = part.best();
  best.surrounds = others == 3 && part.inside();
  return best;
}

Corner furthest(const PosedSupport& one, const PosedSupport& two, const Vector3& normal) {
  const Vector3 point1 = one.point(-normal);
  const Vector3 point2 = two.point(normal);
  return {point1 - point2, point1, point2};
}

bool has(const Simplex& simplex, const Corner& corner) {
  for (std::size_t k = 0; k < simplex.count; ++k) {
    if (simplex.corners[k].w == corner.w) return true;
  }
  return false;
}

}  // namespace

CoreDistance core_distance(const PosedSupport& one, const PosedSupport& two, const Vector3& start,
                           double tolerance) {
  const double size = one.size() + two.size();
  Simplex simplex;
  simplex.corners[0] = furthest(one, two, start);
  simplex.weights[0] = 1.0;
  simplex.count = 1;
  simplex.nearest = simplex.corners[0].w;
  CoreDistance result;
  for (int round = 0; round < kMostSupports; ++round) {
    const double square = simplex.nearest.squaredNorm();
    if (simplex.surrounds || square <= kOverlapping * kOverlapping * size * size) return result;
    const Corner corner = furthest(one, two, simplex.nearest);
    if (square - simplex.nearest.dot(corner.w) <= tolerance * square || has(simplex, corner)) break;
    Simplex larger = simplex;
    larger.corners[larger.count++] = corner;
    const Simplex next = reduced(larger);
    if (!next.surrounds && !(next.nearest.squaredNorm() < square)) break;  // rounding
    simplex = next;
  }
  result.distance = simplex.nearest.norm();
  result.normal = simplex.nearest / result.distance;
  result.point1.setZero();
  result.point2.setZero();
  for (std::size_t k = 0; k < simplex.count; ++k) {
    result.point1 += simplex.weights[k] * simplex.corners[k].point1;
    result.point2 += simplex.weights[k] * simplex.corners[k].point2;
  }
  return result;
}

}  // namespace raftup::solver
