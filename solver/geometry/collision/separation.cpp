#include "solver/geometry/collision/separation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "solver/geometry/collision/core_distance.hpp"

namespace raftup::solver {

namespace {

constexpr std::size_t kMostEdgePairs = 160;  // above, the search is quicker than all axes
constexpr int kMostRounds = 60;
constexpr double kGain = 1e-13;           // of the size: a smaller gain ends the search
constexpr double kDistanceError = 1e-12;  // of the distance of shifted cores
constexpr double kEdgeGain = 1e-10;       // of the size: an edge pair is better by more than that
constexpr double kTouching = 1e-6;        // of the size: nearer cores have the normal of an axis
constexpr double kParallel = 1e-8;        // sine of edges that have no common perpendicular

/// Stores the best of the directions that it has been given.
class BestDirection {
 public:
  BestDirection(const PosedSupport& one, const PosedSupport& two) : one_(one), two_(two) {}

  void show(const Vector3& n, double handicap = 0.0) {
    consider(n, core_gap(one_, two_, n), handicap);
  }
  /// Evaluates a direction and its opposite, whose transformation to the axes of the shapes is the
  /// same.
  void show_both(const Vector3& n, double handicap = 0.0) {
    const Vector3 own1 = one_.rotation.transpose() * n;
    const Vector3 own2 = two_.rotation.transpose() * n;
    consider(n, n.dot(one_.corner(-own1) - two_.corner(own2)), handicap);
    consider(-n, -n.dot(one_.corner(own1) - two_.corner(-own2)), handicap);
  }
  const Separation& best() const { return best_; }

 private:
  void consider(const Vector3& n, double gap, double handicap) {
    if (gap <= best_.gap + handicap) return;
    best_ = {n, gap};
  }

  const PosedSupport& one_;
  const PosedSupport& two_;
  Separation best_{Vector3::UnitZ(), -std::numeric_limits<double>::infinity()};
};

Vector3 direction_between(const PosedSupport& one, const PosedSupport& two) {
  const Vector3 way = one.center() - two.center();
  const double length = way.norm();
  return length > kTouching * (one.size() + two.size()) ? Vector3(way / length)
                                                        : Vector3(Vector3::UnitZ());
}

/// Gaps of two boxes along the normals of their faces and perpendicular to pairs of their edges.
/// The gaps are exact except for rounding; a direction that is worse than another by more than that
/// need not be evaluated with support functions.
/// @source Gottschalk, Lin, Manocha (1996)
class BoxGaps {
 public:
  BoxGaps(const PosedSupport& one, const PosedSupport& two)
      : half_{one.support->half_edges(), two.support->half_edges()} {
    if (!known()) return;
    const Matrix3 turn = two.rotation.transpose() * one.rotation;
    for (Eigen::Index i = 0; i < 3; ++i) {
      axes_[static_cast<std::size_t>(i)] = turn.col(i);
      sizes_[static_cast<std::size_t>(i)] = turn.col(i).cwiseAbs();
    }
    way_ = one.position - two.position;
    ways_ = {one.rotation.transpose() * way_, two.rotation.transpose() * way_};
    error_ = kRoundOff * (way_.norm() + one.size() + two.size());
    across_faces_ << across_faces_of_one(), across_faces_of_two();
  }

  /// True if both shapes are boxes.
  bool known() const { return half_[0] != nullptr && half_[1] != nullptr; }

  /// True if both shapes are boxes with a gap larger than `gap` along the normal of a face.
  bool exceed(double gap) const { return known() && across_faces_.maxCoeff() - 2.0 * error_ > gap; }

  /// For each face normal of box one and then of box two, the larger of the gaps along the normal
  /// and against it.
  const Vector6& across_faces() const { return across_faces_; }

  /// For edge i of box 1 and each edge of box 2: negative if the gaps perpendicular to both are
  /// less than `than`, or if the edges are parallel.
  Vector3 excess_across_edges(std::size_t i, double than) const {
    const std::size_t i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    const Vector3 &a = axes_[i1], &b = axes_[i2], &size = sizes_[i];
    const Vector3 &half1 = *half_[0], &half2 = *half_[1], &way = ways_[0];
    const auto at = [](std::size_t k) { return static_cast<Eigen::Index>(k); };
    const Vector3 sine = (a.cwiseAbs2() + b.cwiseAbs2()).cwiseSqrt();
    const Vector3 reach1 = half1[at(i1)] * sizes_[i2] + half1[at(i2)] * sizes_[i1];
    const Vector3 reach2(half2[1] * size[2] + half2[2] * size[1],
                         half2[2] * size[0] + half2[0] * size[2],
                         half2[0] * size[1] + half2[1] * size[0]);
    const Vector3 gap = (way[at(i2)] * a - way[at(i1)] * b).cwiseAbs() - reach1 - reach2;
    const Vector3 excess = gap + Vector3::Constant(2.0 * error_) - than * sine;
    return (sine.array() < 0.5 * kParallel).select(-1.0, excess);
  }

  /// The gap along n minus the gap against n, except for rounding.
  double bias(const Vector3& n) const { return 2.0 * n.dot(way_); }
  double error() const { return error_; }

 private:
  static constexpr double kRoundOff = 1e-13;  // of how far corners reach; by far enough

  Vector3 across_faces_of_one() const {
    const Vector3& half = *half_[1];
    const Vector3 reach(sizes_[0].dot(half), sizes_[1].dot(half), sizes_[2].dot(half));
    return ways_[0].cwiseAbs() - *half_[0] - reach;
  }
  Vector3 across_faces_of_two() const {
    const Vector3& half = *half_[0];
    return ways_[1].cwiseAbs() - *half_[1] -
           (half[0] * sizes_[0] + half[1] * sizes_[1] + half[2] * sizes_[2]);
  }

  std::array<const Vector3*, 2> half_;  ///< half the edges of each box; null for other shapes
  /// Axes of box 1 in the axes of box 2, and their absolute values.
  std::array<Vector3, 3> axes_, sizes_;
  Vector3 way_;                  ///< vector from box 2 to box 1
  std::array<Vector3, 2> ways_;  ///< vector from box 2 to box 1 in the axes of each box
  Vector6 across_faces_;
  double error_ = 0.0;
};

/// Evaluates a direction and its opposite; for boxes only the better one if the difference is
/// clear.
void show_axis(const Vector3& n, const BoxGaps& boxes, double handicap, BestDirection& search) {
  const double bias = boxes.known() ? boxes.bias(n) : 0.0;
  if (std::abs(bias) <= handicap + boxes.error()) return search.show_both(n, handicap);
  search.show(bias > 0.0 ? n : Vector3(-n), handicap);
}

void show_faces_of_boxes(const PosedSupport& one, const PosedSupport& two, const BoxGaps& boxes,
                         BestDirection& search) {
  const double enough = boxes.across_faces().maxCoeff() - 2.0 * boxes.error();
  const double* gap = boxes.across_faces().data();
  for (const PosedSupport* shape : {&one, &two}) {
    for (const Vector3& normal : shape->support->directions().normals) {
      if (*gap++ >= enough) show_axis(shape->rotation * normal, boxes, 0.0, search);
    }
  }
}

void show_faces(const PosedSupport& one, const PosedSupport& two, const BoxGaps& boxes,
                BestDirection& search) {
  if (boxes.known()) return show_faces_of_boxes(one, two, boxes, search);
  for (const PosedSupport* shape : {&one, &two}) {
    for (const Vector3& normal : shape->support->directions().normals) {
      search.show_both(shape->rotation * normal);
    }
  }
}

/// True if a direction is within `reach` of the normal of a face, of either sign.
bool is_across_face(const PosedSupport& shape, const Vector3& n, double reach) {
  const Vector3 own = shape.rotation.transpose() * n;
  const auto normals = shape.support->directions().normals;
  return std::any_of(normals.begin(), normals.end(), [&](const Vector3& normal) {
    return (own - std::copysign(1.0, own.dot(normal)) * normal).squaredNorm() < reach * reach;
  });
}

/// Evaluates the directions perpendicular to pairs of edges. A direction that equals a face normal
/// except for rounding is skipped: gaps in the directions n and m differ by at most |n - m| times
/// the extent of the shapes, so that the direction cannot be better than the face by the handicap.
void show_edges(const PosedSupport& one, const PosedSupport& two, const BoxGaps& boxes,
                double handicap, BestDirection& search) {
  const double extent = (one.position - two.position).norm() + 2.0 * (one.size() + two.size());
  const double reach = 0.25 * handicap / extent;
  const auto edges1 = one.support->directions().edges, edges2 = two.support->directions().edges;
  for (std::size_t i = 0; i < edges1.size(); ++i) {
    Vector3 excess = Vector3::Zero();
    if (boxes.known()) {
      excess = boxes.excess_across_edges(i, search.best().gap + handicap);
      if (excess.maxCoeff() < 0.0) continue;
    }
    const Vector3 edge = one.rotation * edges1[i];
    for (std::size_t j = 0; j < edges2.size(); ++j) {
      if (boxes.known() && excess[static_cast<Eigen::Index>(j)] < 0.0) continue;
      const Vector3 across = edge.cross(two.rotation * edges2[j]);
      const double sine = across.norm();
      if (sine <= kParallel) continue;
      const Vector3 n = across / sine;
      if (is_across_face(one, n, reach) || is_across_face(two, n, reach)) continue;
      show_axis(n, boxes, handicap, search);
    }
  }
}

/// A direction perpendicular to an edge of each shape. It is used for cores without faces that
/// intersect: balls with the same center, capsules with the same axis.
Vector3 across_edges(const PosedSupport& one, const PosedSupport& two) {
  for (const PosedSupport* shape : {&one, &two}) {
    const auto edges = shape->support->directions().edges;
    if (!edges.empty()) return (shape->rotation * edges[0]).unitOrthogonal();
  }
  return Vector3::UnitZ();
}

std::optional<Separation> separate_by_axes(const PosedSupport& one, const PosedSupport& two,
                                           double margin) {
  const double size = std::min(one.size(), two.size());
  const double radii = one.radius() + two.radius();
  const BoxGaps boxes(one, two);
  if (boxes.exceed(radii + margin)) return std::nullopt;
  BestDirection search(one, two);
  show_faces(one, two, boxes, search);
  if (search.best().gap > radii + margin) return std::nullopt;
  show_edges(one, two, boxes, kEdgeGain * size, search);
  if (search.best().gap > radii + margin) return std::nullopt;
  if (!std::isfinite(search.best().gap)) search.show(across_edges(one, two));
  Separation best = search.best();
  const bool round = radii > 0.0 || best.gap > 0.0;
  if (round) {
    const CoreDistance apart = core_distance(one, two, direction_between(one, two), kDistanceError);
    if (apart.distance > kTouching * size) best = {apart.normal, apart.distance};
  }
  best.gap -= radii;
  if (best.gap > margin) return std::nullopt;
  return best;
}

Separation start_of_search(const PosedSupport& one, const PosedSupport& two) {
  BestDirection search(one, two);
  const Vector3 between = direction_between(one, two);
  search.show(between);
  const BoxGaps boxes(one, two);
  show_faces(one, two, boxes, search);
  const std::size_t pairs =
      one.support->directions().edges.size() * two.support->directions().edges.size();
  if (pairs <= kMostEdgePairs) show_edges(one, two, boxes, 0.0, search);
  std::vector<Vector3> normals;
  one.support->add_normals(one.rotation.transpose() * -between, normals);
  for (const Vector3& normal : normals) search.show(-(one.rotation * normal));
  normals.clear();
  two.support->add_normals(two.rotation.transpose() * between, normals);
  for (const Vector3& normal : normals) search.show(two.rotation * normal);
  return search.best();
}

std::optional<Separation> separate_by_translation(const PosedSupport& one, const PosedSupport& two,
                                                  double margin, const Vector3& remembered) {
  const double size = std::min(one.size(), two.size());
  const double radii = one.radius() + two.radius();
  Separation best;
  if (remembered.isZero(0.0)) {
    // Apart they are at their distance; only where they overlap there are several ways out.
    const CoreDistance apart = core_distance(one, two, direction_between(one, two), kDistanceError);
    if (apart.distance > kTouching * size) {
      best = {apart.normal, apart.distance - radii};
      return best.gap > margin ? std::nullopt : std::optional(best);
    }
    best = start_of_search(one, two);
  } else {
    best = {remembered, core_gap(one, two, remembered)};
  }
  for (int round = 0; round < kMostRounds; ++round) {
    if (best.gap > radii + margin) return std::nullopt;
    const double shift = std::max(0.0, kShiftOfSize * size - best.gap);
    PosedSupport shifted = one;
    shifted.position += shift * best.normal;
    const CoreDistance apart = core_distance(shifted, two, best.normal, kDistanceError);
    if (apart.distance == 0.0) break;
    const double gap = core_gap(one, two, apart.normal);
    const double gain = gap - best.gap;
    if (gain > 0.0) best = {apart.normal, gap};
    if (gain <= kGain * size) break;
  }
  best.gap -= radii;
  if (best.gap > margin) return std::nullopt;
  return best;
}

}  // namespace

std::optional<Separation> separate(const PosedSupport& one, const PosedSupport& two, double margin,
                                   const Vector3& remembered) {
  const std::size_t pairs =
      one.support->directions().edges.size() * two.support->directions().edges.size();
  if (one.support->polyhedral() && two.support->polyhedral() && pairs <= kMostEdgePairs) {
    return separate_by_axes(one, two, margin);
  }
  return separate_by_translation(one, two, margin, remembered);
}

}  // namespace raftup::solver
