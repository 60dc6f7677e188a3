/// @file Pairs of shapes for tests of collision.
#pragma once

#include <random>
#include <vector>

#include "solver/bodies/rotation.hpp"
#include "solver/collision/collide.hpp"
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

inline constexpr double kExact = 1e-9;  ///< what closed forms are met to

/// m, the depth of the deepest point.
inline double deepest(const std::vector<solver::ContactPoint>& points) {
  double depth = points[0].depth;
  for (const solver::ContactPoint& point : points) depth = std::max(depth, point.depth);
  return depth;
}

}  // namespace raftup::testing
