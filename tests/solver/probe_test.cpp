#include "solver/model/water/probe.hpp"

#include <cmath>

#include "hydro/base/error.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Matchers::Contains;
using solver::Probe;
using solver::Simulation;

namespace {

constexpr double kGravity = 9.80665;

/// A body that heaves by 1.5 cos(.7 t - .3) about z = -2 and pitches by .05 cos .7 t in a wave of
/// 2 m: RAOs of the wave's amplitude, its phase .4 taken off.
solver::Model heaving_in_a_wave() {
  solver::DisplacementRao rao;
  rao.omega = {0.7};
  rao.direction_deg = {0.0};
  rao.amplitude = {0.0, 0.0, 0.75, 0.0, 0.025, 0.0};
  rao.phase_deg = {0.0, 0.0, -0.7 / kDegree, 0.0, -0.4 / kDegree, 0.0};
  rao.phase = solver::RaoPhase::kLead;
  rao.rotation = solver::RaoRotation::kRad;
  solver::Model model;
  model.step_ns = nanoseconds(0.5);
  model.gravity = kGravity;
  solver::RigidBody body;
  body.name = "hull";
  body.motion = solver::Motion::kKinematic;
  body.prescribed = solver::PrescribedMotion{rao};
  body.pose.position = {0.0, 0.0, -2.0};
  model.bodies = {body};
  model.sea = hydro::Sea({{0.7, 2.0, 0.4, 0.0}}, kDeep, kGravity, 0.0);
  model.probes = {{"gauge", "hull", {40.0, 0.0, 6.0}}};
  return model;
}

/// A wave of 2 m at a depth of 30 m, and probes of the world with linear stretching.
solver::Model at_depth(std::vector<hydro::WaveComponent> waves) {
  solver::Model model = heaving_in_a_wave();
  model.bodies[0].prescribed.reset();
  model.water_depth = 30.0;
  model.sea = hydro::Sea(std::move(waves), 30.0, kGravity, 0.0);
  const auto linear = hydro::WaveStretching::kLinear;
  model.probes = {{"near", "", {0.0, 0.0, -10.0}, linear}, {"far", "", {25.0, 0.0, -20.0}, linear}};
  return model;
}

std::string refusal(const solver::Model& model) {
  try {
    Simulation simulation(model);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

// Numbers of U6 in docs/reference: direct sums, recomputed independently.
TEST_CASE("probe on a body that heaves and pitches: elevation, relative elevation, air gap",
          "[solver][probe]") {
  Simulation simulation(heaving_in_a_wave());
  const std::vector<std::array<double, 3>> expected{{0.0, -.080644630, -3.506984155},
                                                    {3.0, 1.745918751, -2.920951674},
                                                    {7.5, -1.752527979, -5.079574460}};
  for (const auto& [time, elevation, relative] : expected) {
    run(simulation, time - 1e-9 * static_cast<double>(simulation.time_ns()));
    CAPTURE(time);
    CHECK(read_number(simulation, "gauge.elevation") ==
          Approx(elevation).epsilon(0.0).margin(2e-9));
    CHECK(read_number(simulation, "gauge.relative_elevation") ==
          Approx(relative).epsilon(0.0).margin(2e-9));
    CHECK(read_number(simulation, "gauge.air_gap") == Approx(-relative).epsilon(0.0).margin(2e-9));
    CHECK(read_number(simulation, "gauge.wet") == 0.0);
    CHECK(read_number(simulation, "gauge.pressure") == 0.0);
    CHECK(read_output(simulation, "gauge.water_velocity") == Vector3::Zero());
  }
}

TEST_CASE("probe below the surface: pressure, velocity and acceleration of the water",
          "[solver][probe]") {
  Simulation simulation(at_depth({{0.7, 2.0, 0.0, 0.0}}));
  run(simulation, 2.0);
  CHECK(read_number(simulation, "near.wet") == 1.0);
  CHECK(read_number(simulation, "near.pressure") == Approx(102654.53068).epsilon(1e-10));
  const Vector3 velocity = read_output(simulation, "near.water_velocity");
  CHECK((velocity - Vector3(.160879331, 0.0, -.740081089)).norm() < 1e-9);
  const Vector3 acceleration = read_output(simulation, "near.water_acceleration");
  CHECK((acceleration - Vector3(-.652931757, 0.0, -.089352734)).norm() < 1e-9);
  run(simulation, 3.0);
  CHECK(read_number(simulation, "far.pressure") == Approx(196228.31762).epsilon(1e-10));
  CHECK((read_output(simulation, "far.water_velocity") - Vector3(-.362067276, 0.0, -.273514591))
            .norm() < 1e-9);
  CHECK((read_output(simulation, "far.water_acceleration") - Vector3(-.388179908, 0.0, .125006559))
            .norm() < 1e-9);
}

TEST_CASE(
    "probes in a wave and its reflection: 2 a cos kx cos omega t; the pressure is 0 at the "
    "surface by Wheeler's stretching",
    "[solver][probe]") {
  solver::Model model = at_depth({{0.7, 1.0, 0.0, 0.0}, {0.7, 1.0, 0.0, kPi}});
  const double k = model.sea->wavenumbers()[0];
  model.probes = {{"gauge", "", {9.0, 3.0, 0.0}}};
  Simulation simulation(model);
  run(simulation, 4.0);
  const double elevation = 2.0 * std::cos(9.0 * k) * std::cos(0.7 * 4.0);
  CHECK(read_number(simulation, "gauge.elevation") == Approx(elevation).epsilon(0.0).margin(1e-14));
  model.probes[0].point.z() = elevation - 1e-9;
  Simulation again(model);
  run(again, 4.0);
  CHECK(read_number(again, "gauge.wet") == 1.0);
  CHECK(std::abs(read_number(again, "gauge.pressure")) < 1e-4);  // Pa, of 1e-9 m
}

TEST_CASE("probes belong to the digest; models without them keep theirs", "[solver][probe]") {
  solver::Model model = heaving_in_a_wave();
  const std::uint64_t with = solver::digest(model);
  model.probes[0].point.x() = 41.0;
  CHECK(solver::digest(model) != with);
}

TEST_CASE("probes that cannot be read are refused with the reason", "[solver][probe]") {
  solver::Model model = at_depth({{0.7, 2.0, 0.0, 0.0}});
  model.probes[0].name = "sea";
  CHECK_THAT(refusal(model), Contains("probes[0].name must not be sea or energy"));
  model.probes[0].name = "far";
  CHECK_THAT(refusal(model), Contains("probes[1].name"));
  model.probes[0].name = "hull";
  CHECK_THAT(refusal(model), Contains("probes[0].name must differ from bodies[0].name"));
  model.probes[0] = {"near", "", {0.0, 0.0, -31.0}};
  CHECK_THAT(refusal(model), Contains("must not lie below the sea bed at -30 m, got -31 m"));
  model.probes[0] = {"near", "ghost", {0.0, 0.0, 0.0}};
  CHECK_THAT(refusal(model), Contains("probes[0].body"));
  model.probes[0] = {"near", "", {0.0, 0.0, 0.0}, hydro::WaveStretching::kNone};
  CHECK_THAT(refusal(model), Contains("must be wheeler, linear or extrapolated"));
  model.probes[0] = {"near", "", {0.0, 0.0, 0.0}};
  model.inputs.push_back({"waves", solver::WaveElevationInput{}});
  CHECK_THAT(refusal(model), Contains("must be in waves whose direction and length are known"));
}
