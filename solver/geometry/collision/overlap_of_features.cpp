#include "solver/geometry/collision/overlap_of_features.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace raftup::solver {

namespace {

constexpr std::uint64_t kOfSecond = 1U << 16U;  // keys of the edges of feature 2 begin here

/// A corner projected along the normal, and the identifier of the edge that begins at it.
struct FlatCorner {
  Vector2 at;
  std::uint64_t edge;
};

/// The corners of a face in order, or of the part of it that edges of another face have left. Each
/// cut removes at least one corner and adds two. The list needs no heap memory.
class FlatPolygon {
 public:
  void push_back(const FlatCorner& corner) { corners_[size_++] = corner; }
  void clear() { size_ = 0; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const FlatCorner& operator[](std::size_t k) const { return corners_[k]; }
  const FlatCorner& after(std::size_t k) const { return corners_[k + 1 < size_ ? k + 1 : 0]; }
  const FlatCorner& before(std::size_t k) const { return corners_[(k > 0 ? k : size_) - 1]; }
  void reverse() { std::reverse(corners_.begin(), corners_.begin() + static_cast<long>(size_)); }
  void set_edge(std::size_t k, std::uint64_t edge) { corners_[k].edge = edge; }

 private:
  std::array<FlatCorner, 2 * SupportFeature::kMostCorners> corners_;  // the first size_ are there
  std::size_t size_ = 0;
};

double cross(const Vector2& a, const Vector2& b) { return a.x() * b.y() - a.y() * b.x(); }

/// Projects a feature along the normal to a counter-clockwise polygon.
void flatten(const SupportFeature& feature, const AcrossAxes& axes, std::uint64_t base,
             FlatPolygon& polygon) {
  for (std::size_t k = 0; k < feature.count; ++k) {
    polygon.push_back({axes.across(feature.corners[k]), base + feature.keys[k]});
  }
  double area = 0.0;
  for (std::size_t k = 1; k + 1 < polygon.size(); ++k) {
    area += cross(polygon[k].at - polygon[0].at, polygon[k + 1].at - polygon[0].at);
  }
  if (area >= 0.0) return;
  // The edge that left a corner arrives at it now.
  polygon.reverse();
  const std::uint64_t first = polygon[0].edge;
  for (std::size_t k = 0; k + 1 < polygon.size(); ++k) polygon.set_edge(k, polygon[k + 1].edge);
  polygon.set_edge(polygon.size() - 1, first);
}

/// The height along the normal of points of the line or plane that contains a feature.
class HeightOf {
 public:
  HeightOf(const SupportFeature& feature, const AcrossAxes& axes)
      : origin_(axes.across(feature.corners[0])), height_(axes.normal.dot(feature.corners[0])) {
    if (feature.count == 2) {
      const Vector3 edge = feature.corners[1] - feature.corners[0];
      const Vector2 flat = axes.across(edge);
      slope_ = axes.normal.dot(edge) / flat.squaredNorm() * flat;
      return;
    }
    Vector3 normal = Vector3::Zero();
    for (std::size_t k = 1; k + 1 < feature.count; ++k) {
      normal += (feature.corners[k] - feature.corners[0])
                    .cross(feature.corners[k + 1] - feature.corners[0]);
    }
    slope_ = -axes.across(normal) / axes.normal.dot(normal);
  }
  double at(const Vector2& across) const { return height_ + slope_.dot(across - origin_); }

 private:
  Vector2 origin_;
  double height_;
  Vector2 slope_;
};

/// Computes the part of a polygon to the left of the line from one corner of another polygon to the
/// next.
void clip(const FlatPolygon& polygon, const FlatCorner& from, const Vector2& to,
          FlatPolygon& kept) {
  kept.clear();
  const Vector2 side = to - from.at;
  const auto left = [&](const FlatCorner& corner) { return cross(side, corner.at - from.at); };
  double a = left(polygon[0]), b = 0.0;
  for (std::size_t k = 0; k < polygon.size(); ++k, a = b) {
    const FlatCorner& here = polygon[k];
    const FlatCorner& next = polygon.after(k);
    b = left(next);
    if (a >= 0.0) kept.push_back(here);
    if ((a >= 0.0) == (b >= 0.0)) continue;
    const Vector2 crossing = here.at + a / (a - b) * (next.at - here.at);
    kept.push_back({crossing, a >= 0.0 ? from.edge : here.edge});
  }
}

/// The part of a segment, with parameters between 0 and 1, that is inside a polygon.
struct Stretch {
  double begin = 0.0, end = 1.0;
  std::uint64_t begin_key = 0, end_key = 1;
};

Stretch inside(const Vector2& from, const Vector2& way, const FlatPolygon& polygon) {
  Stretch stretch;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Vector2 side = polygon.after(k).at - polygon[k].at;
    const double start = cross(side, from - polygon[k].at);
    const double rate = cross(side, way);
    if (rate == 0.0) {
      if (start < 0.0) stretch.end = -1.0;
      continue;
    }
    const double t = -start / rate;
    if (rate > 0.0 && t > stretch.begin) {
      stretch.begin = t;
      stretch.begin_key = polygon[k].edge;
    }
    if (rate < 0.0 && t < stretch.end) {
      stretch.end = t;
      stretch.end_key = polygon[k].edge;
    }
  }
  return stretch;
}

/// Computes the overlap of two edges: their crossing, or the ends of the part that they have in
/// common.
void overlap_edges(const FlatPolygon& one, const FlatPolygon& two, OverlapPoints& overlap) {
  const Vector2 a = one[1].at - one[0].at;
  const Vector2 b = two[1].at - two[0].at;
  const Vector2 apart = two[0].at - one[0].at;
  const double sine = cross(a, b);
  const auto add = [&](double t, std::uint64_t key) {
    overlap.push_back({one[0].at + t * a, 0.0, 0.0, key});
  };
  if (std::abs(sine) > ConvexSupport::kSine * a.norm() * b.norm()) {
    const double t = cross(apart, b) / sine;
    const double s = cross(apart, a) / sine;
    if (t >= 0.0 && t <= 1.0 && s >= 0.0 && s <= 1.0) add(t, 0);
    return;
  }
  const double t0 = apart.dot(a) / a.squaredNorm();
  const double t1 = (apart + b).dot(a) / a.squaredNorm();
  const double begin = std::max(0.0, std::min(t0, t1));
  const double end = std::min(1.0, std::max(t0, t1));
  if (begin > end) return;
  add(begin, begin == 0.0 ? 1 : kOfSecond);
  if (end > begin) add(end, end == 1.0 ? 2 : kOfSecond + 1);
}

void overlap_edge(const FlatPolygon& edge, const FlatPolygon& polygon, OverlapPoints& overlap) {
  const Vector2 way = edge[1].at - edge[0].at;
  const Stretch stretch = inside(edge[0].at, way, polygon);
  if (stretch.begin > stretch.end) return;
  overlap.push_back({edge[0].at + stretch.begin * way, 0.0, 0.0, stretch.begin_key});
  if (stretch.end > stretch.begin) {
    overlap.push_back({edge[0].at + stretch.end * way, 0.0, 0.0, stretch.end_key});
  }
}

void overlap_faces(const FlatPolygon& face, const FlatPolygon& other, OverlapPoints& overlap) {
  std::array<FlatPolygon, 2> parts;  // before and after an edge
  const FlatPolygon* last = &face;
  for (std::size_t k = 0; k < other.size() && !last->empty(); ++k) {
    clip(*last, other[k], other.after(k).at, parts[k % 2]);
    last = &parts[k % 2];
  }
  const FlatPolygon& polygon = *last;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const std::uint64_t arriving = polygon.before(k).edge;
    overlap.push_back({polygon[k].at, 0.0, 0.0, (arriving << 32U) | polygon[k].edge});
  }
}

}  // namespace

void overlap_features(const SupportFeature& one, const SupportFeature& two, const AcrossAxes& axes,
                      OverlapPoints& overlap) {
  FlatPolygon flat1, flat2;
  flatten(one, axes, 0, flat1);
  flatten(two, axes, kOfSecond, flat2);
  if (one.count == 2 && two.count == 2) {
    overlap_edges(flat1, flat2, overlap);
  } else if (one.count == 2) {
    overlap_edge(flat1, flat2, overlap);
  } else if (two.count == 2) {
    overlap_edge(flat2, flat1, overlap);
  } else {
    overlap_faces(flat1, flat2, overlap);
  }
  const HeightOf height1(one, axes);
  const HeightOf height2(two, axes);
  for (OverlapPoint& point : overlap) {
    point.height1 = height1.at(point.across);
    point.height2 = height2.at(point.across);
  }
}

}  // namespace raftup::solver
