#include "solver/collision/separation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "solver/collision/core_distance.hpp"

namespace raftup::solver {

namespace {

constexpr std::size_t kMostEdgePairs = 160;  // above, the search is quicker than all axes
constexpr int kMostRounds = 60;
constexpr double kGain = 1e-13;           // of the size: a smaller gain ends the search
constexpr double kDistanceError = 1e-12;  // of the distance of shifted cores
constexpr double kEdgeGain = 1e-10;       // of the size: an edge pair is better by more than that
constexpr double kTouching = 1e-6;        // of the size: nearer cores have the normal of an axis
constexpr double kParallel = 1e-8;        // sine of edges that have no common perpendicular

/// Keeps the best of the directions that it is shown.
class BestDirection {
 public:
  BestDirection(const PosedSupport& one, const PosedSupport& two) : one_(one), two_(two) {}

  void show(const Vector3& n) { consider(n, core_gap(one_, two_, n), 0.0); }
  /// A direction and its opposite, which turn into the axes of the shapes alike.
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

/// Gaps of two boxes but for rounding, without their corners: what is worse by more than that than
/// another direction need not be shown.
class BoxGaps {
 public:
  BoxGaps(const PosedSupport& one, const PosedSupport& two)
      : one_(one),
        two_(two),
        half1_(one.support->half_edges()),
        half2_(two.support->half_edges()),
        error_(kRoundOff * ((one.position - two.position).norm() + one.size() + two.size())) {}

  /// Both are boxes.
  bool known() const { return half1_ != nullptr && half2_ != nullptr; }

  /// Along n or its opposite, the larger: |n . (c_1 - c_2)| - h_1 . |R_1^T n| - h_2 . |R_2^T n|.
  double along(const Vector3& n) const {
    const Vector3 own1 = one_.rotation.transpose() * n;
    const Vector3 own2 = two_.rotation.transpose() * n;
    return std::abs(n.dot(one_.position - two_.position)) - half1_->dot(own1.cwiseAbs()) -
           half2_->dot(own2.cwiseAbs());
  }

  double error() const { return error_; }

 private:
  static constexpr double kRoundOff = 1e-13;  // of how far corners reach; by far enough

  const PosedSupport& one_;
  const PosedSupport& two_;
  const Vector3* half1_;
  const Vector3* half2_;
  double error_;
};

void show_faces_of_boxes(const PosedSupport& one, const PosedSupport& two, const BoxGaps& boxes,
                         BestDirection& search) {
  std::array<double, 6> gaps{};
  for (Eigen::Index k = 0; k < 6; ++k) {
    const Vector3 normal = k < 3 ? one.rotation.col(k) : two.rotation.col(k - 3);
    gaps[static_cast<std::size_t>(k)] = boxes.along(normal);
  }
  const double enough = *std::max_element(gaps.begin(), gaps.end()) - 2.0 * boxes.error();
  const double* gap = gaps.data();
  for (const PosedSupport* shape : {&one, &two}) {
    for (const Vector3& normal : shape->support->directions().normals) {
      if (*gap++ >= enough) search.show_both(shape->rotation * normal);
    }
  }
}

void show_faces(const PosedSupport& one, const PosedSupport& two, BestDirection& search) {
  const BoxGaps boxes(one, two);
  if (boxes.known()) return show_faces_of_boxes(one, two, boxes, search);
  for (const PosedSupport* shape : {&one, &two}) {
    for (const Vector3& normal : shape->support->directions().normals) {
      search.show_both(shape->rotation * normal);
    }
  }
}

/// Whether a direction is within `reach` of the normal of a face, of either sign.
bool is_across_face(const PosedSupport& shape, const Vector3& n, double reach) {
  const Vector3 own = shape.rotation.transpose() * n;
  const auto normals = shape.support->directions().normals;
  return std::any_of(normals.begin(), normals.end(), [&](const Vector3& normal) {
    return (own - std::copysign(1.0, own.dot(normal)) * normal).squaredNorm() < reach * reach;
  });
}

/// What is across a face but for rounding is left out: between directions n and m gaps differ by no
/// more than |n - m| times how far the shapes reach, so that it is not better than the face by the
/// handicap.
void show_edges(const PosedSupport& one, const PosedSupport& two, double handicap,
                BestDirection& search) {
  const double extent = (one.position - two.position).norm() + 2.0 * (one.size() + two.size());
  const double reach = 0.25 * handicap / extent;
  const BoxGaps boxes(one, two);
  for (const Vector3& own : one.support->directions().edges) {
    const Vector3 edge = one.rotation * own;
    for (const Vector3& other : two.support->directions().edges) {
      const Vector3 across = edge.cross(two.rotation * other);
      const double sine = across.norm();
      if (sine <= kParallel) continue;
      const Vector3 n = across / sine;
      const bool worse = boxes.known() && boxes.along(n) + boxes.error() < search.best().gap;
      if (worse) continue;
      if (is_across_face(one, n, reach) || is_across_face(two, n, reach)) continue;
      search.show_both(n, handicap);
    }
  }
}

/// A direction across an edge of each, for cores that have no faces and cross: balls with one
/// centre, capsules with one axis.
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
  BestDirection search(one, two);
  show_faces(one, two, search);
  if (search.best().gap > radii + margin) return std::nullopt;
  show_edges(one, two, kEdgeGain * size, search);
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
  show_faces(one, two, search);
  const std::size_t pairs =
      one.support->directions().edges.size() * two.support->directions().edges.size();
  if (pairs <= kMostEdgePairs) show_edges(one, two, 0.0, search);
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
