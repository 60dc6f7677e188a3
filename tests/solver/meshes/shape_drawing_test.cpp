/// @file Triangles and normals of every kind of shape.
#include "solver/geometry/meshes/shape_drawing.hpp"

#include "hydro/base/error.hpp"
#include "solver/geometry/meshes/mesh_repair.hpp"
#include "solver/model/bodies/volume_properties.hpp"
#include "tests/solver/collision/surfaces.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;
using Catch::Matchers::Contains;

namespace {

TriangleMesh drawn(const ShapeDrawing& drawing) {
  TriangleMesh mesh;
  mesh.vertices = drawing.vertices;
  for (const auto& [a, b, c] : drawing.triangles) mesh.triangles.push_back({a, b, c});
  return mesh;
}

Convex tetrahedron() {
  TriangleMesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  return {mesh};
}

}  // namespace

TEST_CASE("shape drawing: every solid is closed, of its volume, its normals out of it",
          "[meshes]") {
  const Pose aside{{0.0, 5.0, 0.0}, Quaternion(0.5, 0.5, 0.5, 0.5)};
  const std::vector<Geometry> solids = {
      Sphere{0.7},
      Box{{1.0, 2.0, 3.0}},
      Cylinder{0.5, 2.0},
      Capsule{0.4, 1.5},
      Cone{0.6, 0.2, 1.0},
      Cone{0.6, 0.0, 1.0},
      HollowCylinder{0.4, 0.1, 1.0},
      HollowCone{0.8, 0.5, 1.0, 0.2},
      HollowCone{0.8, 0.1, 1.0, 0.2},
      tetrahedron(),
      mesh_of(Box{{1.0, 1.0, 1.0}}),
      Composite{{ShapePart{Sphere{1.0}, {}}, ShapePart{Box{{1.0, 2.0, 3.0}}, aside}}},
  };
  for (const Geometry& solid : solids) {
    INFO(solid.index());
    const ShapeDrawing drawing = draw(solid, 96);
    REQUIRE(drawing.normals.size() == drawing.vertices.size());
    const TriangleMesh surface = merged(drawn(drawing), 1e-9);  // throws where it is not closed
    CHECK(volume_properties(surface).volume ==
          Approx(volume_properties(solid).volume).epsilon(3e-3));
    for (const auto& [a, b, c] : drawing.triangles) {
      const Vector3 across = (drawing.vertices[b] - drawing.vertices[a])
                                 .cross(drawing.vertices[c] - drawing.vertices[a])
                                 .normalized();
      for (const std::uint32_t corner : {a, b, c}) {
        CHECK(drawing.normals[corner].norm() == Approx(1.0).epsilon(1e-12));
        CHECK(drawing.normals[corner].dot(across) > 0.9);
      }
    }
  }
}

TEST_CASE("shape drawing: what is round has its vertices on the true surface", "[meshes]") {
  const ShapeDrawing ball = draw(Sphere{2.0}, 5);
  for (std::size_t i = 0; i < ball.vertices.size(); ++i) {
    CHECK(ball.vertices[i].norm() == Approx(2.0).epsilon(1e-14));
    CHECK((ball.vertices[i] - 2.0 * ball.normals[i]).norm() < 1e-14);
  }
}

TEST_CASE("shape drawing: a field is its surface, what has no end or no area is not drawn",
          "[meshes]") {
  const HeightField field = field_of([](double x, double y) { return x + y; }, 3, 2.0);
  const ShapeDrawing surface = draw(field);
  CHECK(surface.triangles.size() == 8);
  CHECK(surface.normals[0].isApprox(Vector3(-1.0, -1.0, 1.0).normalized(), 1e-12));
  TriangleMesh flat = mesh_of(Box{{1.0, 1.0, 1.0}});
  flat.triangles.push_back({0, 0, 1});
  CHECK(draw(flat).triangles.size() == 12);
  CHECK_THROWS_WITH(draw(Plane{}),
                    "what is drawn must have a surface, got a plane, which has no end");
  CHECK_THROWS_WITH(draw(Line{}), Contains("got a line"));
  CHECK_THROWS_WITH(draw(Sphere{1.0}, 2), "a shape must be drawn in at least 3 sectors, got 2");
  CHECK_THROWS_WITH(draw(Sphere{-1.0}), Contains("radius of a sphere must be positive"));
}
