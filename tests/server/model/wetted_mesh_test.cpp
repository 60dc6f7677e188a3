/// @file Hull meshes of a model's messages: found in the catalogue, named with their digest.
#include "clients/cpp/client.hpp"
#include "server/model/model_parts.hpp"
#include "solver/simulation/run/simulation.hpp"
#include "tests/server/model/built_model.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

v1::Model wetted_hemisphere() {
  return client::model_from_json(R"({
    "bodies": [{"name": "hemisphere", "inertia": {"xx": 2e6, "yy": 2e6, "zz": 2e6}}],
    "hydrodynamics": [{"name": "hull", "database": "hemisphere.h5",
                       "bodies": [{"body": "hemisphere", "mesh": "hemisphere_hull.obj"}],
                       "hydrostatics": {"mode": "HYDROSTATICS_MODE_NONLINEAR"},
                       "froude_krylov": {"mode": "FROUDE_KRYLOV_MODE_NONLINEAR",
                                         "stretching": "WAVE_STRETCHING_LINEAR"}}],
    "integration": {"step": 0.05}})");
}

std::string refusal(const v1::Model& message) {
  std::string all;
  for (const auto& violation : violations_of(message)) {
    all += violation.path + " " + violation.rule + "\n";
  }
  return all;
}

}  // namespace

TEST_CASE("model: a hull mesh acts by its name, which gets its digest", "[model]") {
  const auto built = build(wetted_hemisphere());
  const solver::HydrodynamicGroup& group = built.model.hydrodynamics[0];
  CHECK(group.hydrostatics == solver::HydrostaticsMode::kNonlinear);
  CHECK(group.froude_krylov.is_nonlinear());
  CHECK(group.froude_krylov.stretching == hydro::WaveStretching::kLinear);
  REQUIRE(group.bodies[0].mesh != nullptr);
  CHECK(group.bodies[0].mesh->is_closed());
  CHECK(built.message.hydrodynamics(0).bodies(0).mesh() == own_mesh("hemisphere_hull.obj").name);
  solver::Simulation simulation(built.model);
  CHECK_NOTHROW(simulation.step());
}

TEST_CASE("model: meshes that are not there or do nothing are refused by their paths", "[model]") {
  using Catch::Matchers::Contains;
  auto message = wetted_hemisphere();
  message.mutable_hydrodynamics(0)->mutable_bodies(0)->set_mesh("nothing.obj");
  CHECK_THAT(refusal(message), Contains("hydrodynamics[0].bodies[0].mesh mesh must exist"));
  message = wetted_hemisphere();
  message.mutable_hydrodynamics(0)->mutable_hydrostatics()->set_mode(v1::HYDROSTATICS_MODE_LINEAR);
  CHECK_THAT(refusal(message), Contains("hydrodynamics[0].bodies[0].mesh must be left out unless"));
  message = wetted_hemisphere();
  message.mutable_hydrodynamics(0)->mutable_hydrostatics()->set_mesh("hemisphere_hull.obj");
  CHECK_THAT(refusal(message), Contains("hydrodynamics[0].hydrostatics.mesh must be left out"));
}

TEST_CASE("model: meshes that are shown get their digests, and bad ones are refused", "[model]") {
  auto message = client::model_from_json(R"({
    "bodies": [{"name": "hull", "visual_mesh": {"mesh": "hemisphere_hull.obj"}},
               {"name": "bare"}]})");
  server::FieldViolations none;
  server::name_visual_meshes(message, {own_database, own_mesh}, none);
  CHECK(none.count() == 0);
  CHECK(message.bodies(0).visual_mesh().mesh() == own_mesh("hemisphere_hull.obj").name);
  CHECK(!message.bodies(1).has_visual_mesh());

  auto bad = client::model_from_json(R"({
    "bodies": [{"visual_mesh": {"mesh": "nothing.obj"}},
               {"visual_mesh": {"position": [1, 2]}}]})");
  server::FieldViolations violations;
  server::name_visual_meshes(bad, {own_database, own_mesh}, violations);
  using Catch::Matchers::Contains;
  std::string all;
  try {
    violations.throw_if_any("");
  } catch (const server::ServiceError& error) {
    for (const auto& one : error.violations()) all += one.path + " " + one.rule + "\n";
  }
  CHECK_THAT(all, Contains("bodies[0].visual_mesh.mesh mesh must exist"));
  CHECK_THAT(all, Contains("bodies[1].visual_mesh.mesh must be given"));
  CHECK_THAT(all, Contains("bodies[1].visual_mesh.position must have 3 values"));
}
