#include "solver/geometry/collision/broad_phase.hpp"

#include "hydro/base/error.hpp"
#include "solver/geometry/collision/aabb_tree.hpp"
#include "solver/geometry/collision/half_edges.hpp"
#include "tests/solver/collision/shape_pairs.hpp"
#include "tests/solver/collision/surfaces.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;
using Catch::Matchers::Contains;

namespace {

std::vector<Bounds> random_boxes(RandomVectors& random, std::size_t count) {
  std::vector<Bounds> boxes(count);
  for (Bounds& box : boxes) {
    const Vector3 center = 5.0 * random.vector();
    box.include(center + random.vector());
    box.include(center + random.vector());
  }
  return boxes;
}

/// Every so many boxes are a group.
std::vector<std::size_t> groups_of(std::size_t boxes) {
  std::vector<std::size_t> groups;
  for (std::size_t box = 0; box < boxes; ++box) groups.push_back(box % 7);
  return groups;
}

std::vector<IndexPair> by_all_pairs(const std::vector<Bounds>& boxes) {
  std::vector<IndexPair> pairs;
  const std::vector<std::size_t> groups = groups_of(boxes.size());
  for (std::size_t a = 0; a < boxes.size(); ++a) {
    for (std::size_t b = a + 1; b < boxes.size(); ++b) {
      if (groups[a] != groups[b] && boxes[a].overlaps(boxes[b])) pairs.push_back({a, b});
    }
  }
  return pairs;
}

}  // namespace

TEST_CASE("broad phase: finds the boxes of two groups that overlap, whatever it met before",
          "[solver][collision]") {
  RandomVectors random(3);
  std::vector<Bounds> boxes = random_boxes(random, 200);
  boxes.push_back(bounds(Placed(Plane{}, Vector3::Zero()).posed()));
  BroadPhase broad_phase(groups_of(boxes.size()));
  for (int step = 0; step < 20; ++step) {
    CHECK(broad_phase.overlapping_pairs(boxes) == by_all_pairs(boxes));
    for (Bounds& box : boxes) {
      const Vector3 way = 0.3 * random.vector();
      box = {box.low + way, box.high + way};
    }
  }
  boxes.resize(20);
  CHECK(broad_phase.overlapping_pairs(boxes) == by_all_pairs(boxes));
  CHECK(broad_phase.overlapping_pairs({}).empty());
}

TEST_CASE("tree of boxes: finds what overlaps", "[solver][collision]") {
  RandomVectors random(4);
  const std::vector<Bounds> boxes = random_boxes(random, 300);
  const AabbTree tree(boxes);
  for (int k = 0; k < 50; ++k) {
    const Bounds probe = random_boxes(random, 1)[0];
    std::vector<std::size_t> expected;
    for (std::size_t b = 0; b < boxes.size(); ++b) {
      if (boxes[b].overlaps(probe)) expected.push_back(b);
    }
    std::vector<std::size_t> found;
    tree.add_overlapping(probe, found);
    CHECK(found == expected);
  }
}

TEST_CASE("bounds: a box along the axes around a turned shape", "[solver][collision]") {
  const double turn = 0.5;
  const Bounds box = bounds(Placed(Cylinder{0.3, 2.0}, {1.0, 2.0, 3.0}, {turn, 0.0, 0.0}).posed());
  const double reach = std::cos(turn) + 0.3 * std::sin(turn);
  CHECK(box.high.z() == Approx(3.0 + reach));
  CHECK(box.low.z() == Approx(3.0 - reach));
  CHECK(box.high.x() == Approx(1.3));
  const Bounds field =
      bounds(Placed(field_of([](double x, double) { return x; }, 3, 2.0), Vector3::Zero()).posed());
  CHECK(field.low.z() == -2.0);  // a metre below the lowest node
}

TEST_CASE("distance: the nearest points of two shapes and of composites of them",
          "[solver][collision]") {
  const Placed box(Box{Vector3::Ones()}, Vector3::Zero());
  const ShapeDistance apart = distance(Placed(Sphere{0.3}, {1.5, 1.5, 0.2}).posed(), box.posed());
  CHECK(apart.distance == Approx(std::sqrt(2.0) - 0.3).epsilon(1e-12));
  CHECK((apart.point2 - Vector3(0.5, 0.5, 0.2)).norm() < 1e-12);
  CHECK((apart.point1 - apart.point2).norm() == Approx(apart.distance).epsilon(1e-12));
  // Skew capsules: the distance of their axes less both radii.
  const Placed one(Capsule{0.1, 4.0}, {0.0, 0.0, 2.0}, {0.7, 0.0, 0.0});
  const Placed two(Capsule{0.2, 4.0}, {1.0, 0.0, 2.0}, {-0.4, 0.0, 0.0});
  CHECK(distance(one.posed(), two.posed()).distance == Approx(0.7).epsilon(1e-12));
  // Of a composite the nearest part counts; overlap is negative.
  const Composite pair{{{Sphere{0.5}, {{0.0, 0.0, 5.0}, {1, 0, 0, 0}}},
                        {Sphere{0.5}, {{0.0, 0.0, 0.9}, {1, 0, 0, 0}}}}};
  CHECK(distance(Placed(pair, Vector3::Zero()).posed(), box.posed()).distance ==
        Approx(-0.1).epsilon(1e-12));
  CHECK(contacts({pair, Vector3::Zero()}, box).at(0).depth == Approx(0.1).epsilon(1e-12));
  CHECK_THROWS_WITH(distance(box.posed(), Placed(Plane{}, Vector3::Zero()).posed()),
                    Contains("got a line, plane, mesh or height field"));
}

TEST_CASE("half edges: partners run the other way, walks go round vertices and over holes",
          "[solver][collision]") {
  TriangleMesh mesh = mesh_of(Box{Vector3::Ones()});
  const HalfEdges closed(mesh);
  for (std::size_t edge = 0; edge < closed.count(); ++edge) {
    const std::size_t partner = closed.partner(edge);
    REQUIRE(partner != HalfEdges::kNone);
    CHECK(closed.partner(partner) == edge);
    CHECK(closed.from(partner) == closed.to(edge));
  }
  const auto degree = [](const HalfEdges& edges, std::size_t triangle, std::size_t corner) {
    std::size_t count = 0;
    std::size_t holes = 0;
    for (VertexCirculator at(edges, triangle, corner); !at.at_end(); at.advance()) {
      CHECK(edges.from(at.edge()) == edges.from(3 * triangle + corner));
      ++count;
      holes += at.jumped_over_hole() ? 1 : 0;
    }
    return std::pair(count, holes);
  };
  std::size_t triangles = 0;  // that have vertex 0
  for (const auto& corners : mesh.triangles) {
    for (const std::size_t corner : corners) triangles += corner == 0 ? 1 : 0;
  }
  CHECK(degree(closed, 0, 0) == std::pair(triangles, std::size_t{0}));
  mesh.triangles.erase(mesh.triangles.begin() + 1);  // {0, 3, 2}
  const HalfEdges open(mesh);
  CHECK(degree(open, 0, 0).first == triangles - 1);
}
