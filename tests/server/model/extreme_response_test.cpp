#include "server/model/extreme_response.hpp"

#include <fmt/format.h>

#include "clients/cpp/client.hpp"
#include "solver/simulation/run/simulation.hpp"
#include "tests/server/model/built_model.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

constexpr double kTime = 120.0;  // s: what the start has left is gone

/// A hemisphere in the waves that heave it most. It only heaves: one that is free in surge drifts
/// away from the place for which the waves are made.
v1::Model heaved(const std::string& target, const std::string& output = "hemisphere.displacement") {
  return client::model_from_json(fmt::format(R"({{
    "environment": {{"sea": {{"waves": [{{"extreme_response": {{"output": "{}", "component": 2,
        "jonswap": {{"significant_wave_height": 1, "peak_period": 8}}, "component_count": 100,
        "time": {}, {}}}}}]}}}},
    "bodies": [{{"name": "hemisphere", "inertia": {{"xx": 2e6, "yy": 2e6, "zz": 2e6}},
                 "free": [false, false, true, false, false, false]}}],
    "hydrodynamics": [{{"name": "hull", "database": "hemisphere.h5",
                        "radiation": {{"memory": "RADIATION_MEMORY_CONVOLUTION"}},
                        "bodies": [{{"body": "hemisphere"}}]}}],
    "integration": {{"step": 0.05, "duration": 200}}}})",
                                             output, kTime, target));
}

const v1::ExtremeResponseWave& extreme_of(const server::BuiltModel& built) {
  return built.message.environment().sea().waves(0).extreme_response();
}

double heave_at(const server::BuiltModel& built, double time) {
  solver::Simulation simulation(built.model);
  run(simulation, time);
  return read_output(simulation, "hemisphere.displacement")[2];
}

}  // namespace

TEST_CASE("extreme response: a simulation reaches the level at its time", "[model][extreme]") {
  const std::string random = R"("in_random_sea": true, "seed": 3, )";
  for (const std::string& before : {std::string(), random}) {
    const auto built = build(heaved(before + R"("level": 0.9)"));
    // linear in both, but for the step of the convolution and the pose in the waves
    CHECK(heave_at(built, kTime) == Approx(0.9).epsilon(0.02));
  }
}

TEST_CASE("extreme response: components are kept with their model, and made anew for another",
          "[model][extreme]") {
  const auto built = build(heaved(R"("level": 0.9)"));
  const v1::WaveComponents& made = extreme_of(built).components();
  REQUIRE(made.omega_size() == 100);
  v1::Model same = built.message;
  const double amplitude = made.amplitude(40);
  same.mutable_environment()
      ->mutable_sea()
      ->mutable_waves(0)
      ->mutable_extreme_response()
      ->mutable_components()
      ->set_amplitude(40, 0.5);  // taken as it is: nothing is computed again
  CHECK(extreme_of(build(same)).components().amplitude(40) == 0.5);
  v1::Model heavier = same;
  heavier.mutable_bodies(0)->set_mass(1.02 * built.model.bodies[0].mass);
  CHECK(extreme_of(build(heavier)).components().amplitude(40) == Approx(amplitude).epsilon(0.2));
  CHECK(extreme_of(build(heavier)).components().amplitude(40) != amplitude);
}

TEST_CASE("extreme response: what does not respond or balance is refused", "[model][extreme]") {
  const auto refusal = [](const v1::Model& message) {
    const auto all = violations_of(message);
    REQUIRE(all.size() == 1);
    CHECK(all[0].path == "environment.sea.waves[0].extreme_response");
    return all[0].rule;
  };
  CHECK(refusal(heaved(R"("level": 1)", "hemisphere.nothing")).find("output must be a function") ==
        0);
  CHECK(
      refusal(heaved(R"("most_probable": {"duration": 1})")).find("most_probable.duration must") ==
      0);
  v1::Model beyond = heaved(R"("level": 1)");
  beyond.mutable_environment()
      ->mutable_sea()
      ->mutable_waves(0)
      ->mutable_extreme_response()
      ->set_component(6);
  CHECK(refusal(beyond).find("component must lie within 0 to 5") == 0);
  v1::Model none = heaved(R"("level": 1)");
  none.mutable_environment()
      ->mutable_sea()
      ->mutable_waves(0)
      ->mutable_extreme_response()
      ->clear_target();
  CHECK(refusal(none).find("must have one of level, most_probable") == 0);
}
