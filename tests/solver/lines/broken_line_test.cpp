/// @file Lines that break: what falls, what stays, energy, states before and after, random strengths.
#include <cmath>

#include "solver/loads/lines/broken_lines.hpp"
#include "solver/model/loads/elastic_line.hpp"
#include "solver/model/model.hpp"
#include "tests/solver/lines/dry_lines.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::LineStrength;
using solver::Simulation;
using solver::StrengthDistribution;

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

TEST_CASE("line: where, when and at which tension it has broken is kept", "[solver][line]") {
  const solver::Model model = hanging_weight({{50.0, 1.0, {}}, {90.0, {}, 1e9}});
  Simulation simulation(model);
  run(simulation, 0.99);
  CHECK(solver::broken_loads(model, simulation.state()).empty());
  run(simulation, 0.5);
  Simulation later(model);
  later.restore(solver::deserialize(serialize(simulation.state())));
  const std::vector<solver::BrokenLoad> broken = solver::broken_loads(model, later.state());
  REQUIRE(broken.size() == 1);
  CHECK(broken[0].at.time == 1.0);
  CHECK(broken[0].at.arc == Approx(50.0).epsilon(1e-3));
  // The upper element beside the break carries the weight and 55 m of the wire.
  CHECK(broken[0].at.tension == Approx((1000.0 + 55.0 * kWire) * 9.81).epsilon(2e-3));
  CHECK(broken[0].at.lost_energy == 0.0);
  CHECK_THAT(text_of(broken[0], model), Catch::StartsWith("'wire' has broken at t = 1 s, 49.9") &&
                                            Catch::Contains(" m from end a, at 1.089e+04 N"));

  // A state of before breaks were kept has all but the record before the last two values.
  solver::State old = simulation.state();
  std::vector<double>& values = old.loads[0].values;
  const auto end = values.end() - std::ptrdiff_t{solver::LineRecord::kSize};
  values.erase(end - std::ptrdiff_t{solver::BreakRecord::kSize}, end);
  later.restore(old);
  CHECK(solver::broken_loads(model, later.state()).empty());
  run(later, 0.5);
  run(simulation, 0.5);
  CHECK(read_output(later, "wire.shape") == read_output(simulation, "wire.shape"));
}

TEST_CASE("line: what its energy falls by where it breaks is what it tells", "[solver][line]") {
  // A bent and twisted rod between clamps, at rest when it is cut: bend and torque are gone at once.
  solver::Model model = hanging_weight({{50.0, 1.0, {}}});
  auto& wire = model.loads[0].kind.get<solver::ElasticLine>();
  model.step_ns = nanoseconds(1e-5);
  model.bodies[0].motion = solver::Motion::kStatic;
  model.bodies[0].pose.position = {60.0, 0.0, 1000.0};
  wire.breaks[0].time = 1e-4;
  wire.sections[0].axial_stiffness = 1e6;
  wire.sections[0].bending_stiffness = 500.0;
  wire.sections[0].torsional_stiffness = 400.0;
  wire.torsion = true;
  wire.end_a.direction = -Vector3::UnitZ();
  wire.end_b.direction = -Vector3::UnitZ();
  wire.end_a.director = Vector3::UnitY();
  wire.end_b.director = Vector3(1.0, 1.0, 0.0);
  Simulation simulation(model);
  double before = total_energy(simulation);
  while (solver::broken_loads(model, simulation.state()).empty()) {
    before = total_energy(simulation);
    simulation.step();
  }
  const double lost = solver::broken_loads(model, simulation.state())[0].at.lost_energy;
  const double at_break = before - total_energy(simulation);
  CHECK(lost > 1.0);
  // At rest a step loses nothing else, but for the 1e-7 m to which it is at rest.
  CHECK(at_break == Approx(lost).epsilon(1e-4));
  CHECK(energy_growth(simulation, 200) <= 1e-9 * before);
}

TEST_CASE("line case: of two lines one is cut, and the other breaks by it", "[solver][line]") {
  // 5 t on k = 4e5 N/m each: T = M g (1 - cos(omega t)/2), omega = sqrt(k/M).
  constexpr double kMass = 5000.0, kOmega = 8.944272, kRest = 50.0;
  const double h = 0.005, weight = kMass * kOfCases;
  solver::Model model;
  model.gravity = kOfCases;
  model.step_ns = nanoseconds(h);
  model.bodies = {weightless_body("weight", kMass, {500, 500, 500}, {0, 0, 900})};
  model.bodies[0].gravity = true;
  auto section = dry_section(kRest, 2, 1e-3, 2e7);
  section.damping_time = 0.0;
  const Vector3 top(0, 0, 900.0 + kRest + 0.5 * weight / 4e5);
  solver::ElasticLine first = dry_line("weight", top, section), second = first;
  first.breaks = {{25.0, 0.0, {}}};
  second.breaks = {{25.0, {}, 80e3}};
  model.loads = {{"first", first}, {"second", second}};
  Simulation holds(model);
  holds.step();
  CHECK(read_number(holds, "first.broken") == 25.0);
  double largest = 0.0;
  for (int i = 1; i < 120; ++i) {
    holds.step();
    const double tension = read_number(holds, "second.tension");
    largest = std::max(largest, tension);
    // A mean over the step; the first line parts at the end of the first one. The least lag of a step
    // damps by .1 h omega/2 of critical damping.
    const double expected = weight * (1.0 - 0.5 * std::cos(kOmega * (i - 0.5) * h));
    CHECK(tension == Approx(expected).epsilon(4e-3));
  }
  CHECK(largest == Approx(73575.0).epsilon(4e-3));
  CHECK(read_number(holds, "second.broken") == 0.0);

  model.loads[1].kind.get<solver::ElasticLine>().breaks[0].tension = 70e3;
  Simulation breaks(model);
  run(breaks, 1.0);
  const std::vector<solver::BrokenLoad> broken = broken_loads(model, breaks.state());
  REQUIRE(broken.size() == 2);
  CHECK(broken[0].at.time == Approx(h));
  CHECK(broken[1].at.time - h == Approx(0.290115).margin(1.01 * h).epsilon(0.0));
  // What hung on it has fallen freely since then, from its place and speed there.
  const double since = 1.0 - broken[1].at.time, then = broken[1].at.time - h;
  const double stretch = weight / 4e5 * (1.0 - 0.5 * std::cos(kOmega * then)) - 0.5 * weight / 4e5;
  const double speed = 0.5 * weight / 4e5 * kOmega * std::sin(kOmega * then);
  const double lowered = stretch + speed * since + 0.5 * kOfCases * since * since;
  CHECK(900.0 - read_output(breaks, "weight.position").z() == Approx(lowered).epsilon(5e-3));
}

namespace {

/// A weight of 1 t that falls by 2 m until its wire of 50 m comes taut, by up to 63 kN.
solver::Model falling_on(const std::vector<solver::LineBreak>& breaks) {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
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
  wire.sections[0].mass_per_length = 0.1;
  wire.sections[0].axial_stiffness = 2e6;
  wire.above_bottom = true;
  wire.breaks = breaks;
  model.loads = {{"wire", wire}};
  return model;
}

}  // namespace

TEST_CASE("line strength: mean, deviation and shares are those of its distribution",
          "[solver][line]") {
  constexpr int kCount = 40'000;
  for (const auto law : {StrengthDistribution::kLogNormal, StrengthDistribution::kWeibull}) {
    const LineStrength strength{7e6, 7e5, law, 4};
    double sum = 0.0, squares = 0.0;
    int weak = 0;
    for (std::uint64_t i = 0; i < kCount; ++i) {
      const double drawn = draw(strength, i) / 7e6;
      sum += drawn - 1.0;
      squares += (drawn - 1.0) * (drawn - 1.0);
      if (drawn < 0.75) ++weak;
    }
    // Four standard errors of 40 000 draws: .1/200 of the mean, 1/283 of the deviation.
    CHECK(sum / kCount == Approx(0.0).margin(4.0 * 0.1 / 200.0));
    CHECK(std::sqrt(squares / kCount) == Approx(0.1).epsilon(4.0 / 200.0));
    // Shares below .75: Phi((ln .75 + s^2/2)/s) with s^2 = ln 1.01, and with the shape 12.1534
    // 1 - exp(-(.75 Gamma(1 + 1/12.1534))^12.1534).
    const double share = law == StrengthDistribution::kLogNormal ? 0.00229763 : 0.0179978;
    CHECK(weak / double(kCount) == Approx(share).epsilon(4.0 / std::sqrt(share * kCount)));
  }
}

TEST_CASE("line strength: the same numbers on every machine", "[solver][line]") {
  // By an independent program: Philox 4x32-10 of the seed and the place, in numbers of 50 digits.
  CHECK(solver::draw({1e6, 1e5, StrengthDistribution::kLogNormal, 4}, 0) ==
        Approx(904083.89035378417).epsilon(1e-13));
  CHECK(solver::draw({1e6, 1e5, StrengthDistribution::kWeibull, 4}, 1) ==
        Approx(893367.49740848757).epsilon(1e-13));
  CHECK(solver::draw({1e6, 1e6, StrengthDistribution::kWeibull, -1}, 2) ==
        Approx(2393122.3592340023).epsilon(1e-13));
}

TEST_CASE("line strength: a line breaks at the weakest of its places, as it was told",
          "[solver][line]") {
  const LineStrength strength{4e4, 1e4, StrengthDistribution::kWeibull, 11};
  const std::vector<solver::LineBreak> places{{10.0, {}, {}, strength}, {40.0, {}, {}, strength}};
  const solver::Model model = falling_on(places);
  Simulation simulation(model);
  const Findings findings = simulation.load_findings();
  std::vector<double> drawn;
  for (const Finding& finding : findings) {
    if (finding.name == "line_strength") drawn.push_back(finding.value);
  }
  REQUIRE(drawn.size() == 2);
  CHECK(drawn[0] != drawn[1]);
  run(simulation, 2.0);
  const std::vector<solver::BrokenLoad> broken = solver::broken_loads(model, simulation.state());
  REQUIRE(broken.size() == 1);
  const bool first = drawn[0] < drawn[1];
  CHECK(broken[0].at.arc == Approx(first ? 10.0 : 40.0));
  CHECK(broken[0].at.tension > std::min(drawn[0], drawn[1]));

  // It breaks as it does by a limit that is given.
  std::vector<solver::LineBreak> given{{10.0, {}, drawn[0]}, {40.0, {}, drawn[1]}};
  Simulation by_tension(falling_on(given));
  run(by_tension, 2.0);
  CHECK(read_output(by_tension, "wire.shape") == read_output(simulation, "wire.shape"));
}

TEST_CASE("line strength: what it cannot be is refused", "[solver][line]") {
  const auto refusal = [](const solver::LineBreak& at) {
    const auto violations = solver::check(falling_on({at}));
    return violations.size() == 1 ? violations[0].path + " " + violations[0].rule : "";
  };
  CHECK(refusal({10.0, {}, {}, LineStrength{1e5, 2e5}}) ==
        "loads[0].line.breaks[0].strength.deviation must not exceed the mean, 100000 N");
  CHECK(refusal({10.0, {}, 1e5, LineStrength{1e5, 1e4}}) ==
        "loads[0].line.breaks[0].strength must not be given with a time or a tension");
  CHECK(refusal({10.0, {}, {}, LineStrength{1e5, 0.0}})
            .starts_with("loads[0].line.breaks[0].strength.deviation must be positive"));
}
