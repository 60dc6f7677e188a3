// What contacts and masses of a mesh suffer from.
#include "solver/geometry/collision/mesh_defects.hpp"

#include <map>
#include <tuple>

#include "solver/geometry/collision/defect_memory.hpp"
#include "solver/simulation/findings/model_findings.hpp"
#include "tests/solver/collision/surfaces.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/models.hpp"
#include "tests/support/touching_bodies.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

using Counts = std::map<MeshDefectKind, std::size_t>;

Counts defects_of(const TriangleMesh& mesh) {
  Counts counts;
  for (const MeshDefect& defect : find_defects(mesh)) counts[defect.kind] = defect.count;
  return counts;
}

TriangleMesh cube() { return mesh_of(Box{{2.0, 2.0, 2.0}}); }

/// A mesh beside another.
void append(const TriangleMesh& other, const Vector3& by, TriangleMesh& mesh) {
  const std::size_t first = mesh.vertices.size();
  for (const Vector3& vertex : other.vertices) mesh.vertices.push_back(vertex + by);
  for (const auto& [a, b, c] : other.triangles) {
    mesh.triangles.push_back({first + a, first + b, first + c});
  }
}

TriangleMesh terrain(std::size_t nodes) {
  TriangleMesh mesh = mesh_of(field_of([](double x, double y) { return 0.1 * x * y; }, nodes, 4.0));
  mesh.terrain = true;
  return mesh;
}

}  // namespace

TEST_CASE("mesh defects: a cube and a terrain have none", "[collision][mesh]") {
  CHECK(defects_of(cube()).empty());
  CHECK(defects_of(terrain(5)).empty());
}

TEST_CASE("mesh defects: a cube without a triangle has three open edges", "[collision][mesh]") {
  TriangleMesh mesh = cube();
  mesh.triangles.pop_back();  // vertices 1, 7 and 3: x -1, 1, -1 and y -1, 1, 1 on z = 1
  const std::vector<MeshDefect> defects = find_defects(mesh);
  REQUIRE(defects.size() == 1);
  CHECK(defects[0].kind == MeshDefectKind::kOpenEdges);
  CHECK(defects[0].count == 3);
  CHECK(defects[0].place.isApprox(Vector3(-1.0, 0.0, 1.0)));  // between 1 and 3
}

TEST_CASE("mesh defects: a turned triangle has three edges that run the same way twice",
          "[collision][mesh]") {
  TriangleMesh mesh = cube();
  std::swap(mesh.triangles[4][0], mesh.triangles[4][1]);
  CHECK(defects_of(mesh) == Counts{{MeshDefectKind::kFlippedEdges, 3}});
  TriangleMesh inside_out = cube();
  for (auto& corners : inside_out.triangles) std::swap(corners[0], corners[1]);
  CHECK(defects_of(inside_out) == Counts{{MeshDefectKind::kInsideOut, 1}});
}

TEST_CASE("mesh defects: triangles twice or without area, vertices twice or without a triangle",
          "[collision][mesh]") {
  TriangleMesh twice = cube();
  twice.triangles.push_back(twice.triangles[3]);
  CHECK(defects_of(twice) ==
        Counts{{MeshDefectKind::kDuplicateTriangles, 1}, {MeshDefectKind::kCrowdedEdges, 3}});
  TriangleMesh flat = cube();
  flat.triangles.push_back({0, 1, 1});
  CHECK(defects_of(flat).at(MeshDefectKind::kDegenerateTriangles) == 1);
  TriangleMesh loose = cube();
  loose.vertices.emplace_back(5.0, 5.0, 5.0);
  CHECK(defects_of(loose) == Counts{{MeshDefectKind::kUnreferencedVertices, 1}});
  TriangleMesh unmerged = cube();
  unmerged.vertices.push_back(unmerged.vertices[7]);
  for (std::size_t& corner : unmerged.triangles[2]) corner = corner == 7 ? 8 : corner;
  const Counts counts = defects_of(unmerged);
  CHECK(counts.at(MeshDefectKind::kUnmergedVertices) == 1);
  CHECK(counts.at(MeshDefectKind::kOpenEdges) == 4);  // two beside the new corner, from both sides
  CHECK(counts.size() == 2);
}

TEST_CASE(
    "mesh defects: two cubes that overlap go through each other, two apart or abutting do not",
    "[collision][mesh]") {
  TriangleMesh apart = cube();
  append(cube(), {3.0, 0.0, 0.0}, apart);
  CHECK(defects_of(apart).empty());
  TriangleMesh overlapping = cube();
  append(cube(), {1.1, 1.2, 1.3}, overlapping);
  // A corner of each is in the other: three edges of a cuboid there, besides their diagonals.
  CHECK(defects_of(overlapping).at(MeshDefectKind::kSelfIntersections) >= 6);
  TriangleMesh abutting = cube();
  append(cube(), {2.0, 0.3, 0.4}, abutting);
  CHECK(defects_of(abutting).count(MeshDefectKind::kSelfIntersections) == 0);
}

TEST_CASE("mesh defects: a terrain has one rim along a rectangle", "[collision][mesh]") {
  TriangleMesh holed = terrain(5);
  holed.triangles.erase(holed.triangles.begin() + 10, holed.triangles.begin() + 12);  // cell 5
  CHECK(defects_of(holed) == Counts{{MeshDefectKind::kHoles, 1}});
  TriangleMesh bitten = terrain(5);
  bitten.triangles.erase(bitten.triangles.begin() + 2, bitten.triangles.begin() + 4);  // cell 1
  CHECK(defects_of(bitten) == Counts{{MeshDefectKind::kSkewedRim, 2}});
}

TEST_CASE("mesh defects: findings of a model name shape, count and place", "[collision][mesh]") {
  Model model = stone_model(0.3, 0.0, 0.01);
  TriangleMesh open = cube();
  open.triangles.pop_back();
  add_ground(model, open);
  add_solid(model, "ball", Sphere{1.0}, 1.0, {});
  add_ground(model, Composite{{{Box{{1.0, 1.0, 1.0}}, {}}, {open, {}}}});
  Findings findings;
  add_mesh_findings(model, nullptr, findings);
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].name == "mesh_open_edges");
  CHECK(findings[0].severity == Severity::kWarning);
  CHECK(findings[0].value == 3.0);
  CHECK(findings[0].message ==
        "mesh of shape '/ground0' should be closed, got 3 edges of one triangle only, the first at "
        "(-1, 0, 1) m in its own axes");
  CHECK(findings[1].message.find("shape '/ground2[1]'") != std::string::npos);
}

TEST_CASE("mesh defects: of a mesh that was examined before the same ones are told",
          "[collision][mesh]") {
  DefectMemory memory;
  TriangleMesh open = cube();
  open.triangles.pop_back();
  const auto told = [](const std::vector<MeshDefect>& defects) {
    std::vector<std::tuple<MeshDefectKind, std::size_t, double>> all;
    for (const MeshDefect& defect : defects) {
      all.emplace_back(defect.kind, defect.count, defect.place.sum());
    }
    return all;
  };
  CHECK(told(memory.defects_of(open)) == told(find_defects(open)));
  CHECK(told(memory.defects_of(open)) == told(find_defects(open)));
  CHECK(memory.count() == 1);
  TriangleMesh as_terrain = open;
  as_terrain.terrain = true;
  CHECK(told(memory.defects_of(as_terrain)) == told(find_defects(as_terrain)));
  open.vertices[0].x() += 1e-9;  // another mesh
  memory.defects_of(open);
  CHECK(memory.count() == 3);
}
