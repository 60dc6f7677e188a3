/// @file The bytes of a model message: it is refused with the rules that it breaks, or it is built,
/// its own answer builds again, and a step of it ends with finite numbers or with words.
#include <cmath>
#include <filesystem>

#include "clients/cpp/client.hpp"
#include "hydro/base/error.hpp"
#include "raftup/v1/model.pb.h"
#include "server/base/service_error.hpp"
#include "server/model/model_builder.hpp"
#include "solver/simulation/run/simulation.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/support/two_bodies.hpp"
#include "tests/support/yaml_model.hpp"

using namespace raftup;

namespace {

/// Fits of radiation memory take seconds, so every database is absent.
std::shared_ptr<const hydro::Database> no_database(const std::string& name) {
  throw Error(ErrorCode::kNotFound, "database " + name + ": must exist");
}

server::BuiltModel build(const v1::Model& message) {
  server::FieldViolations violations;
  server::BuiltModel built = server::build_model(message, no_database, violations);
  violations.throw_if_any("");
  return built;
}

/// What the examples have of lines not: torsion, a grid of depths, a cut, the older description.
constexpr const char* kLines = R"({
  "name": "lines",
  "environment": {"water_depth": 60, "current": {"speed": [0.5]}},
  "bodies": [
    {"name": "hull", "mass": 1e5, "inertia": {"xx": 1e6, "yy": 1e6, "zz": 1e6}, "gravity": false},
    {"name": "tug", "mass": 1e4, "inertia": {"xx": 1e4, "yy": 1e4, "zz": 1e4}, "gravity": false,
     "position": [20, 0, 0]}],
  "loads": [
    {"name": "cable", "line": {
      "end_a": {"body": "hull", "point": [1, 0, -2], "direction": [1, 0.2, -0.5]},
      "end_b": {"body": "tug", "direction": [-1, 0, -0.4], "turning_stiffness": 1e5},
      "sections": [{"length": 25, "elements": 6, "diameter": 0.05, "mass_per_length": 10,
                    "axial_stiffness": 1e6, "bending_stiffness": 500, "torsional_stiffness": 400}],
      "bottom": {"grid": {"x": [-100, 100], "y": [-100, 100], "depth": [55, 50, 58, 52]}},
      "torsion": true, "breaks": [{"arc": 12}]}},
    {"name": "old", "dynamic_line": {
      "body": "hull", "anchor": [60, 5, -60], "length": 90, "diameter": 0.05, "mass_per_length": 30,
      "axial_stiffness": 1e6, "clump_mass": 100, "element_count": 5, "bottom_friction": 0.3,
      "sub_step": 0.01,
      "further_segments": [{"length": 10, "diameter": 0.04, "mass_per_length": 20,
                            "axial_stiffness": 1e6, "element_count": 2}]}}],
  "inputs": [{"name": "knife", "load_command": {"load": "cable", "channel": "cut"}}],
  "integration": {"step": 0.05}})";

void run_one_step(const solver::Model& model) {
  solver::Simulation simulation(model);
  simulation.step();
  for (const solver::BodyState& body : simulation.state().bodies) {
    testing::must_hold(body.position.allFinite() && body.momentum.allFinite(),
                       "a step gives finite numbers or fails");
  }
}

}  // namespace

namespace raftup::testing {

std::vector<std::string> fuzz_seeds() {
  std::vector<std::string> seeds = {client::model_from_json(kTwoBodies).SerializeAsString(),
                                    client::model_from_json(kLines).SerializeAsString()};
  for (const auto& file : std::filesystem::directory_iterator(own_models())) {
    seeds.push_back(client::model_from_json(json_of_yaml(file)).SerializeAsString());
  }
  return seeds;
}

}  // namespace raftup::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  v1::Model message;
  if (!message.ParseFromArray(data, static_cast<int>(size))) return 0;
  try {
    const server::BuiltModel built = build(message);
    testing::must_hold(
        build(built.message).message.SerializeAsString() == built.message.SerializeAsString(),
        "a model with its defaults written out stays as it is");
    run_one_step(built.model);
  } catch (const server::ServiceError&) {
    return 0;
  } catch (const Error&) {
    return 0;
  }
  return 0;
}
