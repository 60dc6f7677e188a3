#include "clients/cpp/client.hpp"
#include "server/model/model_parts.hpp"
#include "solver/model/contacts/material.hpp"
#include "tests/server/model/built_model.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

/// A body with a shape and further members of the model.
v1::Model touching_model(const std::string& shape, const std::string& members) {
  return client::model_from_json(
      R"({"bodies": [{"name": "block", "shapes": [{"box": {"size": [1, 1, 1]}, "density": 1}, )" +
      shape + R"(]}], )" + members + R"("integration": {"step": 0.01}})");
}

constexpr const char* kBall =
    R"({"name": "ball", "material": "rubber", "sphere": {"radius": 0.5}, "position": [0, 0, 2]})";
constexpr const char* kMaterials =
    R"("materials": [{"name": "rubber", "density": 900}, {"name": "stone"}], )";

}  // namespace

TEST_CASE("contacts: shapes with a material touch, and weigh what it does", "[model][contacts]") {
  const auto built = build(touching_model(
      kBall, std::string(kMaterials) +
                 R"("shapes": [{"name": "quay", "material": "stone", "plane": {"offset": 1}}],
                    "contact_materials": [{"material1": "rubber", "material2": "stone",
                        "friction": 0.4, "fender": {"compression": [0, 1], "reaction": [0, 1e5]}}],
                    "disabled_pairs": [{"first": "block/ball", "second": "/quay"}],
                    "contact_readers": [{"name": "touch", "side1": "block", "residual": true}], )"));
  REQUIRE(built.model.shapes.size() == 2);
  CHECK(solver::full_name(built.model.shapes[0]) == "block/ball");
  CHECK(built.model.shapes[0].pose.position.z() == 2.0);
  CHECK(std::get<solver::Plane>(built.model.shapes[1].geometry).offset == 1.0);
  CHECK(built.model.bodies[0].mass == Approx(1.0 + 900.0 * 4.0 / 3.0 * 3.14159265358979 * 0.125));
  CHECK(built.model.contact_materials[0].fender->recovery == 0.1);
  CHECK(built.model.contact_readers[0].residual);
  CHECK(built.message.materials(1).roughness() == 0.5);
  CHECK(build(built.message).message.SerializeAsString() == built.message.SerializeAsString());
  CHECK(solver::digest(build(built.message).model) == solver::digest(built.model));
}

TEST_CASE("contacts: what is not there or only feels weighs nothing, what touches nothing does",
          "[model][contacts]") {
  const auto built_with = [](const std::string& fields) {
    return build(touching_model(
        R"({"name": "ball", "material": "rubber", "sphere": {"radius": 0.5}, )" + fields + "}",
        kMaterials));
  };
  using enum solver::ShapeRole;
  const double ball = 900.0 * 4.0 / 3.0 * 3.14159265358979 * 0.125;
  for (const auto& [fields, role, mass] :
       {std::tuple(R"("enabled": true)", kSolid, ball),
        std::tuple(R"("enabled": false)", kAbsent, 0.0),
        std::tuple(R"("collides": false)", kPassable, ball),
        std::tuple(R"("sensor": {})", kSensor, 0.0),
        std::tuple(R"("sensor": {"contact_data": false})", kDetector, 0.0),
        std::tuple(R"("sensor": {}, "collides": false)", kPassable, 0.0),
        std::tuple(R"("counts_mass": false)", kSolid, 0.0)}) {
    INFO(fields);
    const auto built = built_with(fields);
    CHECK(built.model.shapes[0].role == role);
    CHECK(built.model.bodies[0].mass == Approx(1.0 + mass));
    CHECK(build(built.message).message.SerializeAsString() == built.message.SerializeAsString());
  }
}

TEST_CASE("contacts: distance readers and friction models are read", "[model][contacts]") {
  const auto built = build(touching_model(
      kBall, std::string(kMaterials) +
                 R"("shapes": [{"name": "post", "material": "stone", "sphere": {"radius": 1}}],
                    "distance_readers": [{"name": "gap", "side1": "block", "side2": "/post"}],
                    "contact_materials": [{"material1": "rubber", "material2": "stone",
                        "friction_model": "FRICTION_MODEL_CONSTANT", "normal_force": 50},
                       {"material1": "rubber", "material2": "rubber", "exact": false,
                        "friction_solve": "FRICTION_SOLVE_SPLIT"}], )"));
  REQUIRE(built.model.distance_readers.size() == 1);
  CHECK(built.model.distance_readers[0].side2 == "/post");
  CHECK(built.model.contact_materials[0].friction_model == solver::FrictionModel::kConstant);
  CHECK(built.model.contact_materials[0].normal_force == 50.0);
  CHECK(built.model.contact_materials[1].exact == false);
  CHECK(built.message.contact_materials(1).friction_model() == v1::FRICTION_MODEL_CONE);
  CHECK(built.model.contact_materials[1].friction_solve == solver::FrictionSolve::kSplit);
  CHECK(built.message.contact_materials(0).friction_solve() == v1::FRICTION_SOLVE_DIRECT);
  CHECK(build(built.message).message.SerializeAsString() == built.message.SerializeAsString());
  CHECK(violates(touching_model(kBall, std::string(kMaterials) +
                                           R"("shapes": [{"name": "a", "material": "stone",
                                                          "plane": {}}], "distance_readers":
                                  [{"name": "gap", "side1": "block", "side2": "/a"}], )"),
                 "distance_readers[0].side2"));
}

TEST_CASE("contacts: materials that a model names and does not describe are those of the library",
          "[model][contacts][materials]") {
  const std::string crate =
      R"({"name": "crate", "material": "timber", "box": {"size": [1, 1, 1]}})";
  const auto built = build(touching_model(crate, R"("materials": [{"name": "rubber"}],
                "shapes": [{"name": "deck", "material": "steel", "plane": {}}], )"));
  CHECK(built.model.bodies[0].mass == Approx(1.0 + 700.0));
  REQUIRE(built.message.materials_size() == 3);
  CHECK(built.message.materials(1).name() == "timber");
  CHECK(built.message.materials(2).density() == 7850.0);
  REQUIRE(built.message.contact_materials_size() == 3);  // of timber and steel with each other
  CHECK(build(built.message).message.SerializeAsString() == built.message.SerializeAsString());
  CHECK(solver::digest(build(built.message).model) == solver::digest(built.model));
  const auto own = build(touching_model(crate, R"("materials": [{"name": "timber", "density": 500}],
                "shapes": [{"name": "deck", "material": "steel", "plane": {}}], )"));
  CHECK(own.model.bodies[0].mass == Approx(1.0 + 500.0));
  CHECK(own.message.contact_materials_size() == 1);  // steel on steel
}

TEST_CASE("contacts: surfaces that turn, stiffness by area, solid reliefs and by_reach are read",
          "[model][contacts]") {
  const auto built = build(touching_model(
      R"({"name": "rock", "material": "stone", "density": 2000, "surface_spin": [0, 0, 2],
          "height_field": {"columns": 2, "rows": 2, "size": [2, 2], "heights": [1, 1, 1, 1],
                           "bottom_margin": 0.5, "least_height": 0.5, "solid": true}})",
      std::string(kMaterials) + R"("shapes": [{"name": "bed", "material": "stone",
          "height_field": {"columns": 2, "rows": 2, "size": [2, 2], "heights": [0, 0, 0, 0],
                           "least_height": -3}}],
        "contact_materials": [{"material1": "rubber", "material2": "stone",
                               "area_stiffness": {"modulus": 2e6, "longest_length": 0.1}}], )"));
  CHECK(built.model.bodies[0].mass == Approx(1.0 + 2000.0 * 4.0));
  CHECK(built.model.shapes[0].surface_spin == Vector3(0.0, 0.0, 2.0));
  CHECK(std::get<solver::HeightField>(built.model.shapes[1].geometry).least_height == -3.0);
  CHECK(built.model.contact_materials[0].area_stiffness->longest_length == 0.1);
  CHECK(built.message.contact_materials(0).area_stiffness().shortest_length() == 0.0005);
  CHECK(build(built.message).message.SerializeAsString() == built.message.SerializeAsString());
  auto message = built.message;
  message.mutable_integration()->set_stepper(v1::STEPPER_BY_REACH);
  CHECK(build(message).model.stepper == solver::StepperKind::kByReach);
  CHECK(build(message).message.integration().stepper() == v1::STEPPER_BY_REACH);
}

TEST_CASE("contacts: every broken rule has its path in the message", "[model][contacts]") {
  CHECK(violates(touching_model(R"({"name": "b", "material": "wood", "sphere": {"radius": 1},
                              "density": 1})",
                                kMaterials),
                 "bodies[0].shapes[1].material"));
  CHECK(violates(touching_model(R"({"material": "rubber", "sphere": {"radius": 1}})", kMaterials),
                 "bodies[0].shapes[1].name"));
  CHECK(violates(touching_model(kBall, std::string(kMaterials) +
                                           R"("shapes": [{"material": "stone", "plane": {}}], )"),
                 "shapes[0].name"));
  CHECK(violates(touching_model(kBall, std::string(kMaterials) +
                                           R"("shapes": [{"name": "a", "material": "stone",
                                                    "height_field": {"columns": 1, "rows": 2}}], )"),
                 "shapes[0].height_field.columns"));
  CHECK(violates(touching_model(kBall, std::string(kMaterials) +
                                           R"("contact_materials": [{"material1": "rubber"}], )"),
                 "contact_materials[0].material2"));
  // "a/b/c" is the shape "c" of the body "a/b", and "a/b" that body and no other's shape
  CHECK(violates(client::model_from_json(R"({"bodies": [
                   {"name": "a", "shapes": [{"name": "b", "material": "steel",
                                             "sphere": {"radius": 1}}]},
                   {"name": "a/b", "shapes": [{"name": "c", "material": "steel",
                                               "sphere": {"radius": 1}}]}],
                   "integration": {"step": 0.01}})"),
                 "bodies[0].shapes[0].name"));
}
