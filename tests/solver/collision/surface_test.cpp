#include <cmath>

#include "tests/solver/collision/shape_pairs.hpp"
#include "tests/solver/collision/surfaces.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

double slope(double x, double /*y*/) { return 0.1 * x; }

/// Every point as deep as the normal says, the normal exactly this.
void check_all(const std::vector<ContactPoint>& points, double depth, const Vector3& normal) {
  REQUIRE(!points.empty());
  for (const ContactPoint& point : points) {
    CHECK(point.depth == Approx(depth).epsilon(0.0).margin(kExact));
    CHECK((point.normal - normal).norm() < kExact);
  }
}

}  // namespace

TEST_CASE("surface contact: a sphere on a sloping field or mesh touches along the slope's normal",
          "[solver][collision]") {
  const double depth = 0.5 - 0.45 / std::sqrt(1.01);
  const Vector3 normal = Vector3(-0.1, 0.0, 1.0) / std::sqrt(1.01);
  CHECK(depth == Approx(0.0522333).epsilon(0.0).margin(1e-7));
  const HeightField field = field_of(slope, 21, 4.0);
  const Placed ball(Sphere{0.5}, {0.0, 0.0, 0.45});
  check_all(contacts(ball, {field, Vector3::Zero()}), depth, normal);
  check_all(contacts(ball, {mesh_of(field), Vector3::Zero()}), depth, normal);
  check_all(contacts({field, Vector3::Zero()}, ball), depth, -normal);
  // One contact wherever it is over the triangles: across their edges and corners normals stay.
  for (int k = 0; k < 500; ++k) {
    const double x = 0.003 * k;
    const double y = 0.0011 * k;
    const Placed here(Sphere{0.5}, {x, y, 0.1 * x + 0.45});
    INFO("at " << x << " " << y);
    const auto points = contacts(here, {field, Vector3::Zero()});
    CHECK(points.size() == 1);
    check_all(points, depth, normal);
  }
}

TEST_CASE("surface contact: a box, a can and a hull that slide over a flat mesh feel no edge",
          "[solver][collision]") {
  const HeightField flat = field_of([](double, double) { return 0.0; }, 11, 4.0);
  const Placed ground(mesh_of(flat), Vector3::Zero());
  for (int k = 0; k < 300; ++k) {
    const Vector3 place(0.0031 * k, 0.0017 * k, 0.498);
    const Vector3 turn(0.0, 0.0, 0.01 * k);
    for (const Geometry& geometry : {Geometry(Box{{0.7, 0.5, 1.0}}), Geometry(Cylinder{0.3, 1.0}),
                                     Geometry(Capsule{0.4, 0.2})}) {
      const auto points = contacts({geometry, place, turn}, ground);
      CHECK(points.size() <= 8);
      check_all(points, 0.002, Vector3::UnitZ());
    }
  }
  // Of the box the four corners are among the points.
  const auto points = contacts({Box{{0.7, 0.5, 1.0}}, {0.1, 0.05, 0.499}}, ground);
  int corners = 0;
  for (const ContactPoint& point : points) {
    const Vector3 off = (point.position - Vector3(0.1, 0.05, 0.0)).cwiseAbs();
    if (std::abs(off.x() - 0.35) < kExact && std::abs(off.y() - 0.25) < kExact) ++corners;
  }
  CHECK(corners == 4);
}

TEST_CASE("surface contact: over a ridge and in a valley normals are those of faces and edges",
          "[solver][collision]") {
  const Placed ridge(field_of([](double x, double) { return -std::abs(x); }, 21, 4.0),
                     Vector3::Zero());
  check_all(contacts({Sphere{0.5}, {0.0, 0.1, 0.49}}, ridge), 0.01, Vector3::UnitZ());
  const double away = 0.49 * std::sqrt(0.5);
  check_all(contacts({Sphere{0.5}, {0.5 + away, 0.1, -0.5 + away}}, ridge), 0.01,
            Vector3(1.0, 0.0, 1.0).normalized());
  const Placed valley(field_of([](double x, double) { return std::abs(x); }, 21, 4.0),
                      Vector3::Zero());
  const auto both = contacts({Sphere{0.5}, {0.0, 0.1, 0.49 * std::sqrt(2.0)}}, valley);
  REQUIRE(both.size() == 2);
  for (const ContactPoint& point : both) {
    CHECK(point.depth == Approx(0.01).epsilon(0.0).margin(kExact));
    CHECK(std::abs(std::abs(point.normal.x()) - std::sqrt(0.5)) < kExact);
    CHECK(std::abs(point.normal.z() - std::sqrt(0.5)) < kExact);
  }
}

TEST_CASE("surface contact: what has gone below a terrain comes straight up",
          "[solver][collision]") {
  HeightField field = field_of(slope, 21, 4.0);
  field.bottom_margin = 2.0;
  const Placed terrain(field, Vector3::Zero());
  const auto points = contacts({Sphere{0.5}, {0.5, 0.2, -1.0}}, terrain);
  REQUIRE(points.size() == 1);
  check_all(points, 0.05 + 1.5, Vector3::UnitZ());
  CHECK(contacts({Sphere{0.5}, {0.5, 0.2, -3.0}}, terrain).empty());
  // A mesh that is no terrain is a shell from behind: a ball in the box touches no wall it is not
  // at.
  const Placed box(mesh_of(Box{{2.0, 2.0, 2.0}}), Vector3::Zero());
  CHECK(contacts({Sphere{0.1}, Vector3::Zero()}, box).empty());
}

TEST_CASE(
    "surface contact: a middle below a steep terrain comes up, however high the lowest point is",
    "[solver][collision]") {
  // The corner of the box lies .5 m further down the hill, where the ground is 4 m lower.
  const HeightField cliff = field_of([](double x, double) { return -8.0 * x; }, 21, 4.0);
  const Vector3 a_little(0.0, 0.01, 0.0);
  for (const double below : {1e-3, 0.1, 0.4}) {
    INFO(below << " m below");
    const auto points =
        contacts({Box{Vector3::Ones()}, {0.0, 0.0, -below}, a_little}, {cliff, Vector3::Zero()});
    REQUIRE(points.size() == 1);
    check_all(points, below, Vector3::UnitZ());
  }
}

TEST_CASE("surface contact: a box of triangles meets what the box does", "[solver][collision]") {
  const Box size{{1.0, 2.0, 3.0}};
  const Placed mesh(mesh_of(size), Vector3::Zero());
  const Placed box(size, Vector3::Zero());
  RandomVectors random(7);
  int touching = 0;
  for (int k = 0; k < 500; ++k) {
    const Vector3 turn = 3.0 * random.vector();
    const Vector3 way = random.direction();
    for (const Geometry& geometry :
         {Geometry(Sphere{0.4}), Geometry(Box{{0.5, 0.7, 0.9}}), Geometry(Cylinder{0.3, 0.8})}) {
      Placed other(geometry, 4.0 * way, turn);
      const double gap = distance(other.posed(), box.posed()).distance;
      for (int step = 0; step < 40; ++step) {  // towards it until it overlaps by a hundredth
        const double now = distance(other.posed(), box.posed()).distance;
        other.pose.position -= (now + 0.01) * way;
      }
      if (gap < 0.0) continue;
      const auto expected = contacts(other, box);
      const auto points = contacts(other, mesh);
      INFO("case " << k << " kind " << geometry.index());
      REQUIRE(!points.empty());
      CHECK(deepest(points) == Approx(deepest(expected)).epsilon(0.0).margin(1e-7));
      ++touching;
    }
  }
  CHECK(touching > 1000);
}

TEST_CASE("surface contact: lines hit surfaces where they come in", "[solver][collision]") {
  const Placed mesh(mesh_of(Box{{2.0, 2.0, 2.0}}), Vector3::Zero());
  const Vector3 aside(0.3, 0.1, 0.0);
  const auto hit = [&](double from, double to) {
    return contacts({Line{{0.0, 0.0, from}, {0.0, 0.0, to}}, aside}, mesh);
  };
  const ContactPoint outside = hit(3.0, -3.0).at(0);
  CHECK((outside.position - Vector3(0.3, 0.1, 1.0)).norm() < kExact);
  CHECK(outside.normal == Vector3::UnitZ());
  CHECK(outside.depth == Approx(4.0));
  // Begins inside and leaves: it has come in at the top of the line prolonged.
  CHECK(hit(0.5, -3.0).at(0).depth == Approx(4.0));
  CHECK(hit(0.5, -0.5).empty());
  CHECK(hit(3.0, 1.5).empty());
  const Placed field(field_of(slope, 21, 4.0), Vector3::Zero());
  const auto probe = contacts({Line{{1.0, 0.3, 2.0}, {1.0, 0.3, -1.0}}, Vector3::Zero()}, field);
  CHECK(probe.at(0).depth == Approx(1.1).epsilon(0.0).margin(kExact));
}

TEST_CASE("surface contact: two meshes touch along the mean normal of what crosses",
          "[solver][collision]") {
  const Placed lower(mesh_of(Box{{2.0, 2.0, 2.0}}), Vector3::Zero());
  const Placed upper(mesh_of(Box{{1.0, 1.0, 1.0}}), {0.1, 0.2, 1.49}, {0.0, 0.0, 0.3});
  const auto points = contacts(upper, lower);
  CHECK(points.size() == 4);
  check_all(points, 0.01, Vector3::UnitZ());
  const Placed ground(Plane{Vector3::UnitZ(), -1.0}, Vector3::Zero());
  check_all(contacts(upper, ground), 0.01, Vector3::UnitZ());
  check_all(
      contacts(upper, {field_of([](double, double) { return 1.0; }, 9, 4.0), Vector3::Zero()}),
      0.01, Vector3::UnitZ());
  CHECK(contacts({mesh_of(Box{{1.0, 1.0, 1.0}}), {0.0, 0.0, 1.6}}, lower).empty());
}

TEST_CASE("surface contact: a field of edited heights is the one that is made of them",
          "[solver][collision][heights]") {
  RandomVectors random(7);
  HeightField field = field_of([](double x, double y) { return 0.1 * x * y; }, 9, 3.0);
  field.columns = 27;  // 3 rows of them
  field.rows = 3;
  CollisionShape edited(field);
  const CollisionShape before = edited;  // a copy keeps its heights
  const Bounds unedited = bounds(PosedShape(before, Pose{}));
  for (int edit = 0; edit < 40; ++edit) {
    std::vector<NodeHeight> heights;
    for (std::size_t k = 0; k <= random.below(4); ++k) {
      // The highest and the lowest node come and go.
      heights.push_back({random.below(field.heights.size()), random.vector().z()});
      field.heights[heights.back().node] = heights.back().height;
    }
    edited.set_heights(heights);
    const CollisionShape fresh(field);
    const Bounds one = bounds(PosedShape(edited, Pose{})), two = bounds(PosedShape(fresh, Pose{}));
    REQUIRE(one.low == two.low);
    REQUIRE(one.high == two.high);
    REQUIRE(edited.size() == fresh.size());
    const Placed ball(Sphere{0.3}, random.vector());
    std::vector<ContactPoint> found, wanted;
    collide(ball.posed(), PosedShape(edited, Pose{}), 1e-3, nullptr, found);
    collide(ball.posed(), PosedShape(fresh, Pose{}), 1e-3, nullptr, wanted);
    REQUIRE(found.size() == wanted.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
      CHECK(found[k].position == wanted[k].position);
      CHECK(found[k].normal == wanted[k].normal);
      CHECK(found[k].depth == wanted[k].depth);
    }
  }
  CHECK(bounds(PosedShape(before, Pose{})).low == unedited.low);
  CHECK(bounds(PosedShape(before, Pose{})).high == unedited.high);
}
