/// @file What a naval architect sees at a glance of a model before it runs, and what he does not
/// mind.
#include "hydro/database/readers/read_database.hpp"
#include "solver/model/loads/catenary_line.hpp"
#include "solver/model/loads/constant_force.hpp"
#include "solver/simulation/findings/model_findings.hpp"
#include "solver/simulation/run/simulation.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/models.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

using Names = std::vector<std::string>;

Names names_of(const Findings& findings) {
  Names names;
  for (const Finding& finding : findings) names.push_back(finding.name);
  return names;
}

Names said(const solver::Model& model) { return names_of(Simulation(model).findings()); }

std::shared_ptr<hydro::Database> hemisphere_data() {
  return std::make_shared<hydro::Database>(hydro::read_database(own_data() / "hemisphere.h5"));
}

/// The hemisphere of 5 m, free, in still water.
solver::Model hemisphere(const std::shared_ptr<const hydro::Database>& data = hemisphere_data()) {
  solver::Model model = floating_model(data, {Vector3::Constant(2.8)}, 0.05);
  model.hydrodynamics[0].radiation.form = hydro::RadiationForm::kNone;
  return model;
}

hydro::Sea low_swell(const solver::Model& model) {
  return {{{0.6, 0.2, 0.0, 0.0}}, model.water_depth, model.gravity, 0.0};
}

/// A ship of 10 000 t on one line in 100 m of water.
solver::Model on_a_line(const solver::CatenaryLine& line) {
  solver::Model model;
  model.step_ns = nanoseconds(0.05);
  model.water_depth = 100.0;
  model.bodies = {weightless_body("ship", 1e7, Vector3::Constant(1e9), Vector3::Zero())};
  model.bodies[0].gravity = true;
  model.loads = {{"line", line}};
  return model;
}

solver::CatenaryLine chain() {
  solver::CatenaryLine line;
  line.body = "ship";
  line.anchor = {300.0, 0.0, -100.0};
  line.length = 330.0;
  line.diameter = 0.1;
  line.mass_per_length = 150.0;
  line.axial_stiffness = 1e9;
  return line;
}

}  // namespace

TEST_CASE("start: nothing of a body that floats where it rests", "[solver][findings]") {
  CHECK(said(hemisphere()).empty());
  CHECK(said(on_a_line(chain())).empty());
}

TEST_CASE("start: inertia in t m2, mass in t, half of the mass", "[solver][findings]") {
  solver::Model model = hemisphere();
  model.bodies[0].inertia /= 1000.0;
  const Findings light = Simulation(model).findings();
  REQUIRE(names_of(light) == Names{"radius_of_gyration"});
  // 2.8 m over the root of 1000, across a box with the waterplane of a disk, sqrt(3) R, and 2 R/3
  const double size = std::hypot(std::sqrt(3.0) * 5.0, 10.0 / 3.0);
  CHECK(light[0].value == Approx(2.8 / std::sqrt(1000.0) / size).epsilon(0.02));
  CHECK_THAT(light[0].message, Catch::StartsWith("inertia.xx of 'body1' should give a radius of "
                                                 "gyration, sqrt(inertia / mass), of 0.05 to 4") &&
                                   Catch::Contains("gives 0.0885 m; look at the units"));

  model = hemisphere();
  model.bodies[0].mass /= 1000.0;
  CHECK(said(model) == Names{"radius_of_gyration", "weight_balance"});

  model = hemisphere();
  model.bodies[0].mass *= 0.5;
  const Findings half = Simulation(model).findings();
  REQUIRE(names_of(half) == Names{"weight_balance"});
  CHECK(half[0].value == Approx(0.5).epsilon(1e-6));
  CHECK_THAT(half[0].message, Catch::Contains("it will float 1.66 m higher; look at masses"));
  model.bodies[0].mass *= 1.8;  // 10 % are within what is aboard or not
  CHECK(said(model).empty());
}

TEST_CASE("start: what a line or a body on a hinge weighs counts", "[solver][findings]") {
  solver::Model model = hemisphere();
  const double weight = 0.3 * model.bodies[0].mass * model.gravity;
  model.bodies[0].mass *= 0.7;
  CHECK(said(model) == Names{"weight_balance"});
  solver::ConstantForce force;
  force.body = "body1";
  force.force = {0.0, 0.0, -weight};
  model.loads = {{"ballast", force}};
  CHECK(said(model).empty());

  model.loads.clear();
  model.bodies.push_back(weightless_body("crane", weight / model.gravity, Vector3::Constant(1e5),
                                         model.bodies[0].pose.position));
  model.bodies[1].gravity = true;
  solver::Joint joint;
  joint.name = "slew";
  joint.type = solver::JointType::kHinge;
  joint.body1 = "crane";
  joint.body2 = "body1";
  joint.position = model.bodies[0].pose.position;
  model.joints = {joint};
  CHECK(said(model).empty());
  model.joints[0].body2 = "";  // the ground carries the crane alone
  CHECK(said(model) == Names{"weight_balance"});
  model.bodies[0].free[2] = false;
  CHECK(said(model).empty());
}

TEST_CASE("start: 3 m above its rest, but not what decays from 1 m in still water",
          "[solver][findings]") {
  solver::Model model = hemisphere();
  model.bodies[0].pose.position.z() += 1.0;
  CHECK(said(model).empty());
  model.sea = low_swell(model);
  const Findings bobs = Simulation(model).findings();
  REQUIRE(names_of(bobs) == Names{"starts_off_rest"});
  CHECK(bobs[0].value == Approx(1.0).epsilon(1e-6));
  CHECK_THAT(bobs[0].message, Catch::Contains("begins 1 m above it and will bob"));
  model.sea.reset();
  model.bodies[0].pose.position.z() += 2.0;
  CHECK(said(model) == Names{"starts_off_rest"});
}

TEST_CASE("start: a trim of 3 deg by the centres, unless a load balances it",
          "[solver][findings]") {
  const auto data = hemisphere_data();
  hydro::DatabaseBody& hull = data->bodies[0];
  const double buoyancy = data->water_density * data->gravity * hull.displaced_volume;
  const double moment = hull.hydrostatic_stiffness(4, 4) * 3.0 * kPi / 180.0;
  hull.center_of_buoyancy.x() = hull.center_of_gravity.x() - moment / buoyancy;
  solver::Model model = hemisphere(data);
  const Findings trimmed = Simulation(model).findings();
  REQUIRE(names_of(trimmed) == Names{"trim_at_rest"});
  CHECK(trimmed[0].value == Approx(3.0 * kPi / 180.0).epsilon(0.01));
  CHECK_THAT(trimmed[0].message, Catch::Contains("will trim by 3 deg") &&
                                     Catch::Contains("apart along x; look at both"));
  solver::ConstantForce ballast;
  ballast.body = "body1";
  ballast.torque = {0.0, -moment, 0.0};
  model.loads = {{"ballast", ballast}};
  CHECK(said(model).empty());
}

TEST_CASE("start: damping that brings energy in", "[solver][findings]") {
  solver::Model model = hemisphere();
  model.hydrodynamics[0].bodies[0].linear_damping(2, 2) = -1e4;
  const Findings found = Simulation(model).findings();
  REQUIRE(names_of(found) == Names{"damping_negative"});
  CHECK_THAT(found[0].message,
             Catch::StartsWith("hydrodynamics[0].bodies[0].linear_damping should take energy out"));
  Matrix6& damping = model.hydrodynamics[0].bodies[0].linear_damping;
  damping.setIdentity();
  damping(0, 4) = damping(4, 0) = 2.0;  // surge and pitch together
  CHECK(said(model) == Names{"damping_negative"});
  damping(0, 4) = damping(4, 0) = 0.9;
  damping(0, 1) = 5.0;
  damping(1, 0) = -5.0;  // turns, and takes nothing
  CHECK(said(model).empty());
  model.loads = {mooring("mooring", "body1", Vector6::Zero(), -Vector6::Ones())};
  CHECK(said(model) == Names{"damping_negative"});
}

TEST_CASE("start: parts of the environment and added mass that nothing feels",
          "[solver][findings]") {
  solver::Model model = hemisphere();
  model.wind = solver::Wind{};
  model.wind->climate.speed = 10.0;
  const Findings found = Simulation(model).findings();
  REQUIRE(names_of(found) == Names{"environment_unused"});
  CHECK(found[0].message ==
        "environment.wind should act on a body, acts on none: give each body that the wind takes "
        "hold of a wind_force");
  model.wind.reset();
  model.sea = low_swell(model);
  CHECK(said(model).empty());
  model.hydrodynamics[0].excitation_enabled = false;
  CHECK(said(model) == Names{"environment_unused"});
  model.bodies[0].motion = solver::Motion::kKinematic;  // somebody looks at the sea alone
  CHECK(said(model).empty());

  solver::Model quay;
  quay.step_ns = nanoseconds(0.05);
  quay.bodies = {weightless_body("ship", 1e6, Vector3::Constant(1e7), Vector3::Zero()),
                 weightless_body("quay", 0.0, Vector3::Zero(), {20.0, 0.0, 0.0})};
  quay.bodies[1].motion = solver::Motion::kStatic;
  solver::AddedMassInteraction water;
  water.name = "water";
  water.body1 = "ship";
  water.body2 = "quay";
  water.blocks.body1 = 1e5 * Matrix6::Identity();
  quay.added_mass_interactions = {water};
  CHECK(said(quay).empty());
  quay.added_mass_interactions[0].blocks.body2 = 1e5 * Matrix6::Identity();
  CHECK(said(quay) == Names{"added_mass_unused"});
}

TEST_CASE("start: lines too short, too long, of EA in kN, with an anchor above the bottom",
          "[solver][findings]") {
  solver::CatenaryLine line = chain();
  line.length = 300.0;  // the ends are 316 m apart
  const Findings tight = Simulation(on_a_line(line)).findings();
  REQUIRE(names_of(tight) == Names{"line_too_tight"});
  CHECK(tight[0].value ==
        Approx((std::hypot(300.0, 100.0) / 300.0 - 1.0) * 1e9 / 1e7 / 9.80665).epsilon(0.05));
  line.length = 280.0;
  CHECK(said(on_a_line(line)) == Names{"line_overstretched"});

  line = chain();
  line.length = 410.0;  // straight down and along the bottom, 400 m
  const Findings slack = Simulation(on_a_line(line)).findings();
  REQUIRE(names_of(slack) == Names{"line_slack"});
  CHECK_THAT(slack[0].message, Catch::Contains("400 m, to hold anything at t = 0, is 410 m long"));

  line = chain();
  line.axial_stiffness = 1e6;
  const Findings soft = Simulation(on_a_line(line)).findings();
  REQUIRE_FALSE(soft.empty());
  CHECK(soft[0].name == "axial_stiffness_low");
  CHECK_THAT(soft[0].message, Catch::Contains("gives 0.459; look at its unit, N"));

  line = chain();
  line.anchor.z() = -60.0;
  const Findings high = Simulation(on_a_line(line)).findings();
  REQUIRE(names_of(high) == Names{"anchor_above_bottom"});
  CHECK(high[0].value == Approx(40.0));
  line.above_bottom = true;  // as at a pile
  CHECK(said(on_a_line(line)).empty());
  line.point.z() = 5.0;
  line.anchor.z() = 3.0;  // a bollard
  line.length = 301.0;
  line.above_bottom = false;
  CHECK(said(on_a_line(line)).empty());
}

TEST_CASE("start: lines may hold the lift of a float, and what other lines join with it",
          "[solver][findings]") {
  // A float of 2 t is held down by 40 kN, its lift of 60 kN less its weight.
  solver::CatenaryLine line = chain();
  line.anchor = {0.0, 0.0, -100.0};
  line.above_bottom = true;
  line.mass_per_length = 20.0;
  line.axial_stiffness = 4e6;
  line.length = 100.0 / 1.01;
  solver::Model model = on_a_line(line);
  model.bodies[0].mass = 2000.0;
  CHECK(said(model) == Names{"line_too_tight"});
  solver::ConstantForce lift;
  lift.body = "ship";
  lift.force.z() = 6e4;
  model.loads.push_back({"lift", lift});
  CHECK(said(model).empty());
  model.loads[1].kind.get<solver::ConstantForce>().body_axes = true;  // not always upwards
  CHECK(said(model) == Names{"line_too_tight"});
  model.loads.pop_back();

  // A rope joins it with a barge of 30 t, which counts.
  model.bodies.push_back(weightless_body("barge", 3e4, Vector3::Constant(1e5), {0, 50, 0}));
  solver::CatenaryLine rope = chain();
  rope.anchor_body = "barge";
  rope.anchor.setZero();
  rope.length = 51.0;
  rope.diameter = 0.05;
  rope.mass_per_length = 5.0;
  model.loads.push_back({"rope", rope});
  CHECK(said(model).empty());
  // It does not move: the float alone counts.
  model.bodies[1].motion = solver::Motion::kStatic;
  CHECK(said(model) == Names{"line_too_tight"});
}
