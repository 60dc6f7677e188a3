/// @file Pairs of shapes for tests of collision.
#pragma once

#include <array>
#include <random>
#include <vector>

#include "solver/geometry/collision/collide.hpp"
#include "solver/geometry/collision/convex_hull.hpp"
#include "solver/model/bodies/rotation.hpp"
#include "tests/support/catch.hpp"

namespace raftup::testing {

/// A shape and where it is.
struct Placed {
  Placed(const solver::Geometry& geometry, const Vector3& position,
         const Vector3& turn = Vector3::Zero())
      : shape(geometry), pose{position, solver::exponential(turn)} {}

  solver::PosedShape posed() const { return {shape, pose}; }

  solver::CollisionShape shape;
  solver::Pose pose;
};

inline std::vector<solver::ContactPoint> contacts(const Placed& one, const Placed& two,
                                                  double margin = 1e-3) {
  std::vector<solver::ContactPoint> points;
  collide(one.posed(), two.posed(), margin, nullptr, points);
  return points;
}

/// The one point of a pair.
inline solver::ContactPoint only_contact(const Placed& one, const Placed& two) {
  const auto points = contacts(one, two);
  REQUIRE(points.size() == 1);
  return points[0];
}

/// Uniform in a cube, the same on every machine.
class RandomVectors {
 public:
  explicit RandomVectors(unsigned seed) : random_(seed) {}
  double number() { return static_cast<double>(random_()) / 4294967296.0; }
  Vector3 vector() {
    const double x = 2.0 * number() - 1.0;
    const double y = 2.0 * number() - 1.0;
    return {x, y, 2.0 * number() - 1.0};
  }
  Vector3 direction() {
    for (;;) {
      const Vector3 way = vector();
      if (way.norm() > 0.1 && way.norm() < 1.0) return way.normalized();
    }
  }
  /// One of few kinds, of a size about one half.
  std::size_t below(std::size_t count) { return random_() % count; }

 private:
  std::mt19937 random_;
};

/// Around its origin.
inline solver::Geometry random_hull(RandomVectors& random, int count) {
  std::vector<Vector3> points;
  for (int axis = 0; axis < 3; ++axis) {
    points.emplace_back(0.2 * Vector3::Unit(axis));
    points.emplace_back(-0.2 * Vector3::Unit(axis));
  }
  for (int k = 0; k < count; ++k) points.push_back(0.5 * random.direction());
  return solver::convex_hull(points);
}

inline constexpr std::size_t kConvexKinds = 7;

inline solver::Geometry random_geometry(std::size_t kind, RandomVectors& random) {
  std::array<double, 3> lengths{};
  for (double& each : lengths) each = 0.2 + 0.6 * random.number();
  const auto [a, b, c] = lengths;
  switch (kind) {
    case 0:
      return solver::Sphere{a};
    case 1:
      return solver::Box{{a, b, c}};
    case 2:
      return solver::Capsule{a, b};
    case 3:
      return solver::Cylinder{a, b};
    case 4:
      return solver::Cone{a, random.number() < 0.5 ? 0.0 : c, b};
    case 5:
      return random_hull(random, 8);
    default:
      return random_hull(random, 40);
  }
}

inline constexpr double kExact = 1e-9;  ///< what closed forms are met to

/// m, the depth of the deepest point.
inline double deepest(const std::vector<solver::ContactPoint>& points) {
  double depth = points[0].depth;
  for (const solver::ContactPoint& point : points) depth = std::max(depth, point.depth);
  return depth;
}

}  // namespace raftup::testing
