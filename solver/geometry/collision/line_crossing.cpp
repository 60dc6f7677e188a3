/// @file Intersections of lines with the convex kinds of shapes.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "solver/geometry/collision/convex_kinds.hpp"

namespace raftup::solver {

namespace {

constexpr double kEndless = std::numeric_limits<double>::infinity();

constexpr double kOnEdge =
    1e-12;  // of the size: a line through an edge of two triangles meets both

/// Reduces an interval of t to the part with x(t) . normal <= offset; false if nothing is left.
bool clip(const Vector3& normal, double offset, const Vector3& origin, const Vector3& way,
          LineCrossing& crossing) {
  const double above = normal.dot(origin) - offset;
  const double rate = normal.dot(way);
  if (rate == 0.0) return above <= 0.0;
  const double t = -above / rate;
  if (rate < 0.0 && t > crossing.enter) {
    crossing.enter = t;
    crossing.normal = normal;
  }
  if (rate > 0.0 && t < crossing.leave) crossing.leave = t;
  return crossing.enter <= crossing.leave;
}

/// The roots of a t^2 + 2 b t + c in ascending order; a != 0.
bool roots(double a, double b, double c, double& low, double& high) {
  const double discriminant = b * b - a * c;
  if (!(discriminant >= 0.0)) return false;
  const double root = std::sqrt(discriminant);
  const double q = b >= 0.0 ? -(b + root) : -(b - root);
  low = q / a;
  high = q == 0.0 ? low : c / q;
  if (low > high) std::swap(low, high);
  return true;
}

bool cross_ball(const Vector3& center, double radius, const Vector3& origin, const Vector3& way,
                LineCrossing& crossing) {
  const Vector3 from = origin - center;
  if (!roots(way.squaredNorm(), from.dot(way), from.squaredNorm() - radius * radius, crossing.enter,
             crossing.leave)) {
    return false;
  }
  crossing.normal = (from + crossing.enter * way) / radius;
  return true;
}

/// A cone about z between two heights; its radius is `bottom` at `low` and changes by `slope` per
/// meter.
struct RoundSide {
  double bottom, slope, low, high;

  Vector3 normal_at(const Vector3& point) const {
    const double across = std::sqrt(point.x() * point.x() + point.y() * point.y());
    return Vector3(point.x() / across, point.y() / across, -slope).normalized();
  }

  bool cross(const Vector3& origin, const Vector3& way, LineCrossing& crossing) const {
    crossing.enter = -kEndless;
    crossing.leave = kEndless;
    if (!clip(Vector3::UnitZ(), high, origin, way, crossing) ||
        !clip(-Vector3::UnitZ(), -low, origin, way, crossing)) {
      return false;
    }
    const double radius = bottom + slope * (origin.z() - low);
    const double widening = slope * way.z();
    const double a = way.x() * way.x() + way.y() * way.y() - widening * widening;
    const double b = origin.x() * way.x() + origin.y() * way.y() - radius * widening;
    const double c = origin.x() * origin.x() + origin.y() * origin.y() - radius * radius;
    double first = -kEndless;
    double last = kEndless;
    if (a == 0.0 && b == 0.0) {
      if (c > 0.0) return false;
    } else if (a == 0.0) {
      (b < 0.0 ? first : last) = -0.5 * c / b;
    } else {
      if (!roots(a, b, c, first, last)) {
        if (a > 0.0) return false;  // else inside the double cone everywhere
      } else if (a < 0.0) {         // inside before the one and behind the other
        if (crossing.leave > last) {
          first = last;
          last = kEndless;
        } else {
          last = first;
          first = -kEndless;
        }
      }
    }
    if (first > crossing.enter) {
      crossing.enter = first;
      crossing.normal = normal_at(origin + first * way);
    }
    crossing.leave = std::min(crossing.leave, last);
    return crossing.enter <= crossing.leave;
  }
};

}  // namespace

bool PointSupport::cross(const Vector3& origin, const Vector3& way, LineCrossing& crossing) const {
  return cross_ball(Vector3::Zero(), radius(), origin, way, crossing);
}

bool SegmentSupport::cross(const Vector3& origin, const Vector3& way,
                           LineCrossing& crossing) const {
  LineCrossing part;
  bool found = RoundSide{radius(), 0.0, -half_, half_}.cross(origin, way, crossing);
  for (const double end : {-half_, half_}) {
    if (!cross_ball({0.0, 0.0, end}, radius(), origin, way, part)) continue;
    if (!found || part.enter < crossing.enter) {
      crossing.enter = part.enter;
      crossing.normal = part.normal;
    }
    if (!found || part.leave > crossing.leave) crossing.leave = part.leave;
    found = true;
  }
  return found;
}

bool BoxSupport::cross(const Vector3& origin, const Vector3& way, LineCrossing& crossing) const {
  crossing.enter = -kEndless;
  crossing.leave = kEndless;
  for (int axis = 0; axis < 3; ++axis) {
    const Vector3 normal = Vector3::Unit(axis);
    if (!clip(normal, half_[axis], origin, way, crossing)) return false;
    if (!clip(-normal, half_[axis], origin, way, crossing)) return false;
  }
  return true;
}

bool RoundSupport::cross(const Vector3& origin, const Vector3& way, LineCrossing& crossing) const {
  const double slope = (top_radius_ - bottom_radius_) / (high_ - low_);
  return RoundSide{bottom_radius_, slope, low_, high_}.cross(origin, way, crossing);
}

bool TriangleSupport::cross(const Vector3& origin, const Vector3& way,
                            LineCrossing& crossing) const {
  const double rate = normal_.dot(way);
  if (rate == 0.0) return false;
  const double t = normal_.dot(corners_[0] - origin) / rate;
  const Vector3 point = origin + t * way;
  for (std::size_t k = 0; k < 3; ++k) {
    const double inward = normal_.dot(edges_[k].cross(point - corners_[k]));
    if (inward < -kOnEdge * size()) return false;
  }
  crossing = {t, t, normal_};
  return true;
}

bool PolyhedronSupport::cross(const Vector3& origin, const Vector3& way,
                              LineCrossing& crossing) const {
  crossing.enter = -kEndless;
  crossing.leave = kEndless;
  for (const Face& face : faces_) {
    const double offset = face.normal.dot(vertices_[face.corners[0]]);
    if (!clip(face.normal, offset, origin, way, crossing)) return false;
  }
  return true;
}

}  // namespace raftup::solver
