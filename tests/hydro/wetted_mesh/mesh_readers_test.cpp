#include "hydro/base/error.hpp"
#include "hydro/wetted_mesh/readers/read_hull_mesh.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/meshes.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::hydro;
using namespace raftup::testing;
using Catch::Matchers::Contains;

namespace {

constexpr const char* kObj =
    "# a unit cube\n"
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
    "f 1 4 3 2\nf 5/1 6/2 7/3 8\nf 1 2 6 5\nf 2//1 3 7 6\nf -6 -5 -1 -2\nf 4 1 5 8\n";

}  // namespace

TEST_CASE("mesh readers: every format gives the cube that was written", "[wetted_mesh]") {
  const HullMesh obj = read_hull_mesh(text_file(kObj));
  CHECK(obj.volume() == Approx(1.0).epsilon(1e-14));
  CHECK(obj.is_closed());
  CHECK(obj.vertices().size() == 8);
  CHECK(obj.triangles().size() == 12);
  CHECK(obj.findings().empty());
  for (const std::string& text : {ascii_stl(obj), binary_stl(obj)}) {
    const HullMesh stl = read_hull_mesh(text_file(text));
    CHECK(stl.vertices().size() == 8);
    CHECK(stl.triangles().size() == 12);
    CHECK(stl.volume() == Approx(1.0).epsilon(1e-14));
  }
  CHECK(mesh_format(text_file(kObj)) == MeshFormat::kObj);
  CHECK(mesh_format(text_file(binary_stl(obj))) == MeshFormat::kBinaryStl);
  CHECK(mesh_format(text_file(ascii_stl(obj))) == MeshFormat::kAsciiStl);
  CHECK(mesh_format(text_file(kGdf)) == MeshFormat::kGdf);
  CHECK_FALSE(mesh_format(text_file("some text\n")));
}

TEST_CASE("mesh readers: GDF panels are mirrored at their planes of symmetry", "[wetted_mesh]") {
  const HullMesh box = read_hull_mesh(text_file(kGdf));
  CHECK(box.volume() == Approx(24.0).epsilon(1e-14));
  CHECK(box.is_closed());
}

TEST_CASE("mesh readers: hulls of this project, open at the still water plane", "[wetted_mesh]") {
  RAFTUP_REQUIRE_REFERENCE(file, "own/meshes/hemisphere.obj");
  const HullMesh mesh = read_hull_mesh({"hemisphere.obj", read_bytes(file)});
  CHECK_FALSE(mesh.is_closed());
  for (const auto vertex : mesh.open_vertices()) CHECK(mesh.vertices()[vertex].z() == 0.0);
  CHECK(mesh.volume() == Approx(259.4).epsilon(0.002));
}

TEST_CASE("mesh readers: a ship whose normals point inward and whose edges meet in T-junctions",
          "[wetted_mesh][reference]") {
  RAFTUP_REQUIRE_REFERENCE(file, "reference/test-ship/test_ship.stl");
  const HullMesh mesh = read_hull_mesh({"test_ship.stl", read_bytes(file)});
  CHECK(mesh.triangles().size() == 4143);
  CHECK(mesh.volume() == Approx(601.7266378).epsilon(1e-9));
  CHECK(mesh.is_closed());
  REQUIRE(mesh.findings().size() == 2);
  CHECK(mesh.findings()[0].name == "mesh_t_junctions");
  CHECK(mesh.findings()[0].value == 3.0);
  CHECK(mesh.findings()[1].name == "mesh_turned_over");
}

TEST_CASE("mesh readers: what is no hull is refused with its place", "[wetted_mesh]") {
  const auto read = [](const std::string& text) { return read_hull_mesh(text_file(text)); };
  std::string obj = kObj;
  CHECK_THROWS_WITH(read(obj + "f 1 2 9\n"),
                    Contains("line 16 must name vertices among the 8 before it, names 9"));
  CHECK_THROWS_WITH(read(obj + "f 1 2\n"), Contains("must be a face of at least 3 vertices"));
  CHECK_THROWS_WITH(read(obj + "v 1 nan 2\nf 1 2 9\n"), Contains("must lie within"));
  CHECK_THROWS_WITH(read(obj + "v 1 2\n"), Contains("must have three coordinates"));
  CHECK_THROWS_WITH(read(obj + "f 1 2 3 4\n"), Contains("in opposite directions"));
  CHECK_THROWS_WITH(read("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"),
                    Contains("at least 4 triangles that are no lines, got 1"));
  CHECK_THROWS_WITH(read("nothing of the kind"), Contains("must be a mesh: STL, OBJ or GDF"));
  std::string gdf = kGdf;
  CHECK_THROWS_WITH(read(gdf.substr(0, gdf.size() - 8)),
                    Contains("the 4 panels of its NPAN, got 3"));
  gdf.replace(gdf.find("9.80665"), 7, "32.2   ");
  CHECK_THROWS_WITH(read(gdf), Contains("must have GRAV of 9.7 to 9.9 m/s2"));
  std::string stl = ascii_stl(read(kObj));
  CHECK_THROWS_WITH(read(stl.substr(0, stl.size() - 100)), Contains("must end with endfacet"));
  std::string binary = binary_stl(read(kObj));
  CHECK_THROWS_WITH(read(binary.substr(0, binary.size() - 1)), Contains("must be a mesh"));
}

TEST_CASE("hull mesh: counts beyond the limit and inconsistent normals are refused",
          "[wetted_mesh]") {
  const std::vector<Vector3> corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  CHECK_THROWS_WITH(HullMesh(corners, std::vector<MeshTriangle>(HullMesh::kMostTriangles + 1)),
                    Contains("must have at most 1000000 triangles"));
  CHECK_THROWS_WITH(HullMesh(corners, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 2, 3}}),
                    Contains("in opposite directions"));
  CHECK_THROWS_WITH(HullMesh(corners, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 4}}),
                    Contains("triangles[3] must name one of the 4 vertices, got number 4"));
  const HullMesh turned(corners, {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {0, 2, 3}});
  CHECK(turned.volume() == Approx(1.0 / 6.0));
  CHECK(turned.findings().front().name == "mesh_turned_over");
}

TEST_CASE("mesh files: what is no hull is kept as filed, with the reason", "[wetted_mesh]") {
  const std::string valley =
      "v 0 0 5\nv 9 0 5\nv 9 9 5\nv 0 9 5\nv 4 4 0\nv 4 4 0\nf 1 2 5\nf 2 3 6\nf 3 4 5\nf 4 1 5\n";
  const MeshFile terrain = read_mesh_file(text_file(valley + "f 1 1 2\n"));
  CHECK(terrain.source_format == "obj");
  CHECK(terrain.filed.vertices().size() == 5);   // at one place one
  CHECK(terrain.filed.triangles().size() == 4);  // none with a corner twice
  CHECK(terrain.filed.triangles()[0] == MeshTriangle{0, 1, 2});
  REQUIRE(terrain.hull.has_value());  // open, and turned over: as a hull, not as filed
  CHECK(terrain.hull->triangles()[0] == MeshTriangle{0, 2, 1});
  const MeshFile flat = read_mesh_file(text_file("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"));
  CHECK_FALSE(flat.hull.has_value());
  CHECK(flat.triangles().size() == 1);
  CHECK_THAT(flat.why_no_hull, Contains("at least 4 triangles that are no lines, got 1"));
  REQUIRE(flat.findings.size() == 1);
  CHECK(flat.findings[0].name == "mesh_no_hull");
  CHECK_THROWS_WITH(read_mesh_file(text_file("v 0 0 0\nv 1 0 0\nf 1 1 2\n")),
                    Contains("must have triangles that are no lines"));
}
