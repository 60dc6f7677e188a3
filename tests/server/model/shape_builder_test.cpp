#include "clients/cpp/client.hpp"
#include "server/model/model_parts.hpp"
#include "tests/server/model/built_model.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

/// A model of one body with the fields of `body` and shapes as listed.
v1::Model shaped_model(const std::string& body, const std::string& shapes) {
  return client::model_from_json(R"({"bodies": [{"name": "block", )" + body + R"("shapes": [)" +
                                 shapes + R"(]}], "integration": {"step": 0.05}})");
}

constexpr const char* kBox =
    R"({"box": {"size": [1, 2, 3]}, "density": 500, "position": [0, 0, 2]})";

}  // namespace

TEST_CASE("shapes: give mass and inertia and centre of mass and all of it is written out",
          "[model][shapes]") {
  const auto built = build(shaped_model("", kBox));
  const solver::RigidBody& body = built.model.bodies[0];
  CHECK(body.mass == 3000.0);
  CHECK(body.center_of_mass == Vector3(0.0, 0.0, 2.0));
  CHECK(body.inertia.diagonal().isApprox(Vector3(3250.0, 2500.0, 1250.0), 1e-14));
  const v1::Body& message = built.message.bodies(0);
  CHECK(message.mass() == 3000.0);
  CHECK(message.inertia().yy() == Approx(2500.0));
  CHECK(message.center_of_mass(2) == 2.0);
  CHECK(message.shapes(0).attitude_deg_size() == 3);
  // What was written out means the same.
  CHECK(build(built.message).message.SerializeAsString() == built.message.SerializeAsString());
}

TEST_CASE("shapes: what is given stays and the inertia is about the centre of mass that holds",
          "[model][shapes]") {
  const auto built = build(shaped_model(R"("mass": 10, )", kBox));
  const solver::RigidBody& body = built.model.bodies[0];
  CHECK(body.mass == 10.0);
  CHECK(body.center_of_mass.isZero(0.0));
  CHECK(body.inertia(0, 0) == Approx(3250.0 + 3000.0 * 4.0));
  const auto heavy = build(shaped_model(
      R"("inertia": {"xx": 7, "yy": 8, "zz": 9}, "center_of_mass": [1, 0, 0], )", kBox));
  CHECK(heavy.model.bodies[0].mass == 3000.0);
  CHECK(heavy.model.bodies[0].inertia(2, 2) == 9.0);
  CHECK(heavy.model.bodies[0].center_of_mass.x() == 1.0);
}

TEST_CASE("shapes: every broken rule has its path", "[model][shapes]") {
  const auto all = violations_of(
      shaped_model("", R"({"sphere": {"radius": -1}, "density": 1}, {"box": {"size": [1, 0, 1]}},
                      {"density": 1}, {"cylinder": {"radius": 1}, "density": 1, "position": [1]},
                      {"box": {}, "density": 1},
                      {"height_field": {"columns": 2, "rows": 2, "size": [4, 0], "solid": true,
                                        "heights": [0, 1, 1, 0]}, "density": 1},
                      {"composite": {"parts": [{"composite": {}}, {"height_field": {"rows": 1}}]},
                       "density": 1})"));
  std::vector<std::string> paths;
  for (const auto& violation : all) paths.push_back(violation.path);
  for (const char* expected :
       {"bodies[0].shapes[0].sphere.radius", "bodies[0].shapes[1].box.size[1]",
        "bodies[0].shapes[1].density", "bodies[0].shapes[2]", "bodies[0].shapes[3].cylinder.height",
        "bodies[0].shapes[3].position", "bodies[0].shapes[4].box.size",
        "bodies[0].shapes[5].height_field.size[1]", "bodies[0].shapes[6].composite.parts[0]",
        "bodies[0].shapes[6].composite.parts[1].height_field.columns"}) {
    INFO(expected);
    CHECK(std::count(paths.begin(), paths.end(), expected) == 1);
  }
}

TEST_CASE("shapes: one that has no mass properties is refused by its own path, and nothing else is",
          "[model][shapes]") {
  const auto all =
      violations_of(shaped_model("", R"({"sphere": {"radius": 1}, "density": 1}, {"plane": {}},
             {"composite": {"parts": [{"cone": {"bottom_radius": 1, "top_radius": -1,
                                                "height": 1}}]}, "density": 1})"));
  REQUIRE(all.size() == 1);
  CHECK(all[0].path == "bodies[0].shapes[2]");
  CHECK(all[0].rule.find("top radius of a cone must not be negative") == 0);
}

TEST_CASE("shapes: what without a material is there for nothing is found", "[model][shapes]") {
  const std::string material = R"(, "name": "touches", "material": "steel"})";
  const auto built =
      build(shaped_model("", std::string(kBox) + R"(, {"plane": {}}, {"line": {"end": [0, 0, 1]}},
              {"sphere": {"radius": 1}, "sensor": {}}, {"line": {"end": [0, 0, 1]})" +
                                 material));
  const Findings found = server::find_idle_shapes(built.message);
  REQUIRE(found.size() == 3);
  CHECK(found[0].name == "shape_idle");
  CHECK(found[0].message ==
        "bodies[0].shapes[1], a plane, should have a material: without one it neither touches nor "
        "weighs anything");
  CHECK(found[1].message.find("bodies[0].shapes[2], a line,") == 0);
  CHECK(found[2].message.find("bodies[0].shapes[3], a sphere,") == 0);
}
