#include "solver/geometry/collision/convex_kinds.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/numerics/elementary.hpp"

namespace raftup::solver {

namespace {

const std::array<Vector3, 3> kAxes{Vector3::UnitX(), Vector3::UnitY(), Vector3::UnitZ()};
constexpr std::size_t kCapCorners = 16;
constexpr double kAxial = 1e-9;  // a direction whose part across the axis is smaller has no azimuth

double signed_like(double value, double sign) { return sign < 0.0 ? -value : value; }

}  // namespace

PointSupport::PointSupport(double radius) : ConvexSupport(radius) {
  set_extent(Vector3::Zero(), radius);
}

Vector3 PointSupport::point(const Vector3& /*direction*/) const { return Vector3::Zero(); }

void PointSupport::feature(const Vector3& /*direction*/, SupportFeature& feature) const {
  feature.count = 0;
  feature.key = 0;
  feature.add(Vector3::Zero(), 0);
}

SegmentSupport::SegmentSupport(double radius, double height)
    : ConvexSupport(radius), half_(0.5 * height) {
  set_extent(Vector3::Zero(), half_ + radius);
}

Vector3 SegmentSupport::point(const Vector3& direction) const {
  return {0.0, 0.0, signed_like(half_, direction.z())};
}

void SegmentSupport::feature(const Vector3& direction, SupportFeature& feature) const {
  feature.count = 0;
  const bool side = std::abs(direction.z()) < kSine;
  feature.key = side ? 2 : direction.z() < 0.0 ? 0 : 1;
  if (feature.key != 1) feature.add({0.0, 0.0, -half_}, 0);
  if (feature.key != 0) feature.add({0.0, 0.0, half_}, 1);
}

SeparatingDirections SegmentSupport::directions() const {
  return {{}, std::span(kAxes).subspan(2)};
}

BoxSupport::BoxSupport(const Vector3& size) : half_(0.5 * size) {
  set_extent(Vector3::Zero(), half_.norm());
}

Vector3 BoxSupport::point(const Vector3& direction) const {
  return {signed_like(half_.x(), direction.x()), signed_like(half_.y(), direction.y()),
          signed_like(half_.z(), direction.z())};
}

void BoxSupport::feature(const Vector3& direction, SupportFeature& feature) const {
  // Sides on which corners lie, in order around a face; of an edge the first two.
  using Sides = std::array<bool, 4>;
  static constexpr Sides kLow{}, kHigh{true, true, true, true};
  static constexpr std::array<Sides, 2> kAround{
      {{false, true, true, false}, {false, false, true, true}}};
  std::array<const Sides*, 3> sides{};
  std::size_t across = 0;  // axes along which the feature extends: two at most
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double along = direction[static_cast<Eigen::Index>(axis)];
    const bool extends = std::abs(along) < kSine && across < kAround.size();
    sides[axis] = extends ? &kAround[across] : along < 0.0 ? &kLow : &kHigh;
    if (extends) ++across;
  }
  feature.count = 0;
  feature.key = 0;
  for (std::size_t k = 0; k < (std::size_t{1} << across); ++k) {
    const bool x = (*sides[0])[k], y = (*sides[1])[k], z = (*sides[2])[k];
    const std::uint32_t key = (x ? 1U : 0U) + (y ? 2U : 0U) + (z ? 4U : 0U);
    feature.add(
        {x ? half_.x() : -half_.x(), y ? half_.y() : -half_.y(), z ? half_.z() : -half_.z()}, key);
    feature.key |= 1U << key;
  }
}

SeparatingDirections BoxSupport::directions() const { return {kAxes, kAxes}; }

RoundSupport::RoundSupport(double bottom_radius, double top_radius, double low, double high)
    : bottom_radius_(bottom_radius), top_radius_(top_radius), low_(low), high_(high) {
  const double slope = (bottom_radius - top_radius) / (high - low);
  side_across_ = 1.0 / std::sqrt(1.0 + slope * slope);
  side_along_ = slope * side_across_;
  const double largest = std::max(bottom_radius, top_radius);
  const double half = 0.5 * (high - low);
  set_extent({0.0, 0.0, 0.5 * (low + high)}, std::sqrt(half * half + largest * largest));
}

Vector3 RoundSupport::point(const Vector3& direction) const {
  const double across = std::sqrt(direction.x() * direction.x() + direction.y() * direction.y());
  const bool top = direction.z() * (high_ - low_) + across * (top_radius_ - bottom_radius_) > 0.0;
  const double r = top ? top_radius_ : bottom_radius_;
  const double z = top ? high_ : low_;
  if (across <= kAxial * std::abs(direction.z())) return {r, 0.0, z};
  return {r * (direction.x() / across), r * (direction.y() / across), z};
}

void RoundSupport::add_cap(const Vector3& direction, double radius, double z,
                           SupportFeature& feature) {
  const double across = std::sqrt(direction.x() * direction.x() + direction.y() * direction.y());
  double furthest = -1.0;  // its place among the corners
  if (across > kAxial) {
    furthest = arctangent(direction.y(), direction.x()) / kTwoPi * double{kCapCorners};
    if (furthest < 0.0) furthest += double{kCapCorners};
  }
  for (std::size_t k = 0; k < kCapCorners; ++k) {
    const auto place = static_cast<double>(k);
    double sine = 0.0;
    double cosine = 0.0;
    sincos_turns(place / double{kCapCorners}, sine, cosine);
    feature.add({radius * cosine, radius * sine, z}, static_cast<std::uint32_t>(k));
    if (furthest > place && furthest < place + 1.0) {
      feature.add({radius * (direction.x() / across), radius * (direction.y() / across), z},
                  kCapCorners);
    }
  }
}

void RoundSupport::feature(const Vector3& direction, SupportFeature& feature) const {
  feature.count = 0;
  const double across = std::sqrt(direction.x() * direction.x() + direction.y() * direction.y());
  const bool top = direction.z() > 0.0;
  if (std::abs(direction.z()) > kCosine && (top ? top_radius_ : bottom_radius_) > 0.0) {
    feature.key = top ? 1 : 0;
    return add_cap(direction, top ? top_radius_ : bottom_radius_, top ? high_ : low_, feature);
  }
  if (across * side_across_ + direction.z() * side_along_ > kCosine) {
    const double x = direction.x() / across;
    const double y = direction.y() / across;
    feature.key = 2;
    feature.add({bottom_radius_ * x, bottom_radius_ * y, low_}, 0);
    feature.add({top_radius_ * x, top_radius_ * y, high_}, 1);
    return;
  }
  const Vector3 corner = point(direction);
  feature.key = corner.z() == high_ ? 4 : 3;
  feature.add(corner, 0);
}

SeparatingDirections RoundSupport::directions() const {
  return {std::span(kAxes).subspan(2), std::span(kAxes).subspan(2)};
}

void RoundSupport::add_normals(const Vector3& towards, std::vector<Vector3>& normals) const {
  const double across = std::sqrt(towards.x() * towards.x() + towards.y() * towards.y());
  if (across <= kAxial * std::abs(towards.z())) return;
  normals.emplace_back(side_across_ * (towards.x() / across), side_across_ * (towards.y() / across),
                       side_along_);
}

TriangleSupport::TriangleSupport(const std::array<Vector3, 3>& corners) : corners_(corners) {
  for (std::size_t k = 0; k < 3; ++k) {
    edges_[k] = (corners[(k + 1) % 3] - corners[k]).normalized();
  }
  normal_ = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
  const Vector3 center = (corners[0] + corners[1] + corners[2]) / 3.0;
  double size = 0.0;
  for (const Vector3& corner : corners) size = std::max(size, (corner - center).norm());
  set_extent(center, size);
}

Vector3 TriangleSupport::point(const Vector3& direction) const {
  std::size_t best = 0;
  for (std::size_t k = 1; k < 3; ++k) {
    if (direction.dot(corners_[k]) > direction.dot(corners_[best])) best = k;
  }
  return corners_[best];
}

void TriangleSupport::feature(const Vector3& direction, SupportFeature& feature) const {
  feature.count = 0;
  if (std::abs(direction.dot(normal_)) > kCosine) {
    feature.key = 6;
    for (std::uint32_t k = 0; k < 3; ++k) feature.add(corners_[k], k);
    return;
  }
  std::uint32_t furthest = 0;
  for (std::uint32_t k = 1; k < 3; ++k) {
    if (direction.dot(corners_[k]) > direction.dot(corners_[furthest])) furthest = k;
  }
  // Of the edges that begin and end there, one that lies across the direction.
  for (const std::uint32_t from : {furthest, (furthest + 2) % 3}) {
    if (std::abs(direction.dot(edges_[from])) >= kSine) continue;
    feature.key = 3 + from;
    feature.add(corners_[from], from);
    feature.add(corners_[(from + 1) % 3], (from + 1) % 3);
    return;
  }
  feature.key = furthest;
  feature.add(corners_[furthest], furthest);
}

SeparatingDirections TriangleSupport::directions() const { return {{&normal_, 1}, edges_}; }

}  // namespace raftup::solver
