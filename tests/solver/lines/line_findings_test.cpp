/// @file What is said of a line: at t = 0 of its elements and steps, in a run of slack and safe steps.
#include <algorithm>
#include <cmath>

#include "solver/loads/lines/line_record.hpp"
#include "solver/model/loads/elastic_line.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

/// A weight of 1 t that falls by 2 m until its wire of 50 m comes taut, above the water. Waves take
/// 0.05 s along an element of 5 m.
solver::Model falling_weight(double step) {
  solver::Model model;
  model.step_ns = nanoseconds(step);
  solver::RigidBody top = weightless_body("top", 1.0, {1.0, 1.0, 1.0}, {0, 0, 200});
  top.motion = solver::Motion::kStatic;
  solver::RigidBody weight = weightless_body("weight", 1e3, {1e3, 1e3, 1e3}, {0, 0, 152});
  weight.gravity = true;
  model.bodies = {weight, top};
  solver::ElasticLine wire;
  wire.end_a.body = "weight";
  wire.end_b.body = "top";
  wire.sections.resize(1);
  wire.sections[0].length = 50.0;
  wire.sections[0].elements = 10;
  wire.sections[0].diameter = 0.02;
  wire.sections[0].mass_per_length = 2.0;
  wire.sections[0].axial_stiffness = 2e4;
  wire.above_bottom = true;
  model.loads = {{"wire", wire}};
  return model;
}

solver::ElasticLine& wire_of(solver::Model& model) {
  return model.loads[0].kind.get<solver::ElasticLine>();
}

const Finding* find(const Findings& findings, const std::string& name) {
  const auto found = std::find_if(findings.begin(), findings.end(),
                                  [&](const Finding& finding) { return finding.name == name; });
  return found == findings.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE("line: steps that see nothing of waves along it are told", "[solver][line][findings]") {
  // z = (2 h/l) sqrt(EA/m) = 40 h/s.
  solver::Model model = falling_weight(0.1);
  CHECK(find(Simulation(model).load_findings(), "line_waves_unseen") == nullptr);
  wire_of(model).sections[0].axial_stiffness = 5e7;  // z = 2000 h/s
  CHECK(find(Simulation(model).load_findings(), "line_waves_unseen") == nullptr);
  wire_of(model).sections[0].elements = 20;
  const Findings findings = Simulation(model).load_findings();
  const Finding* found = find(findings, "line_waves_unseen");
  REQUIRE(found != nullptr);
  CHECK(found->value == Approx(400.0));
  CHECK_THAT(found->message,
             Catch::StartsWith("steps of 0.1 s see nothing of the waves along 'wire'") &&
                 Catch::Contains("below 0.075 s"));
}

TEST_CASE("line: clamps and eyes of a line with eyes are told of as those of others",
          "[solver][line][findings]") {
  solver::Model model = falling_weight(0.05);
  solver::ElasticLine& wire = wire_of(model);
  wire.eyes = {{20.0, "", {5.0, 0.0, 190.0}, 0.0, 0.0}};
  CHECK(find(Simulation(model).load_findings(), "line_hinged_at_eyes") == nullptr);
  wire.sections[0].bending_stiffness = 100.0;
  wire.end_b.direction = -Vector3::UnitZ();
  const Findings findings = Simulation(model).load_findings();
  CHECK(find(findings, "line_hinged_at_eyes") != nullptr);
  const Finding* found = find(findings, "line_elements_long");
  REQUIRE(found != nullptr);
  CHECK_THAT(found->message, Catch::Contains("at its clamp at end b"));
}

TEST_CASE("line: a snap that steps do not resolve is told when the line goes slack",
          "[solver][line][findings]") {
  // Half of what a wave takes along an element is 0.025 s.
  const auto told = [](double step) {
    Simulation simulation(falling_weight(step));
    run(simulation, 1.0);
    return find(simulation.range_findings(), "snap_unresolved") != nullptr;
  };
  CHECK(told(0.03));
  CHECK_FALSE(told(0.02));
  solver::Model hanging = falling_weight(0.03);
  hanging.bodies[0].pose.position.z() = 125.0;  // taut
  hanging.bodies[0].linear_velocity = {0.0, 0.5, 0.0};
  Simulation simulation(hanging);
  run(simulation, 1.0);
  CHECK(simulation.range_findings().empty());
}

TEST_CASE("line: safe steps are counted, and told where they are many",
          "[solver][line][findings]") {
  solver::Model model = falling_weight(0.1);
  wire_of(model).sections[0].axial_stiffness = 2e8;
  Simulation simulation(model);
  run(simulation, 10.0);
  const auto record = [&] { return solver::LineRecord::of(simulation.state().loads[0].values); };
  CHECK(record().safe_steps > 0.0);
  CHECK(record().slack_steps > 3.0);
  solver::State state = simulation.state();
  const std::size_t at = state.loads[0].values.size() - solver::LineRecord::kSize;
  state.loads[0].values[at] = 3.0;
  simulation.restore(state);
  simulation.step();
  CHECK(find(simulation.range_findings(), "safe_steps") == nullptr);
  state.loads[0].values[at] = 20.0;
  simulation.restore(state);
  simulation.step();
  const Findings findings = simulation.range_findings();
  const Finding* found = find(findings, "safe_steps");
  REQUIRE(found != nullptr);
  CHECK(found->value == Approx(0.2).epsilon(0.06));
  CHECK_THAT(found->message, Catch::Contains("in at most 5 % of the steps, took it in "));
  Simulation later(model);
  later.restore(simulation.state());
  CHECK(find(later.range_findings(), "safe_steps") != nullptr);
}
