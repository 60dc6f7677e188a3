/// @file Shapes whose meshes are files of the catalogue, and what is done to a mesh before.
#include <fmt/format.h>

#include "clients/cpp/client.hpp"
#include "solver/geometry/collision/defect_memory.hpp"
#include "solver/simulation/run/simulation.hpp"
#include "tests/server/model/built_model.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/meshes.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Matchers::Contains;

namespace {

/// A cube of 2 m with a triangle that runs the wrong way: no hull.
constexpr const char* kMixedCube =
    "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nv 0 0 2\nv 2 0 2\nv 2 2 2\nv 0 2 2\n"
    "f 1 4 3 2\nf 5 6 7\nf 5 8 7\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

server::NamedMesh catalogued(const std::string& name) {
  if (name.find("cube") == std::string::npos) throw Error(ErrorCode::kNotFound, "no " + name);
  const auto file =
      std::make_shared<const hydro::MeshFile>(hydro::read_mesh_file(text_file(kMixedCube)));
  return {file, "databases/cube@" + file->sha256};
}

server::DatabaseLookup lookup() { return {own_database, catalogued}; }

v1::Model meshed_model(const std::string& shape) {
  return client::model_from_json(R"({"bodies": [{"name": "block", "shapes": [{"density": 500, )" +
                                 shape + R"(}]}], "integration": {"step": 0.05}})");
}

std::vector<solver::Violation> broken_rules(const v1::Model& message) {
  server::FieldViolations violations;
  server::build_model(message, lookup(), violations);
  try {
    violations.throw_if_any("");
  } catch (const server::ServiceError& error) {
    return error.violations();
  }
  return {};
}

double mass_of(const std::string& shape) {
  server::FieldViolations violations;
  const auto built = server::build_model(meshed_model(shape), lookup(), violations);
  violations.throw_if_any("");
  return built.model.bodies[0].mass;
}

}  // namespace

TEST_CASE("mesh files: a mesh is read, mended and weighs what it encloses", "[model][shapes]") {
  CHECK(mass_of(R"("mesh": {"file": "cube", "winding": "MESH_WINDING_FIRST_TRIANGLE"})") ==
        Approx(4000.0).epsilon(1e-12));
  CHECK(mass_of(R"("convex": {"file": "cube"})") == Approx(4000.0).epsilon(1e-12));
  CHECK(mass_of(R"("convex": {"vertices": [0,0,0, 1,0,0, 0,1,0, 0,0,3, 0.1,0.1,0.1]})") ==
        Approx(250.0).epsilon(1e-12));
  CHECK(mass_of(R"("composite": {"parts": [{"convex": {"file": "cube"}}]})") ==
        Approx(4000.0).epsilon(1e-12));
  // A copy of vertex 2 beside it, a hundred times nearer than what is merged.
  CHECK(mass_of(R"("mesh": {"vertices": [0,0,0, 0,1,0, 1,0,0, 0,0,3, 1.0001,0,0],
                            "triangles": [0,1,2, 0,4,3, 0,3,1, 1,3,2], "merge_distance": 0.01})") ==
        Approx(250.0).epsilon(1e-12));
}

TEST_CASE("mesh files: every broken rule has its path", "[model][shapes]") {
  const auto expect = [](const std::string& shape, const std::string& path, const char* rule) {
    INFO(shape);
    const auto all = broken_rules(meshed_model(shape));
    REQUIRE_FALSE(all.empty());
    CHECK(all[0].path == "bodies[0].shapes[0]" + path);
    CHECK_THAT(all[0].rule + " " + all[0].value, Contains(rule));
  };
  expect(R"("mesh": {"file": "none"})", ".mesh.file", "no none");
  expect(
      R"("mesh": {"file": "cube", "vertices": [0, 0, 0], "winding": "MESH_WINDING_FIRST_TRIANGLE"})",
      ".mesh.file", "must stand without vertices");
  expect(R"("mesh": {"file": "cube", "merge_distance": -1})", ".mesh", "must not be negative");
  expect(R"("mesh": {"file": "cube", "triangle_share": 2})", ".mesh", "at most 1, got 2");
  expect(R"("mesh": {"file": "cube", "largest_error": 2})", ".mesh", "must go with a share");
  expect(R"("convex": {"vertices": [0,0,0, 1,0,0, 0,1,0, 1,1,0]})", ".convex",
         "must span a volume");
  expect(R"("convex": {})", ".convex", "at least 4 points, got 0");
  expect(R"("mesh": {"vertices": [0,0,0, 1,0], "triangles": [0, 0, 0]})", ".mesh.vertices",
         "three values for each point 5");
  expect(R"("mesh": {"vertices": [0,0,0], "triangles": [0, 0]})", ".mesh.triangles",
         "three indices for each triangle 2");
}

TEST_CASE("mesh files: the model that is written out names the very file", "[model][shapes]") {
  v1::Model message = meshed_model(
      R"("composite": {"parts": [{"convex": {"file": "cube"}}, {"sphere": {"radius": 1}}]})");
  server::FieldViolations violations;
  server::name_shape_meshes(message, lookup(), violations);
  CHECK(violations.count() == 0);
  const std::string pinned = catalogued("cube").name;
  CHECK(message.bodies(0).shapes(0).composite().parts(0).convex().file() == pinned);
  message.mutable_bodies(0)->mutable_shapes(0)->mutable_mesh()->set_file("none");
  server::name_shape_meshes(message, lookup(), violations);
  CHECK(violations.count() == 1);
  CHECK(message.bodies(0).shapes(0).mesh().file() == "none");
}

TEST_CASE("mesh files: a mesh that is no hull says why, where a hull is asked for",
          "[model][shapes]") {
  const server::NamedMesh cube = catalogued("cube");
  CHECK_THROWS_WITH(
      cube.hull(), Contains(cube.name + " must be a hull: ") && Contains("in opposite directions"));
  REQUIRE(cube.file->findings.size() == 1);
  CHECK(cube.file->findings[0].name == "mesh_no_hull");
  CHECK(cube.file->triangles().size() == 12);  // to be drawn
}

TEST_CASE("mesh files: what was found in a mesh is remembered from model to model",
          "[model][shapes]") {
  const auto defects = std::make_shared<solver::DefectMemory>();
  const server::DatabaseLookup with_memory(own_database, catalogued, {}, {}, {}, defects);
  v1::Model message = meshed_model(
      R"("name": "it", "material": "stone",
         "mesh": {"file": "cube", "winding": "MESH_WINDING_FIRST_TRIANGLE"})");
  message.add_materials()->set_name("stone");
  for (int i = 0; i < 2; ++i) {
    server::FieldViolations violations;
    auto built = server::build_model(message, with_memory, violations);
    violations.throw_if_any("");
    solver::Simulation(std::move(built.model), nullptr, with_memory.defects().get());
    CHECK(defects->count() == 1);
  }
}

TEST_CASE("mesh files: a shape that weighs and touches is read once", "[model][shapes]") {
  int count = 0;
  const server::DatabaseLookup counting(own_database, [&](const std::string& name) {
    ++count;
    return catalogued(name);
  });
  const auto shape = [](const std::string& fields, double x) {
    return fmt::format(R"({{"name": "at {0}", "density": 500, "position": [{0}, 0, 0], {1}}})", x,
                       fields);
  };
  const std::string file = R"("mesh": {"file": "cube", "winding": "MESH_WINDING_FIRST_TRIANGLE"})";
  const std::string touching = R"("material": "stone", )";
  const v1::Model message = client::model_from_json(
      R"({"materials": [{"name": "stone"}], "integration": {"step": 0.05}, "bodies": [
          {"name": "block", "shapes": [)" +
      shape(file, 1.0) + ", " + shape(touching + R"("sphere": {"radius": 1}, "sensor": {})", 2.0) +
      ", " + shape(touching + file, 3.0) + ", " +
      shape(touching + R"("counts_mass": false, )" + file, 4.0) + ", " +
      shape(touching + R"("box": {"size": [1, 1, 1]})", 5.0) + "]}]}");
  server::FieldViolations violations;
  const auto built = server::build_model(message, counting, violations);
  violations.throw_if_any("");
  CHECK(count == 3);
  CHECK(built.model.bodies[0].mass == Approx(2 * 4000.0 + 500.0).epsilon(1e-12));
  const std::vector<solver::ContactShape>& shapes = built.model.shapes;
  REQUIRE(shapes.size() == 4);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    CHECK(shapes[i].pose.position.x() == static_cast<double>(i + 2));
    CHECK(shapes[i].name == fmt::format("at {}", shapes[i].pose.position.x()));
  }
  CHECK(std::holds_alternative<solver::Sphere>(shapes[0].geometry));
  CHECK(std::get<solver::TriangleMesh>(shapes[1].geometry).triangles.size() == 12);
  CHECK(std::get<solver::TriangleMesh>(shapes[2].geometry).triangles.size() == 12);
  CHECK(std::holds_alternative<solver::Box>(shapes[3].geometry));
}
