#include "solver/loads/members/wet_points.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace raftup::solver {

namespace {

constexpr double kLeastExtent = 1.0 / 100.0;        ///< relative to the width
constexpr double kGauss = std::numbers::inv_sqrt3;  ///< abscissa of two Gauss points on [-1, 1]

double sine_of_tilt(const Vector3& axis) {
  return std::sqrt(std::max(0.0, 1.0 - axis.z() * axis.z()));
}

double vertical_extent(double width, const Vector3& axis) {
  return width * std::max(sine_of_tilt(axis), kLeastExtent);
}

/// Returns the rate of vertical_extent() as the axis turns.
double extent_rate(double width, const Vector3& axis, const Vector3& turning) {
  const double sine = sine_of_tilt(axis);
  if (sine <= kLeastExtent) return 0.0;
  return -width * axis.z() * turning.cross(axis).z() / sine;
}

/// Returns the immersed share of a slice whose center is `height` above the surface. The result is
/// below 0 or above 1 if the slice does not cut the surface.
double immersion(double height, double extent) { return 0.5 - height / extent; }

}  // namespace

double share_rate(const SurfaceCut& cut, const Vector3& axis, const SurroundingWater& water,
                  hydro::Stage stage, const BodyKinematics& body) {
  const Vector3 turning = body.velocity.tail<3>();
  const auto height_rate = [&](const Vector3& arm) {
    const Vector3 velocity = body.velocity.head<3>() + turning.cross(arm);
    const hydro::SurfaceMotion surface = water.surface(stage, (body.position + arm).head<2>());
    return velocity.z() - surface.rate - surface.slope.dot(velocity.head<2>());
  };
  double rate = height_rate(cut.arm1);
  if (cut.fraction > 0.0) rate += cut.fraction * (height_rate(cut.arm2) - rate);
  const double extent = vertical_extent(cut.width, axis);
  const double growth = extent_rate(cut.width, axis, turning);
  return cut.size * (cut.height * growth / extent - rate) / extent;
}

void WetPoints::move(const std::vector<Vector3>& points) {
  std::size_t next = 0;
  for (MemberSide& side : sides_) {
    side.from = points[next++];
    side.to = points[next++];
  }
  for (MemberFace& face : faces_) face.point = points[next++];
}

void WetPoints::place(const SurroundingWater& water, hydro::Stage stage,
                      const BodyKinematics& body) {
  water_ = &water;
  stage_ = stage;
  body_ = &body;
  points_.clear();
  wet_length_ = wet_faces_ = 0.0;
  water.look_from(stage, body);
  part_ = 0;
  for (const MemberSide& side : sides_) {
    place_side(side);
    ++part_;
  }
  for (const WetPoint& point : points_) wet_length_ += point.share;
  const std::size_t of_sides = points_.size();
  for (const MemberFace& face : faces_) {
    place_face(face);
    ++part_;
  }
  for (std::size_t i = of_sides; i < points_.size(); ++i) wet_faces_ += points_[i].share;
}

void WetPoints::place_side(const MemberSide& side) {
  const Vector3 first = body_->position + body_->rotation * side.from;
  const Vector3 length = body_->rotation * (side.to - side.from);
  const std::size_t count = side.segment_count;
  const Vector3 step = length / static_cast<double>(count);
  const double extent = vertical_extent(side.width, length.normalized());
  elevations_.resize(count + 1);
  water_->elevations(stage_, {first.head<2>(), step.head<2>()}, elevations_);
  std::size_t whole = 0;  // first segment of a sequence of fully immersed segments
  double before = immersion(first.z() - elevations_[0], extent);
  for (std::size_t i = 0; i < count; ++i) {
    const double z = first.z() + static_cast<double>(i + 1) * step.z();
    const double after = immersion(z - elevations_[i + 1], extent);
    if (before < 1.0 || after < 1.0) {
      place_whole(side, whole, i);
      place_cut(side, i, {before, after});
      whole = i + 1;
    }
    before = after;
  }
  place_whole(side, whole, count);
}

/// Places two rows of Gauss points in the segments from `first` to before `last`.
void WetPoints::place_whole(const MemberSide& side, std::size_t first, std::size_t last) {
  if (first == last) return;
  const Vector3 length = body_->rotation * (side.to - side.from);
  const auto count = static_cast<double>(side.segment_count);
  const double share = 0.5 * length.norm() / count;
  const Vector3 axis = length.normalized();
  const Vector2 step = (length / count).head<2>();
  for (const double offset : {0.5 - 0.5 * kGauss, 0.5 + 0.5 * kGauss}) {
    const std::size_t row = points_.size();
    for (std::size_t i = first; i < last; ++i) {
      const double along = (static_cast<double>(i) + offset) / count;
      points_.push_back({body_->rotation * (side.from + along * (side.to - side.from)),
                         axis,
                         share,
                         &side.per_length,
                         0.0,
                         {},
                         std::nullopt,
                         part_,
                         along});
    }
    find_motions(row, points_.size() - row, step);
  }
}

/// Places points in a segment that is not fully immersed, from the immersed shares at its two
/// nodes.
void WetPoints::place_cut(const MemberSide& side, std::size_t segment,
                          const Immersions& immersions) {
  const auto [begin, end] = immersions;
  if (begin <= 0.0 && end <= 0.0) return;
  const auto count = static_cast<double>(side.segment_count);
  const auto node = [&](std::size_t i) -> Vector3 {
    const double along = static_cast<double>(i) / count;
    return body_->rotation * (side.from + along * (side.to - side.from));
  };
  const Vector3 arm1 = node(segment), arm2 = node(segment + 1);
  const SurfaceCut cut{arm1, arm2, 0.0, 0.0, (arm2 - arm1).norm(), side.width};
  std::array<double, 2> changes{0.0, 0.0};  // places where immersion begins and becomes full
  if (begin != end) {
    changes = {std::clamp(-begin / (end - begin), 0.0, 1.0),
               std::clamp((1.0 - begin) / (end - begin), 0.0, 1.0)};
    std::sort(changes.begin(), changes.end());
  }
  const std::array<double, 4> ends{0.0, changes[0], changes[1], 1.0};
  for (std::size_t i = 0; i < 3; ++i) {
    if (ends[i + 1] > ends[i]) place_part(side, cut, immersions, ends[i], ends[i + 1]);
  }
}

/// Places two Gauss points in a part of a segment in which the immersed share is 0, is 1 or changes
/// linearly.
void WetPoints::place_part(const MemberSide& side, const SurfaceCut& segment,
                           const Immersions& immersions, double begin, double end) {
  const auto immersion_at = [&](double fraction) {
    return immersions[0] + fraction * (immersions[1] - immersions[0]);
  };
  if (immersion_at(0.5 * (begin + end)) <= 0.0) return;
  const Vector3 axis = (segment.arm2 - segment.arm1).normalized();
  const std::size_t first = points_.size();
  for (const double offset : {0.5 - 0.5 * kGauss, 0.5 + 0.5 * kGauss}) {
    SurfaceCut cut = segment;
    cut.fraction = begin + offset * (end - begin);
    cut.size = 0.5 * (end - begin) * segment.size;
    const double wet = immersion_at(cut.fraction);
    cut.height = (0.5 - wet) * vertical_extent(side.width, axis);
    const Vector3 arm = segment.arm1 + cut.fraction * (segment.arm2 - segment.arm1);
    points_.push_back({arm,
                       axis,
                       cut.size * std::clamp(wet, 0.0, 1.0),
                       &side.per_length,
                       0.0,
                       {},
                       std::nullopt,
                       part_,
                       cut.fraction});
    if (wet < 1.0) points_.back().cut = cut;
  }
  find_motions(first, 2, (points_[first + 1].arm - points_[first].arm).head<2>());
}

void WetPoints::place_face(const MemberFace& face) {
  const Vector3 arm = body_->rotation * face.point, axis = body_->rotation * face.axis;
  const Vector3 position = body_->position + arm;
  double elevation = 0.0;
  water_->elevations(stage_, {position.head<2>(), Vector2::Zero()}, {&elevation, 1});
  const double height = position.z() - elevation;
  const double wet = immersion(height, vertical_extent(face.width, axis));
  if (wet <= 0.0) return;
  points_.push_back({arm,
                     axis,
                     std::min(wet, 1.0),
                     &face.coefficients,
                     face.pressure_mass,
                     {},
                     std::nullopt,
                     part_});
  if (wet < 1.0) points_.back().cut = SurfaceCut{arm, arm, 0.0, height, 1.0, face.width};
  find_motions(points_.size() - 1, 1, Vector2::Zero());
}

/// Computes the motion of the water at `count` points from `first` on, which lie in a row.
void WetPoints::find_motions(std::size_t first, std::size_t count, const Vector2& step) {
  const auto position = [&](std::size_t i) -> Vector3 {
    return body_->position + points_[first + i].arm;
  };
  heights_.clear();
  for (std::size_t i = 0; i < count; ++i) heights_.push_back(position(i).z());
  motions_.resize(count);
  water_->motions(stage_, {position(0).head<2>(), step}, heights_, motions_);
  for (std::size_t i = 0; i < count; ++i) points_[first + i].water = motions_[i];
}

}  // namespace raftup::solver
