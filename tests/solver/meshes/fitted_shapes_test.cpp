/// @file Least boxes, cylinders and capsules around points.
#include "solver/geometry/meshes/fitted_shapes.hpp"

#include <algorithm>
#include <numbers>
#include <random>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "solver/geometry/meshes/flat_points.hpp"
#include "tests/solver/collision/surfaces.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

const Pose kSomewhere{{40.0, -7.0, 3.0}, Quaternion(0.7, 0.1, -0.5, 0.5).normalized()};

std::vector<Vector3> placed(std::vector<Vector3> points, const Pose& pose) {
  for (Vector3& point : points) point = pose.position + pose.attitude * point;
  return points;
}

std::vector<Vector3> cloud(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  const auto number = [&] { return static_cast<double>(random()) / 4294967296.0 - 0.5; };
  std::vector<Vector3> points;
  for (std::size_t i = 0; i < count; ++i) {
    const double x = number(), y = number(), z = number();
    points.emplace_back(3.0 * x, 2.0 * y + x, z);
  }
  return points;
}

/// In the axes of a fitted shape.
template <typename Kind>
Vector3 inside(const Fitted<Kind>& fitted, const Vector3& point) {
  return fitted.pose.attitude.conjugate() * (point - fitted.pose.position);
}

bool holds(const Fitted<Box>& box, const Vector3& point) {
  const Vector3 beyond = inside(box, point).cwiseAbs() - 0.5 * box.shape.size;
  return beyond.maxCoeff() <= 1e-9;
}
bool holds(const Fitted<Cylinder>& cylinder, const Vector3& point) {
  const Vector3 at = inside(cylinder, point);
  return at.head<2>().norm() <= cylinder.shape.radius + 1e-9 &&
         std::abs(at.z()) <= 0.5 * cylinder.shape.height + 1e-9;
}
bool holds(const Fitted<Capsule>& capsule, const Vector3& point) {
  Vector3 at = inside(capsule, point);
  const double half = 0.5 * capsule.shape.height;
  at.z() -= std::clamp(at.z(), -half, half);
  return at.norm() <= capsule.shape.radius + 1e-9;
}

template <typename Kind>
bool holds_all(const Fitted<Kind>& fitted, const std::vector<Vector3>& points) {
  return std::all_of(points.begin(), points.end(),
                     [&](const Vector3& point) { return holds(fitted, point); });
}

/// The least box over many attitudes.
double least_box_by_search(const std::vector<Vector3>& points) {
  std::mt19937 random(5);
  const auto number = [&] { return static_cast<double>(random()) / 2147483648.0 - 1.0; };
  double least = 1e300;
  for (int i = 0; i < 20000; ++i) {
    const double w = number(), x = number(), y = number(), z = number();
    const Matrix3 R = Quaternion(w, x, y, z).normalized().toRotationMatrix();
    Vector3 low = Vector3::Constant(1e300), high = -low;
    for (const Vector3& point : points) {
      low = low.cwiseMin(R * point);
      high = high.cwiseMax(R * point);
    }
    least = std::min(least, (high - low).prod());
  }
  return least;
}

}  // namespace

TEST_CASE("fitted shapes: a brick in any attitude is found again, its longest edge along x",
          "[meshes]") {
  const auto corners = placed(mesh_of(Box{{2.0, 5.0, 3.0}}).vertices, kSomewhere);
  const Fitted<Box> box = fitted_box(corners);
  CHECK(box.shape.size.isApprox(Vector3(5.0, 3.0, 2.0), 1e-12));
  CHECK(box.pose.position.isApprox(kSomewhere.position, 1e-12));
  CHECK(std::abs(
            (box.pose.attitude * Vector3::UnitX()).dot(kSomewhere.attitude * Vector3::UnitY())) ==
        Approx(1.0).epsilon(1e-12));
  CHECK(holds_all(box, corners));
}

TEST_CASE("fitted shapes: no box of many attitudes is smaller than that of a cloud", "[meshes]") {
  for (const unsigned seed : {1U, 2U, 3U}) {
    const std::vector<Vector3> points = cloud(60, seed);
    const Fitted<Box> box = fitted_box(points);
    INFO(seed);
    CHECK(holds_all(box, points));
    CHECK(box.shape.size.prod() <= least_box_by_search(points));
  }
}

TEST_CASE("fitted shapes: cylinder and capsule of the points of one are found again", "[meshes]") {
  std::vector<Vector3> rims, caps;
  for (int k = 0; k < 24; ++k) {
    const SineCosine at = sincos_turns(k / 24.0);
    for (const double z : {-2.0, 2.0}) {
      rims.emplace_back(0.5 * at.cosine, 0.5 * at.sine, z);
      for (const double share : {0.0, 0.05, 0.1, 0.15, 0.2, 0.25}) {
        const SineCosine up = sincos_turns(share);
        caps.emplace_back(0.5 * up.cosine * at.cosine, 0.5 * up.cosine * at.sine,
                          z + (z > 0.0 ? 0.5 : -0.5) * up.sine);
      }
    }
  }
  const std::vector<Vector3> of_rims = placed(rims, kSomewhere), of_caps = placed(caps, kSomewhere);
  const Fitted<Cylinder> cylinder = fitted_cylinder(of_rims);
  CHECK(cylinder.shape.radius == Approx(0.5).epsilon(1e-9));
  CHECK(cylinder.shape.height == Approx(4.0).epsilon(1e-9));
  CHECK(cylinder.pose.position.isApprox(kSomewhere.position, 1e-9));
  CHECK(holds_all(cylinder, of_rims));
  const Fitted<Capsule> capsule = fitted_capsule(of_caps);
  CHECK(capsule.shape.radius == Approx(0.5).epsilon(1e-9));
  CHECK(capsule.shape.height == Approx(4.0).epsilon(1e-9));
  CHECK(holds_all(capsule, of_caps));
}

TEST_CASE("fitted shapes: the axis may be asked for, the least volume is that of none of the three",
          "[meshes]") {
  const std::vector<Vector3> points = cloud(80, 9);
  const double pi = std::numbers::pi;
  const auto volume = [pi](const Cylinder& of) { return pi * of.radius * of.radius * of.height; };
  const double least = volume(fitted_cylinder(points).shape);
  for (const FittedAxis axis : {FittedAxis::kLongest, FittedAxis::kMiddle, FittedAxis::kShortest}) {
    const Fitted<Cylinder> cylinder = fitted_cylinder(points, axis);
    CHECK(holds_all(cylinder, points));
    CHECK(volume(cylinder.shape) >= least);
    CHECK(holds_all(fitted_capsule(points, axis), points));
  }
  const Vector3 edges = fitted_box(points).shape.size;
  CHECK(fitted_cylinder(points, FittedAxis::kLongest).shape.height == Approx(edges[0]));
  CHECK(fitted_cylinder(points, FittedAxis::kShortest).shape.height == Approx(edges[2]));
}

TEST_CASE("fitted shapes: a ball's capsule is the ball, points in a plane have no box",
          "[meshes]") {
  std::vector<Vector3> star;
  for (const double side : {-1.0, 1.0}) {
    for (int axis = 0; axis < 3; ++axis) star.emplace_back(side * Vector3::Unit(axis));
  }
  const Fitted<Capsule> ball = fitted_capsule(star, FittedAxis::kLongest);
  CHECK(holds_all(ball, star));
  CHECK(ball.shape.height >= 1e-6 * ball.shape.radius);
  const std::vector<Vector3> flat = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.5, 0.2, 0}};
  CHECK_THROWS_WITH(fitted_box(flat), Catch::Matchers::Contains("must span a volume"));
  CHECK_THROWS_WITH(fitted_cylinder(std::vector<Vector3>{}),
                    Catch::Matchers::Contains("at least 4 points, got 0"));
}

TEST_CASE("fitted shapes: the least circle touches two points across or three around it",
          "[meshes]") {
  for (const unsigned seed : {1U, 2U, 3U, 4U}) {
    std::vector<Vector2> points;
    for (const Vector3& point : cloud(40, seed)) points.emplace_back(point.head<2>());
    const Circle circle = least_circle(points);
    std::vector<Vector2> rim;
    for (const Vector2& point : points) {
      const double from = (point - circle.middle).norm();
      CHECK(from <= circle.radius * (1.0 + 1e-9));
      if (from >= circle.radius * (1.0 - 1e-9)) rim.push_back(point - circle.middle);
    }
    // No half plane holds all that it touches: none can be smaller.
    REQUIRE(rim.size() >= 2);
    for (int k = 0; k < 360; ++k) {
      const SineCosine at = sincos_turns(k / 360.0);
      CHECK(std::any_of(rim.begin(), rim.end(), [&](const Vector2& point) {
        return point.dot(Vector2(at.cosine, at.sine)) >= -0.02 * circle.radius;
      }));
    }
  }
  CHECK(least_circle({{3.0, 4.0}}).radius == 0.0);
}
