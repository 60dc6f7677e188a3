/// @file Loads with inertia, bends or friction of their own on a hull with a hinge, as a mode and as
///       two bodies.
#include "hydro/base/error.hpp"
#include "solver/model/loads/drag_plate.hpp"
#include "solver/model/loads/elastic_line.hpp"
#include "solver/model/loads/morison.hpp"
#include "solver/model/loads/propeller.hpp"
#include "solver/model/loads/rope.hpp"
#include "solver/model/loads/thruster.hpp"
#include "solver/model/state.hpp"
#include "tests/solver/lines/line_energy.hpp"
#include "tests/support/hinged_hull.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Matchers::Contains;
using solver::Simulation;
using solver::StepperKind;

namespace {

/// Points of the fore half at which loads act [m].
const Vector3 kForefoot(60.0, 0.0, -5.0), kDeck(40.0, 0.0, 3.0), kKeel(30.0, 2.0, -5.0),
    kForeKeel(50.0, 2.0, -8.0), kMiddleKeel(40.0, 2.0, -6.5);
const Vector3 kAftDeck(-40.0, 1.0, 3.0);

solver::Model mode_model(double step) {
  return hinged_mode(step, {kForefoot, kKeel, kForeKeel, kMiddleKeel, kAftDeck});
}

/// Loads on the whole hull, or on its two halves whose centers are at -30 m and 30 m.
struct Hull {
  std::string aft, fore;
  double center;
  Vector3 on_fore(const Vector3& point) const { return point - Vector3(center, 0.0, 0.0); }
  Vector3 on_aft(const Vector3& point) const { return point + Vector3(center, 0.0, 0.0); }
};
const Hull kWhole{"ship", "ship", 0.0}, kInHalves{"body1", "body2", 30.0};

/// A straight cable of the density of water, nearly without tension at first: turns of the hull by
/// its tension, which modes leave out, do not count, nor does any sag.
solver::ElasticLine light_line(const Hull& hull) {
  solver::ElasticLine line;
  line.end_a.body = hull.fore;
  line.end_a.point = hull.on_fore(kForefoot);
  line.end_b.anchor = Vector3(100.0, 10.0, -35.0);
  solver::LineSection section;
  section.length = (1.0 - 1e-6) * (*line.end_b.anchor - kForefoot).norm();
  section.elements = 4;
  section.diameter = 0.02;
  section.mass_per_length = 0.25 * kPi * 0.02 * 0.02 * StripHull::kDensity;
  section.axial_stiffness = 1e7;
  section.bending_stiffness = 1e8;  // it does not buckle
  line.sections = {section};
  line.waves = false;
  line.above_bottom = true;
  return line;
}

solver::Morison spar(const Hull& hull) {
  solver::Morison members;
  members.body = hull.fore;
  solver::MorisonElement element;
  element.point1 = hull.on_fore(kKeel);
  element.point2 = hull.on_fore(kForeKeel);
  element.diameter = 1.0;
  element.segment_count = 2;
  element.drag_coefficient = 2e3;  // so large that it bends the hull
  element.axial_drag_coefficient = 100.0;
  element.end2.emplace().drag_coefficient = 3e3;
  members.elements = {element};
  return members;
}

solver::Rope deck_rope(const Hull& hull) {
  solver::Rope rope;
  rope.points = {{hull.aft, hull.on_aft(kAftDeck)}, {hull.fore, hull.on_fore(kDeck)}, {}};
  rope.points[2].point = {90.0, 0.0, 20.0};
  rope.points[1].friction = 0.2;
  rope.stiffness = 1e5;
  rope.damping = 1e4;
  rope.rest_length = 132.0;
  return rope;
}

/// Runs both models and compares the angles of the hinge, relative to the largest, and to what the
/// loads do to it.
void check_same_hinge(solver::Model whole, solver::Model halves) {
  solver::Model without = halves;
  without.loads.clear();
  for (solver::Model* model : {&whole, &halves, &without}) {
    model->hydrodynamics[0].radiation.form = hydro::RadiationForm::kConstant;
    model->hydrodynamics[0].radiation.frequency = 0.6;
  }
  const auto angle = [](Simulation& simulation) {
    return 0.5 * (read_output(simulation, "body1.displacement")[4] -
                  read_output(simulation, "body2.displacement")[4]);
  };
  Simulation one(whole), two(halves), three(without);
  double bend = 0.0, effect = 0.0, error = 0.0;
  for (int n = 0; n < 40; ++n) {
    for (Simulation* simulation : {&one, &two, &three}) run(*simulation, 0.5);
    const double expected = angle(two);
    bend = std::max(bend, std::abs(expected));
    effect = std::max(effect, std::abs(expected - angle(three)));
    error = std::max(error, std::abs(read_output(one, "ship.mode")[0] - expected));
  }
  CAPTURE(bend, effect, error);
  CHECK(error < 1e-3 * bend);  // products of angles, which modes leave out
  CHECK(error < 1e-2 * effect);
}

}  // namespace

TEST_CASE("modes: a line pulls a hinge as it pulls a half hull",
          "[solver][modes][line][analytic]") {
  solver::Model whole = mode_model(0.05), halves = hinged_halves(0.05);
  whole.loads.push_back({"line", light_line(kWhole)});
  halves.loads.push_back({"line", light_line(kInHalves)});
  for (solver::Model* model : {&whole, &halves}) {
    for (solver::RigidBody& body : model->bodies) body.linear_velocity = {0.01, 0.01, -0.02};
    model->stepper = StepperKind::kMidpoint;
  }
  check_same_hinge(whole, halves);
  check_same_frequencies(whole, halves);
}

TEST_CASE(
    "modes: members, plates, ropes, lines with eyes and thrust act on a hinge as on half hulls",
    "[solver][modes][analytic]") {
  solver::Model whole = mode_model(0.05), halves = hinged_halves(0.05);
  const int load = GENERATE(range(0, 6));
  for (auto [model, hull] : {std::pair(&whole, kWhole), std::pair(&halves, kInHalves)}) {
    for (solver::RigidBody& body : model->bodies) body.linear_velocity = {0.01, 0.01, -0.02};
    model->stepper = StepperKind::kMidpoint;
    if (load == 0) model->loads.push_back({"spar", spar(hull)});
    if (load == 1) {
      solver::DragPlate plate;
      plate.body = hull.fore;
      plate.point = hull.on_fore(kForeKeel);
      plate.normal = {0.1, 0.0, 1.0};
      plate.width = 4.0;
      plate.drag_coefficient = 2e3;
      plate.added_mass_coefficient = 0.0;
      model->loads.push_back({"plate", plate});
    }
    if (load == 2) model->loads.push_back({"rope", deck_rope(hull)});
    if (load == 3) {
      solver::Thruster thruster;
      thruster.body = hull.fore;
      thruster.point = hull.on_fore(kKeel);
      thruster.thrust = thruster.max_thrust = 3e4;
      model->loads.push_back({"thruster", thruster});
    }
    if (load == 4) {
      solver::Propeller propeller;
      propeller.body = hull.fore;
      propeller.point = propeller.midship = hull.on_fore(kKeel);
      propeller.diameter = 4.0;
      propeller.speed = 1.0;
      propeller.b_series = solver::BSeries{4, 0.6, 0.8};
      model->loads.push_back({"propeller", propeller});
    }
    if (load == 5) {
      solver::ElasticLine line = light_line(hull);
      line.end_a.point = hull.on_fore(kKeel);
      line.eyes.push_back({(kForefoot - kKeel).norm() - 0.03, hull.fore, hull.on_fore(kForefoot)});
      line.sections[0].length += line.eyes[0].arc - 0.05;
      line.sections[0].mass_per_length = 5.0;
      line.sections[0].elements = 8;
      line.sections[0].bending_stiffness = 0.0;
      model->loads.push_back({"line", line});
    }
  }
  CAPTURE(load);
  check_same_hinge(whole, halves);
}

TEST_CASE("modes: a hull that bends on a line does not gain energy", "[solver][modes][line]") {
  solver::Model model = mode_model(0.02);
  model.hydrodynamics[0].radiation.form = hydro::RadiationForm::kNone;
  model.bodies[0].modes->displacement = {2e-3};
  model.bodies[0].modes->damping.clear();
  model.stepper = StepperKind::kMidpoint;
  solver::ElasticLine line = light_line(kWhole);
  line.sections[0].length -= 0.1;
  line.sections[0].drag = line.sections[0].axial_drag = 0.0;
  model.loads.push_back({"line", line});
  Simulation simulation(model);
  CHECK(read_number(simulation, "line.tension") > 1e4);
  CHECK(energy_growth(simulation, 500) < 1e-4 * total_energy(simulation));
}

TEST_CASE("modes: a run with a line and members on a flexible hull is restored",
          "[solver][modes]") {
  solver::Model model = mode_model(0.05);
  model.stepper = StepperKind::kMidpoint;
  model.loads.push_back({"line", light_line(kWhole)});
  model.loads.push_back({"spar", spar(kWhole)});
  model.sea = hydro::Sea({{0.6, 0.5, 0.3, kPi}}, kDeep, model.gravity, 0.0);
  Simulation simulation(model), restored(model);
  run(simulation, 1.0);
  restored.restore(solver::deserialize(solver::serialize(simulation.state())));
  run(simulation, 2.0);
  run(restored, 2.0);
  CHECK(solver::state_hash(simulation.state()) == solver::state_hash(restored.state()));
}

TEST_CASE("modes: a clamp of a line on a flexible hull is refused", "[solver][modes][checks]") {
  solver::Model model = mode_model(0.05);
  solver::ElasticLine line = light_line(kWhole);
  line.end_a.direction = Vector3(1.0, 0.0, -0.5);
  model.loads.push_back({"line", line});
  CHECK_THROWS_WITH(Simulation(model), Contains("got load 'line' of kind line"));
}
