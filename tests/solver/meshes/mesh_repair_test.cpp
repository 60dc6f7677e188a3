/// @file Meshes merged, turned and simplified before they are shapes.
#include "solver/geometry/meshes/mesh_repair.hpp"

#include <algorithm>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "solver/geometry/collision/half_edges.hpp"
#include "solver/geometry/collision/mesh_defects.hpp"
#include "solver/geometry/meshes/shape_drawing.hpp"
#include "solver/model/bodies/volume_properties.hpp"
#include "tests/solver/collision/surfaces.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;
using Catch::Matchers::Contains;

namespace {

const Box kBrick{{2.0, 3.0, 5.0}};

/// Each triangle with corners of its own, moved by up to `by` along the axes, as rounding does.
TriangleMesh soup_of(const TriangleMesh& mesh, double by = 0.0) {
  TriangleMesh soup;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto odd = [](std::size_t number) { return static_cast<double>(number % 2); };
      const Vector3 shift = by * Vector3(odd(t), odd(t + k), odd(k));
      soup.vertices.emplace_back(mesh.vertices[mesh.triangles[t][k]] + shift);
    }
    soup.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
  }
  return soup;
}

/// Vertices lie on the true surface.
TriangleMesh closed_mesh_of(const Geometry& geometry, std::size_t sectors) {
  const ShapeDrawing drawing = draw(geometry, sectors);
  TriangleMesh mesh;
  mesh.vertices = drawing.vertices;
  for (const auto& [a, b, c] : drawing.triangles) mesh.triangles.push_back({a, b, c});
  return merged(mesh, 1e-9);
}

/// A ball of 2 n^2 triangles, n even.
TriangleMesh ball_of(double radius, std::size_t sectors) {
  return closed_mesh_of(Sphere{radius}, sectors);
}

}  // namespace

TEST_CASE("mesh repair: corners of triangles of their own become the vertices of a solid",
          "[meshes]") {
  const TriangleMesh brick = merged(soup_of(mesh_of(kBrick)), 0.0);
  CHECK(brick.vertices.size() == 8);
  CHECK(find_defects(brick).empty());
  CHECK(volume_properties(brick).volume == Approx(30.0).epsilon(1e-14));
  CHECK_THROWS_WITH(volume_properties(soup_of(mesh_of(kBrick))), Contains("must be closed"));
  // Equal ones alone: what rounding has moved stays apart.
  CHECK(merged(soup_of(mesh_of(kBrick), 1e-7), 0.0).vertices.size() > 8);
  CHECK(merged(soup_of(mesh_of(kBrick), 1e-7), 1e-6).vertices.size() == 8);
}

TEST_CASE("mesh repair: a triangle that loses a corner goes, its vertex with it", "[meshes]") {
  TriangleMesh mesh = mesh_of(kBrick);
  mesh.vertices.emplace_back(mesh.vertices[0] + Vector3(1e-4, 0.0, 0.0));
  mesh.vertices.emplace_back(7.0, 7.0, 7.0);
  mesh.triangles.push_back({0, 8, 1});
  const TriangleMesh brick = merged(mesh, 1e-3);
  CHECK(brick.triangles.size() == 12);
  CHECK(brick.vertices.size() == 8);
  CHECK(brick.vertices[0] == mesh.vertices[0]);
  CHECK_THROWS_WITH(merged(mesh_of(kBrick), 100.0), Contains("must keep triangles"));
  CHECK_THROWS_WITH(merged(mesh, -1.0),
                    "merge distance of a mesh must not be negative and must be finite, got -1 m");
}

TEST_CASE("mesh repair: triangles this way and that run as the first one of their part",
          "[meshes]") {
  TriangleMesh mesh = mesh_of(kBrick);
  const TriangleMesh other = mesh_of(Box{{1.0, 1.0, 1.0}});
  for (const Vector3& vertex : other.vertices) {
    mesh.vertices.emplace_back(vertex + Vector3(9.0, 0.0, 0.0));
  }
  for (const auto& [a, b, c] : other.triangles) mesh.triangles.push_back({8 + a, 8 + b, 8 + c});
  for (const std::size_t t : {2U, 3U, 7U, 11U, 15U, 20U}) {
    std::swap(mesh.triangles[t][0], mesh.triangles[t][1]);
  }
  REQUIRE_FALSE(find_defects(mesh).empty());
  const TriangleMesh mended = turned_as_first(mesh);
  CHECK(find_defects(mended).empty());
  CHECK(volume_properties(mended).volume == Approx(31.0).epsilon(1e-14));
  // A first triangle that runs the wrong way takes all of its part with it.
  std::swap(mesh.triangles[0][0], mesh.triangles[0][1]);
  CHECK(volume_properties(turned_over(turned_as_first(mesh))).volume ==
        Approx(29.0).epsilon(1e-14));
}

TEST_CASE("mesh repair: what cannot be turned is refused with its edge", "[meshes]") {
  TriangleMesh crowded = mesh_of(kBrick);
  crowded.vertices.emplace_back(0.0, 0.0, 9.0);
  crowded.triangles.push_back({0, 1, 8});
  CHECK_THROWS_WITH(turned_as_first(crowded),
                    Contains("two triangles at an edge") && Contains("got 3 from vertex 0 to 1"));
  // Moebius's strip of five triangles.
  TriangleMesh strip;
  for (int i = 0; i < 5; ++i) {
    const SineCosine at = sincos_turns(0.2 * i);
    strip.vertices.emplace_back(at.cosine, at.sine, 0.1 * i);
  }
  strip.triangles = {{0, 1, 2}, {1, 3, 2}, {2, 3, 4}, {3, 0, 4}, {4, 0, 1}};
  CHECK_THROWS_WITH(turned_as_first(strip), Contains("must have two sides"));
}

TEST_CASE("mesh repair: half a ball's triangles keep it closed and nearly as large", "[meshes]") {
  const TriangleMesh ball = ball_of(2.0, 64);
  const double whole = volume_properties(ball).volume;
  double previous = 0.0;
  for (const double share : {0.5, 0.1}) {
    const TriangleMesh fewer = simplified(ball, share);
    INFO(share);
    CHECK(static_cast<double>(fewer.triangles.size()) <=
          share * static_cast<double>(ball.triangles.size()) + 2.0);
    const double lost = std::abs(volume_properties(fewer).volume / whole - 1.0);  // closed
    CHECK(lost < 0.06);
    CHECK(lost > previous);
    previous = lost;
    // Its vertices are some of the ball's, to the bit.
    for (const Vector3& vertex : fewer.vertices) {
      CHECK(std::find(ball.vertices.begin(), ball.vertices.end(), vertex) != ball.vertices.end());
    }
  }
  CHECK(simplified(ball, 1.0).triangles.size() == ball.triangles.size());
}

TEST_CASE("mesh repair: simplification goes no farther than its largest error", "[meshes]") {
  TriangleMesh ball = ball_of(2.0, 64);
  for (Vector3& vertex : ball.vertices) vertex += Vector3(4e5, 0.0, 0.0);  // far from its origin
  const TriangleMesh near = simplified(ball, 0.01, 0.01), far = simplified(ball, 0.01, 0.2);
  CHECK(near.triangles.size() > 2 * far.triangles.size());
  CHECK(volume_properties(near).volume == Approx(volume_properties(ball).volume).epsilon(0.04));
}

TEST_CASE("mesh repair: what is closed stays closed where edges collapse to folds", "[meshes]") {
  // The rim of a thin disc: its short edges go first, and their ends have a further neighbour.
  const TriangleMesh disc = closed_mesh_of(Cylinder{1.0, 0.02}, 24);
  const TriangleMesh fewer = simplified(disc, 0.4);
  CHECK(fewer.triangles.size() < disc.triangles.size() / 2);
  CHECK(volume_properties(fewer).volume == Approx(volume_properties(disc).volume).epsilon(0.5));
  CHECK(find_defects(fewer).empty());
  // Sheets of two sides that a mesh comes with stay.
  TriangleMesh sail = mesh_of(field_of([](double x, double y) { return 0.02 * x * y; }, 9, 10.0));
  const std::size_t one_side = sail.triangles.size();
  for (std::size_t i = 0; i < one_side; ++i) {
    const auto [a, b, c] = sail.triangles[i];
    sail.triangles.push_back({a, c, b});
  }
  CHECK(simplified(sail, 1.0).triangles.size() == 2 * one_side);
}

TEST_CASE("mesh repair: the rim of a terrain stays where it is", "[meshes]") {
  TriangleMesh terrain =
      mesh_of(field_of([](double x, double y) { return 0.02 * x * y; }, 21, 10.0));
  terrain.terrain = true;
  const TriangleMesh fewer = simplified(terrain, 0.3);
  CHECK(fewer.terrain);
  CHECK(fewer.triangles.size() < 400);
  const auto on_rim = [](const Vector3& vertex) {
    return vertex.head<2>().cwiseAbs().maxCoeff() == 5.0;
  };
  CHECK(std::count_if(fewer.vertices.begin(), fewer.vertices.end(), on_rim) == 80);
  for (const MeshDefect& defect : find_defects(fewer)) {
    INFO(name_of(defect.kind) << " at " << defect.place.transpose());
    CHECK(defect.kind != MeshDefectKind::kHoles);
    CHECK(defect.kind != MeshDefectKind::kSkewedRim);
  }
}

TEST_CASE("mesh repair: all that is asked for is done in one go, what makes no sense is refused",
          "[meshes]") {
  MeshRepair repair;
  repair.merge_distance = 1e-9;
  repair.winding = Winding::kClockwise;
  const TriangleMesh brick = repaired(soup_of(turned_over(mesh_of(kBrick))), repair);
  CHECK(find_defects(brick).empty());
  const auto refused = [](const MeshRepair& wanted, const char* message) {
    CHECK_THROWS_WITH(repaired(mesh_of(kBrick), wanted), Contains(message));
  };
  repair = {};
  repair.triangle_share = 0.0;
  refused(repair, "share of the triangles of a mesh must be above 0 and at most 1, got 0");
  repair.triangle_share = 0.5;
  repair.largest_error = 0.0;
  refused(repair, "largest error of a mesh must be positive and finite, got 0 m");
  repair.triangle_share.reset();
  refused(repair, "largest error of a mesh must go with a share of its triangles");
  CHECK_THROWS_WITH(repaired(TriangleMesh{}, {}), Contains("must have triangles"));
}
