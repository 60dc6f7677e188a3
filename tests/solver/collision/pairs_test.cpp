#include <algorithm>
#include <cmath>

#include "hydro/base/error.hpp"
#include "tests/solver/collision/shape_pairs.hpp"
#include "tests/support/constants.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

constexpr double kInverseRoot = 0.70710678118654752440;

void check_point(const ContactPoint& point, double depth, const Vector3& normal,
                 const Vector3& position) {
  CHECK(point.depth == Approx(depth).epsilon(0.0).margin(kExact));
  CHECK((point.normal - normal).norm() < kExact);
  CHECK((point.position - position).norm() < kExact);
}

void check_direction(const ContactPoint& point, double depth, const Vector3& normal) {
  CHECK(point.depth == Approx(depth).epsilon(0.0).margin(kExact));
  CHECK((point.normal - normal).norm() < kExact);
}

Placed floor_plane() { return {Plane{Vector3(0.0, 0.0, 2.0), 0.0}, Vector3::Zero()}; }
Placed unit_box(const Vector3& position, const Vector3& turn = Vector3::Zero()) {
  return {Box{Vector3::Ones()}, position, turn};
}

}  // namespace

TEST_CASE("contact: spheres meet planes and each other along the line of their centres",
          "[solver][collision]") {
  check_point(only_contact({Sphere{0.5}, {0.0, 0.0, 0.4}}, floor_plane()), 0.1, Vector3::UnitZ(),
              {0.0, 0.0, -0.05});
  const Vector3 way = Vector3(2.0, 2.0, 1.0) / 3.0;
  check_point(only_contact({Sphere{0.5}, Vector3::Zero()}, {Sphere{0.3}, 0.7 * way}), 0.1, -way,
              {0.3, 0.3, 0.15});
  CHECK(contacts({Sphere{0.5}, Vector3::Zero()}, {Sphere{0.3}, 0.802 * way}).empty());
  // Within the margin there is a point of negative depth.
  CHECK(only_contact({Sphere{0.5}, Vector3::Zero()}, {Sphere{0.3}, 0.8005 * way}).depth ==
        Approx(-0.0005).epsilon(1e-10));
}

TEST_CASE("contact: of a box with spheres, outside an edge and with the centre inside",
          "[solver][collision]") {
  const Placed box = unit_box(Vector3::Zero());
  const double edge = std::sqrt(0.05);
  check_direction(only_contact({Sphere{0.3}, {0.7, 0.6, 0.5}}, box), 0.3 - edge,
                  {0.2 / edge, 0.1 / edge, 0.0});
  check_direction(only_contact({Sphere{0.3}, {0.4, 0.0, 0.0}}, box), 0.4, Vector3::UnitX());
  // The other way round the normal moves the box.
  check_direction(only_contact(box, {Sphere{0.3}, {0.4, 0.0, 0.0}}), 0.4, -Vector3::UnitX());
}

TEST_CASE("contact: two boxes face to face touch at the corners of what they share",
          "[solver][collision]") {
  std::vector<ContactPoint> points =
      contacts(unit_box({0.3, 0.2, 0.95}), unit_box(Vector3::Zero()));
  REQUIRE(points.size() == 4);
  for (const double x : {-0.2, 0.5}) {
    for (const double y : {-0.3, 0.5}) {
      const auto found = std::find_if(points.begin(), points.end(), [&](const ContactPoint& point) {
        return (point.position - Vector3(x, y, 0.475)).norm() < kExact;
      });
      REQUIRE(found != points.end());
      check_direction(*found, 0.05, Vector3::UnitZ());
    }
  }
  // Keys follow the features when a body moves.
  std::vector<std::uint64_t> keys;
  for (const ContactPoint& point : points) keys.push_back(point.feature);
  std::sort(keys.begin(), keys.end());
  CHECK(std::unique(keys.begin(), keys.end()) == keys.end());
  points =
      contacts(unit_box({0.31, 0.21, 0.951}, {0.001, -0.002, 0.01}), unit_box(Vector3::Zero()));
  REQUIRE(points.size() == 4);
  for (const ContactPoint& point : points) {
    CHECK(std::binary_search(keys.begin(), keys.end(), point.feature));
  }
}

TEST_CASE("contact: a capsule that lies on a box touches at the ends of the stretch they share",
          "[solver][collision]") {
  std::vector<ContactPoint> points = contacts(
      {Capsule{0.2, 1.0}, {0.0, 0.0, 0.65}, {0.0, 90.0 * kDegree, 0.0}}, unit_box(Vector3::Zero()));
  REQUIRE(points.size() == 2);
  if (points[0].position.x() > points[1].position.x()) std::swap(points[0], points[1]);
  check_point(points[0], 0.05, Vector3::UnitZ(), {-0.5, 0.0, 0.475});
  check_point(points[1], 0.05, Vector3::UnitZ(), {0.5, 0.0, 0.475});
}

TEST_CASE("contact: edges that cross touch in one point, at any turn of the world",
          "[solver][collision]") {
  const double height = 1.364214;
  const double depth = 2.0 * kInverseRoot - height;
  check_point(only_contact(unit_box({0.0, 0.0, height}, {0.0, 45.0 * kDegree, 0.0}),
                           unit_box(Vector3::Zero(), {45.0 * kDegree, 0.0, 0.0})),
              depth, Vector3::UnitZ(), {0.0, 0.0, 0.5 * height});
  const ContactPoint crossed =
      only_contact({Capsule{0.2, 1.0}, {0.0, 0.0, 0.35}, {0.0, 90.0 * kDegree, 0.0}},
                   {Capsule{0.2, 1.0}, Vector3::Zero(), {90.0 * kDegree, 0.0, 0.0}});
  check_point(crossed, 0.05, Vector3::UnitZ(), {0.0, 0.0, 0.175});
}

TEST_CASE("contact: round shapes on a plane touch with the lowest point of their rim",
          "[solver][collision]") {
  const double tilt = 10.0 * kDegree;
  const ContactPoint can =
      only_contact({Cylinder{0.5, 1.0}, {0.0, 0.0, 0.55}, {tilt, 0.0, 0.0}}, floor_plane());
  check_direction(can, 0.5 * std::sin(tilt) + 0.5 * std::cos(tilt) - 0.55, Vector3::UnitZ());
  CHECK(can.depth == Approx(0.029228).epsilon(0.0).margin(5e-7));
  check_direction(only_contact({Cone{0.5, 0.0, 1.0}, {0.0, 0.0, 0.4}, {90.0 * kDegree, 0.0, 0.0}},
                               floor_plane()),
                  0.1, Vector3::UnitZ());
  // Upright and all but upright: points around the rim, one of them the lowest.
  const double slight = 1.0 * kDegree;
  const auto points =
      contacts({Cylinder{0.5, 1.0}, {0.0, 0.0, 0.5}, {slight, 0.0, 0.0}}, floor_plane(), 0.1);
  CHECK(points.size() == 8);
  double deepest = -1.0;
  for (const ContactPoint& point : points) deepest = std::max(deepest, point.depth);
  CHECK(deepest ==
        Approx(0.5 * std::sin(slight) + 0.5 * std::cos(slight) - 0.5).epsilon(0.0).margin(kExact));
}

TEST_CASE("contact: a peg in a tube touches the wall that it is nearest to",
          "[solver][collision]") {
  const Placed tube(HollowCylinder{0.25, 0.1, 1.0}, Vector3::Zero());
  const Placed peg(Cylinder{0.2, 3.0}, {0.06, 0.0, 0.0});
  const auto points = contacts(peg, tube);
  REQUIRE(points.size() == 2);
  for (const ContactPoint& point : points) {
    check_direction(point, 0.01, -Vector3::UnitX());
    CHECK((point.position - Vector3(0.255, 0.0, std::copysign(0.5, point.position.z()))).norm() <
          kExact);
  }
  CHECK(contacts({Cylinder{0.2, 3.0}, {0.04, 0.0, 0.0}}, tube).empty());
  check_direction(contacts(tube, peg)[0], 0.01, Vector3::UnitX());
  // From outside it meets the sectors, here the middle of one: chords lie inside the circle.
  const double outside = 0.35 * std::cos(7.5 * kDegree);
  const Vector3 way(std::cos(7.5 * kDegree), std::sin(7.5 * kDegree), 0.0);
  check_direction(contacts({Sphere{0.1}, (outside + 0.09) * way}, tube)[0], 0.01, way);
}

TEST_CASE("contact: lines hit where they enter, as deep as they go on", "[solver][collision]") {
  const Line line{{0.0, 0.0, 2.0}, {0.0, 0.0, -1.0}};
  check_point(only_contact({line, Vector3::Zero()}, unit_box(Vector3::Zero())), 1.5,
              Vector3::UnitZ(), {0.0, 0.0, 0.5});
  check_point(only_contact(unit_box(Vector3::Zero()), {line, Vector3::Zero()}), 1.5,
              -Vector3::UnitZ(), {0.0, 0.0, 0.5});
  check_point(only_contact({line, {0.0, 0.0, 0.0}}, floor_plane()), 1.0, Vector3::UnitZ(),
              Vector3::Zero());
  check_point(only_contact({line, {0.3, 0.0, 0.0}}, {Sphere{0.5}, Vector3::Zero()}), 1.4,
              {0.6, 0.0, 0.8}, {0.3, 0.0, 0.4});
  check_point(only_contact({line, {0.0, 0.1, 0.0}}, {Capsule{0.5, 1.0}, Vector3::Zero()}),
              2.5 - (0.5 - std::sqrt(0.24)) - 1.0 + 0.5, {0.0, 0.2, 2.0 * std::sqrt(0.24)},
              {0.0, 0.1, 0.5 + std::sqrt(0.24)});
  // Into a cone of half angle 45 degrees from the side, and past it.
  const Line level{{-2.0, 0.0, 0.0}, {2.0, 0.0, 0.0}};
  check_point(only_contact({level, {0.0, 0.0, 0.6}}, {Cone{1.0, 0.0, 1.0}, Vector3::Zero()}), 2.4,
              {-kInverseRoot, 0.0, kInverseRoot}, {-0.4, 0.0, 0.6});
  CHECK(contacts({level, {0.0, 0.5, 0.6}}, {Cone{1.0, 0.0, 1.0}, Vector3::Zero()}).empty());
  // It ends before the box, and lies wholly in it.
  CHECK(
      contacts({Line{{0.0, 0.0, 2.0}, {0.0, 0.0, 0.6}}, Vector3::Zero()}, unit_box(Vector3::Zero()))
          .empty());
  // Two lines: one point, normal across both, no depth.
  check_point(only_contact({level, Vector3::Zero()},
                           {Line{{0.5, -1.0, 0.0}, {0.5, 1.0, 0.0}}, {0.0, 0.0, 0.0005}}),
              0.0, -Vector3::UnitZ(), {0.5, 0.0, 0.00025});
}
