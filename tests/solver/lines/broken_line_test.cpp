/// @file Lines that break: what falls, what stays, energy, states before and after.
#include <cmath>

#include "solver/model/loads/elastic_line.hpp"
#include "solver/model/model.hpp"
#include "tests/solver/lines/line_energy.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

constexpr double kLength = 100.0, kWire = 2.0;  // m, kg/m

/// A weight of 1000 kg that hangs at rest on a wire high above the water, from a fixed body.
solver::Model hanging_weight(std::vector<solver::LineBreak> breaks) {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.bodies = {weightless_body("weight", 1000.0, {100.0, 100.0, 100.0}, {0, 0, 900}),
                  weightless_body("top", 1.0, {1.0, 1.0, 1.0}, {0, 0, 1000})};
  model.bodies[0].gravity = true;
  model.bodies[1].motion = solver::Motion::kStatic;
  solver::ElasticLine wire;
  wire.end_a.body = "weight";
  wire.end_b.body = "top";
  solver::LineSection section;
  section.axial_stiffness = 1e8;
  const double tension = (1000.0 + 0.5 * kWire * kLength) * model.gravity;
  section.length = kLength / (1.0 + tension / section.axial_stiffness);
  section.elements = 10;
  section.diameter = 0.02;
  section.mass_per_length = kWire;
  section.drag = section.axial_drag = 0.0;
  wire.sections = {section};
  wire.waves = false;
  wire.above_bottom = true;
  wire.breaks = std::move(breaks);
  model.loads = {{"wire", wire}};
  return model;
}

}  // namespace

TEST_CASE("line: what hung on it falls when it is cut, and the rest stays", "[solver][line]") {
  Simulation simulation(hanging_weight({{31.0, 1.0, {}}}));
  run(simulation, 1.0);
  CHECK(read_number(simulation, "wire.broken") == Approx(30.0).epsilon(1e-3));
  const double height = read_output(simulation, "weight.position").z();
  CHECK(height == Approx(900.0).margin(0.01).epsilon(0.0));
  const double most = energy_growth(simulation, 300);
  CHECK(most <= 1e-9 * 1100.0 * 9.81 * 1000.0);
  const double fallen = 0.5 * 9.81 * 9.0;
  CHECK(height - read_output(simulation, "weight.position").z() == Approx(fallen).epsilon(5e-3));
  CHECK(read_number(simulation, "wire.tension") < 0.02 * 1000.0 * 9.81);
  const VectorXd shape = read_output(simulation, "wire.shape");
  CHECK(shape.size() == 33);
  // The end of what falls recoils by T/sqrt(EA m) = .8 m/s.
  CHECK(shape[3 * 3 + 2] == Approx(height - fallen + 30.0).margin(3.0).epsilon(0.0));
  CHECK(shape[3 * 4 + 2] == Approx(940.0).margin(0.5).epsilon(0.0));
  run(simulation, 20.0);
  CHECK(read_number(simulation, "wire.anchor_tension") ==
        Approx(70.0 * kWire * 9.81).epsilon(0.05));
}

TEST_CASE("line: breaks where its tension exceeds the limit there, once", "[solver][line]") {
  solver::Model model = hanging_weight({{50.0, {}, 2e4}, {90.0, {}, 1.5e4}});
  Simulation whole(model);
  run(whole, 2.0);
  CHECK(read_number(whole, "wire.broken") == 0.0);
  model.bodies[0].linear_velocity = {0.0, 0.0, -1.0};  // 1 m/s on k = 1e6 N/m: 3e4 N more
  Simulation simulation(model);
  run(simulation, 2.0);
  CHECK(read_number(simulation, "wire.broken") == Approx(90.0).epsilon(1e-3));
}

TEST_CASE("line: a break goes on from states before and after it, bit for bit", "[solver][line]") {
  const solver::Model model = hanging_weight({{50.0, 1.0, {}}});
  Simulation first(model);
  run(first, 0.9);
  Simulation before(model);
  before.restore(first.state());
  run(first, 0.2);
  Simulation after(model);
  after.restore(first.state());
  run(first, 1.0);
  run(before, 1.2);
  run(after, 1.0);
  for (const char* output : {"wire.shape", "wire.tensions", "wire.curvatures", "weight.position"}) {
    CHECK(read_output(before, output) == read_output(first, output));
    CHECK(read_output(after, output) == read_output(first, output));
  }
  before.restore(first.state());
  CHECK(read_number(before, "wire.broken") > 0.0);
}

TEST_CASE("line: a command cuts it, of an input or of an event", "[solver][line]") {
  Simulation timed(hanging_weight({{50.0, 1.0, {}}}));
  run(timed, 2.0);

  solver::Model model = hanging_weight({{80.0, {}, 1e9}, {50.0, {}, {}}});
  model.inputs = {{"knife", solver::LoadCommand{"wire", "cut"}}};
  Simulation by_input(model);
  run(by_input, 0.99);
  CHECK(read_number(by_input, "wire.broken") == 0.0);
  const double cut = 1.0;
  by_input.write_input(0, nanoseconds(0.99), {&cut, 1});
  run(by_input, 1.01);

  model.inputs.clear();
  solver::Event event;
  event.name = "release";
  event.at = 0.99;
  event.actions.resize(1);
  event.actions[0].set.emplace();
  event.actions[0].set->load = "wire";
  event.actions[0].set->channel = "cut";
  event.actions[0].set->value = {1.0};
  model.events = {event};
  Simulation by_event(model);
  run(by_event, 2.0);

  // All part at the end of the step that begins at .99 s.
  CHECK(read_number(timed, "wire.broken") == Approx(50.0).epsilon(1e-3));
  for (const char* output : {"wire.broken", "wire.shape", "wire.tensions", "weight.position"}) {
    CHECK(read_output(by_input, output) == read_output(timed, output));
    CHECK(read_output(by_event, output) == read_output(timed, output));
  }
}

TEST_CASE("line: a break that nothing can bring about is refused", "[solver][line]") {
  const auto refusal = [](const solver::Model& model) {
    std::string found;
    for (const solver::Violation& violation : solver::check(model)) {
      found += violation.path + " " + violation.rule + "; ";
    }
    return found;
  };
  solver::Model model = hanging_weight({{50.0, {}, {}}});
  CHECK(refusal(model) ==
        "loads[0].line.breaks[0] must have a time or a tension, or the model a load_command or an "
        "event for the channel cut of 'wire'; ");
  model.inputs = {{"knife", solver::LoadCommand{"wire", "cut"}}};
  CHECK(refusal(model).empty());
  model.loads[0].kind.get<solver::ElasticLine>().breaks.push_back({30.0, {}, {}});
  CHECK(refusal(model) ==
        "loads[0].line.breaks[1] must have a time or a tension, since one break alone waits for "
        "the command cut; ");
  model.loads[0].kind.get<solver::ElasticLine>().breaks = {{30.0, 1.0, {}}};
  CHECK(refusal(model) == "inputs[0].load_command.load must name a load that takes commands; ");
}
