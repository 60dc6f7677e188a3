/// @file Every kind of shape with every kind.
#include <algorithm>
#include <cmath>

#include "solver/geometry/collision/convex_hull.hpp"
#include "tests/solver/collision/shape_pairs.hpp"
#include "tests/solver/collision/surfaces.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

const Vector3 kNowhere = Vector3::Zero();

std::vector<Geometry> every_kind() {
  const Box box{{1.0, 0.8, 0.6}};
  const std::vector<Vector3> corners{
      {0.5, 0, -0.3}, {-0.5, 0.4, -0.3}, {-0.4, -0.5, -0.3}, {0, 0, 0.6}};
  const Composite pair{{{Sphere{0.3}, {{0.3, 0.0, 0.0}, {1, 0, 0, 0}}},
                        {Box{{0.4, 0.4, 0.4}}, {{-0.3, 0.0, 0.0}, {1, 0, 0, 0}}}}};
  return {Sphere{0.5},
          box,
          Cylinder{0.4, 0.8},
          mesh_of(box),
          Capsule{0.3, 0.5},
          Cone{0.5, 0.2, 0.7},
          Plane{Vector3::UnitZ(), 0.0},
          HollowCylinder{0.3, 0.1, 0.8},
          HollowCone{0.5, 0.2, 0.7, 0.1},
          Line{{0.1, 0.05, 0.7}, {0.0, 0.1, -0.8}},
          convex_hull(corners),
          field_of([](double x, double y) { return 0.1 * x * y; }, 7, 3.0),
          pair};
}

bool endless(const Geometry& geometry) {
  return std::holds_alternative<Plane>(geometry) || std::holds_alternative<HeightField>(geometry);
}

}  // namespace

TEST_CASE("contact: of every two kinds points are sound and the same in either order",
          "[solver][collision]") {
  RandomVectors random(11);
  const std::vector<Geometry> kinds = every_kind();
  for (const Geometry& kind1 : kinds) {
    for (const Geometry& kind2 : kinds) {
      int touching = 0;
      for (int k = 0; k < 20; ++k) {
        const Vector3 turn = endless(kind1) ? kNowhere : Vector3(3.0 * random.vector());
        const Vector3 other_turn = endless(kind2) ? kNowhere : Vector3(3.0 * random.vector());
        const Placed one(kind1, kNowhere, turn);
        const Placed two(kind2, 0.6 * random.direction(), other_turn);
        const auto points = contacts(one, two);
        const auto turned = contacts(two, one);
        INFO("kinds " << kind1.index() << " and " << kind2.index() << ", case " << k);
        for (const ContactPoint& point : points) {
          CHECK(point.position.allFinite());
          CHECK(std::abs(point.normal.norm() - 1.0) < 1e-12);
          CHECK(point.depth > -1e-3);
        }
        REQUIRE(points.empty() == turned.empty());
        if (points.empty()) continue;
        ++touching;
        CHECK(deepest(points) == Approx(deepest(turned)).epsilon(0.05).margin(1e-6));
      }
      INFO("kinds " << kind1.index() << " and " << kind2.index());
      if (endless(kind1) && endless(kind2)) {
        CHECK(touching == 0);
      } else if (!std::holds_alternative<Line>(kind1) && !std::holds_alternative<Line>(kind2)) {
        CHECK(touching >= 3);
      }
    }
  }
}

TEST_CASE("contact: a line wholly inside a hull touches nothing", "[solver][collision]") {
  const Placed line(Line{{0.0, 0.0, -0.1}, {0.0, 0.0, 0.1}}, kNowhere);
  const Placed hull(convex_hull(mesh_of(Box{Vector3::Ones()}).vertices), kNowhere);
  CHECK(contacts(line, hull).empty());
  CHECK(contacts({Line{{0.0, 0.0, -0.1}, {0.0, 0.0, 0.6}}, kNowhere}, hull).size() == 1);
}

TEST_CASE("contact: nothing depends on where the world's origin is", "[solver][collision]") {
  RandomVectors random(12);
  const Vector3 far(4e3, -2e3, 50.0);
  const std::vector<Geometry> kinds = every_kind();
  for (const std::size_t kind : {0U, 1U, 2U, 3U, 4U, 5U, 10U}) {
    const Vector3 turn = 3.0 * random.vector();
    const auto near_points = contacts({kinds[kind], kNowhere, turn}, {kinds[1], {0.0, 0.1, 0.6}});
    const auto far_points =
        contacts({kinds[kind], far, turn}, {kinds[1], far + Vector3(0.0, 0.1, 0.6)});
    REQUIRE(near_points.size() == far_points.size());
    REQUIRE(!near_points.empty());
    for (std::size_t k = 0; k < near_points.size(); ++k) {
      CHECK(near_points[k].feature == far_points[k].feature);
      CHECK(near_points[k].depth == Approx(far_points[k].depth).epsilon(0.0).margin(1e-11));
      CHECK((near_points[k].normal - far_points[k].normal).norm() < 1e-9);
    }
  }
}
