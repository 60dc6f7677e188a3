/// @file Steep waves and seas of second order as models feel them: probes, members, bytes, findings
/// and refusals.
#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/sea/bound_waves.hpp"
#include "hydro/sea/steep_wave.hpp"
#include "solver/model/loads/morison.hpp"
#include "solver/simulation/findings/model_findings.hpp"
#include "solver/simulation/serialisation/model_image.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Matchers::Contains;
using hydro::WaveStretching;
using solver::Simulation;

namespace {

constexpr double kSeaGravity = 9.80665;

/// 8 m and 10 s in 20 m of water: wave a of U5 in docs/reference.
hydro::Sea steep_sea(double direction, double ramp_duration = 0.0) {
  const hydro::SteepWaveOptions options{hydro::WaveTheory::kStreamFunction, 8.0, 10.0};
  return {std::make_shared<const hydro::SteepWave>(options, 20.0, kSeaGravity),
          direction,
          0.0,
          {20.0, kSeaGravity, {}},
          ramp_duration};
}

hydro::Sea second_order_sea() {
  hydro::Sea sea({{.6, 2, .3, 0.0}, {.8, 1.5, -.8, 0.0}}, 30.0, kSeaGravity, 0.0);
  sea.bind_waves({});
  return sea;
}

/// A pile of 1 m from the bottom to 15 m above the water, in a sea.
solver::Model pile_in(const hydro::Sea& sea, WaveStretching stretching) {
  solver::RigidBody body = weightless_body("pile", 1.0, {1, 1, 1}, {0, 0, -sea.water_depth()});
  body.motion = solver::Motion::kStatic;
  solver::MorisonElement element;
  element.point2 = {0, 0, sea.water_depth() + 15};
  element.diameter = 1.0;
  element.drag_coefficient = 1.1;
  element.added_mass_coefficient = 0.9;
  element.segment_count = 200;
  solver::Model model;
  model.step_ns = nanoseconds(0.5);
  model.water_density = kSeaWater;
  model.gravity = kSeaGravity;
  model.water_depth = sea.water_depth();
  model.sea = sea;
  model.bodies = {body};
  solver::Morison morison;
  morison.body = "pile";
  morison.elements = {element};
  morison.stretching = stretching;
  model.loads = {{"members", morison}};
  return model;
}

/// The force on that pile along x at the start, by the rectangle rule from the bottom to the
/// surface.
/// @param motion of the water at x = 0: velocity and acceleration along x
template <typename Motion>
double pile_force(double depth, double elevation, const Motion& motion) {
  constexpr int kParts = 20000;
  const double part = (depth + elevation) / kParts;
  double force = 0.0;
  for (int i = 0; i < kParts; ++i) {
    const auto [velocity, acceleration] = motion(-depth + (i + 0.5) * part);
    force += part * kSeaWater *
             (0.5 * 1.1 * std::abs(velocity) * velocity + 0.25 * kPi * 1.9 * acceleration);
  }
  return force;
}

std::string refused(const solver::Model& model) {
  try {
    Simulation simulation(model);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

std::optional<std::string> told(const solver::Model& model, const std::string& name) {
  for (const Finding& found : solver::find_notable(model)) {
    if (found.name == name) return found.message;
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("steep wave: probes read its whole motion, whatever their stretching",
          "[solver][sea][reference]") {
  const double direction = .6;
  solver::Model model = pile_in(steep_sea(direction), WaveStretching::kWheeler);
  model.probes = {{"deep", "", {0, 0, -5}},
                  {"crest", "", {0, 0, 4}, WaveStretching::kExtrapolated},
                  {"along", "", {30 * std::cos(direction), 30 * std::sin(direction), -5}}};
  Simulation simulation(model);
  CHECK(read_number(simulation, "sea.elevation") == Approx(5.107855488).epsilon(1e-6));
  CHECK(read_number(simulation, "crest.wet") == 1.0);
  const Vector3 crest = read_output(simulation, "crest.water_velocity");
  CHECK(crest.norm() > 4.3);  // less than 4.69 m/s at the top, and more than at z = 0
  run(simulation, 1.0);       // theta = .2 pi
  CHECK(read_number(simulation, "deep.elevation") == Approx(3.063163465).epsilon(1e-6));
  CHECK(read_number(simulation, "crest.wet") == 0.0);
  CHECK(read_number(simulation, "deep.pressure") == Approx(75176.431).epsilon(1e-6));
  const Vector3 u = read_output(simulation, "deep.water_velocity");
  const Vector3 a = read_output(simulation, "deep.water_acceleration");
  const Vector2 x(std::cos(direction), std::sin(direction));
  CHECK((u - Vector3(2.051481268 * x.x(), 2.051481268 * x.y(), -1.268986136)).norm() < 1e-6);
  CHECK((a - Vector3(-1.302597402 * x.x(), -1.302597402 * x.y(), -.600638146)).norm() < 1e-6);
  const hydro::SteepWave& wave = *model.sea->steep_wave();
  const double theta = wave.omega() - 30 * wave.wavenumber();
  CHECK(read_number(simulation, "along.elevation") ==
        Approx(wave.elevation({std::cos(theta), std::sin(theta)})).epsilon(1e-12));
}

TEST_CASE("steep wave: a pile feels it from the bottom to the crest", "[solver][sea][analytic]") {
  const WaveStretching stretching =
      GENERATE(WaveStretching::kWheeler, WaveStretching::kLinear, WaveStretching::kExtrapolated);
  const hydro::Sea sea = steep_sea(0.0);
  const hydro::SteepWave& wave = *sea.steep_wave();
  Simulation simulation(pile_in(sea, stretching));
  for (const double time : {0.0, 1.0}) {
    const hydro::SteepWave::Phase at{std::cos(wave.omega() * time), std::sin(wave.omega() * time)};
    const double expected = pile_force(20.0, wave.elevation(at), [&](double z) {
      const auto motion = wave.motion(at, z);
      return std::pair{motion.u, motion.u_rate};
    });
    // Two Gauss points in segments of .175 m leave some 1e-7; where the surface cuts the pile, its
    // share is that of a slice a hundredth of a diameter high.
    CHECK(read_output(simulation, "members.force")[0] == Approx(expected).epsilon(1e-4));
    run(simulation, 1.0);
  }
}

TEST_CASE("steep wave: a ramp scales it", "[solver][sea]") {
  solver::Model model = pile_in(steep_sea(0.0, 20.0), WaveStretching::kWheeler);
  model.probes = {{"deep", "", {0, 0, -5}}};
  Simulation simulation(model);
  CHECK(read_number(simulation, "sea.elevation") == 0.0);
  CHECK(read_number(simulation, "deep.pressure") == Approx(kSeaWater * kSeaGravity * 5));
  run(simulation, 10.0);  // half of the ramp, at the crest
  CHECK(read_number(simulation, "sea.elevation") == Approx(.5 * 5.107855488).epsilon(1e-6));
  CHECK(read_number(simulation, "deep.elevation") == Approx(.5 * 5.107855488).epsilon(1e-6));
}

TEST_CASE("second order: probes and a pile feel the bound waves", "[solver][sea][reference]") {
  const hydro::Sea sea = second_order_sea();
  solver::Model model = pile_in(sea, WaveStretching::kExtrapolated);
  model.probes = {{"gauge", "", {10, 0, -5}, WaveStretching::kExtrapolated}};
  Simulation simulation(model);
  const hydro::WaveKinematics waves(sea);
  const double elevation = sea.elevation(0.0, Vector2::Zero());
  const double expected = pile_force(30.0, elevation, [&](double z) {
    const hydro::WaterHeight height{std::min(z, 0.0), std::max(z, 0.0)};
    hydro::WaterMotion motion;
    waves.add_motions(waves.phasors(0.0), {}, {&height, 1}, {&motion, 1});
    return std::pair{motion.velocity.x(), motion.acceleration.x()};
  });
  CHECK(read_output(simulation, "members.force")[0] == Approx(expected).epsilon(1e-4));
  run(simulation, 7.0);  // a pair of U4 in docs/reference
  CHECK(read_number(simulation, "gauge.elevation") ==
        Approx(-2.027223333 - .268204543).epsilon(1e-8));
  CHECK(read_output(simulation, "gauge.water_velocity")[0] ==
        Approx(-1.200428284 - .145877045).epsilon(1e-8));
}

TEST_CASE("steep and second-order seas: stored models bring them back, digests tell them apart",
          "[solver][sea]") {
  solver::Model model = pile_in(steep_sea(.3, 2.0), WaveStretching::kWheeler);
  std::vector<std::uint64_t> digests;
  const auto check_same = [&] {
    const solver::ModelImage image =
        solver::read_model_image(solver::write_model_image(model, nullptr));
    digests.push_back(solver::digest(model));
    CHECK(solver::digest(image.model) == digests.back());
    const Vector2 at(3.0, 4.0);
    CHECK(image.model.sea->elevation(1.3, at) == model.sea->elevation(1.3, at));
  };
  check_same();
  model.sea = hydro::Sea(model.sea->components(), 20.0, kSeaGravity, 2.0);
  check_same();
  model.sea->bind_waves({});
  check_same();
  model.sea->bind_waves({1.0, 0.5});
  check_same();
  std::sort(digests.begin(), digests.end());
  CHECK(std::adjacent_find(digests.begin(), digests.end()) == digests.end());
}

TEST_CASE("steep and second-order seas: what is approximate is told", "[solver][sea]") {
  solver::Model model = pile_in(second_order_sea(), WaveStretching::kExtrapolated);
  CHECK(!told(model, "second_order_stretching"));
  model.probes = {{"gauge", "", {10, 0, -5}}};
  CHECK_THAT(told(model, "second_order_stretching").value(),
             Contains("'gauge' should have stretching extrapolated"));
  CHECK(!told(pile_in(steep_sea(0.0), WaveStretching::kWheeler), "first_harmonic"));
}

TEST_CASE("steep and second-order seas: what does not add up is refused", "[solver][sea]") {
  solver::Model model = pile_in(steep_sea(0.0), WaveStretching::kWheeler);
  model.inputs.push_back({"waves", solver::WaveElevationInput{}});
  CHECK_THAT(refused(model), Contains("waves[0].regular.theory must be airy where clients stream"));
  model.sea = second_order_sea();
  model.water_depth = 30.0;
  CHECK_THAT(refused(model), Contains("environment.sea.order must be first where clients stream"));
}

TEST_CASE(
    "second order: full transfer functions beside a nonlinear Froude-Krylov force count twice",
    "[solver][sea]") {
  auto database = std::make_shared<hydro::Database>();
  database->gravity = kSeaGravity;
  database->water_density = kSeaWater;
  database->omega = VectorXd::LinSpaced(3, 0.5, 2.0);
  database->wave_directions = VectorXd::Zero(1);
  database->added_mass_infinite = Matrix6::Identity();
  database->bodies.resize(1);
  database->bodies[0].name = "hull";
  database->bodies[0].displaced_volume = 100.0;
  solver::Model model = floating_model(database, {Vector3::Ones()}, 0.1);
  model.sea = hydro::Sea({{.6, 2, .3, 0.0}}, model.water_depth, kSeaGravity, 0.0);
  model.sea->bind_waves({});
  solver::HydrodynamicGroup& group = model.hydrodynamics[0];
  const std::string rule = "must be first where 'group' has full transfer functions beside a";
  group.second_order.method = hydro::SecondOrderMethod::kFull;
  CHECK_THAT(refused(model), !Contains(rule));
  group.froude_krylov.mode = solver::FroudeKrylovMode::kNonlinear;
  CHECK_THAT(refused(model), Contains(rule));
  group.second_order.method = hydro::SecondOrderMethod::kNewman;
  CHECK_THAT(refused(model), !Contains(rule));
}
