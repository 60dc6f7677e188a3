/// Inputs that a table or a ramp of the model writes: the motion is that of a client who streams
/// the same samples, bit for bit.
#include <algorithm>
#include <cmath>
#include <functional>

#include "hydro/base/error.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "solver/model/loads/linear_mooring.hpp"
#include "tests/support/reference_data.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Interpolation;
using solver::SampleTable;
using solver::Simulation;

namespace {

constexpr double kStep = 0.05;  ///< s

/// A body that turns, so that a force in its axes matters at every stage of a step.
solver::Model pushed_model() {
  solver::Model model;
  model.step_ns = nanoseconds(kStep);
  model.bodies = {weightless_body("box", 1000.0, {500.0, 700.0, 900.0}, Vector3::Zero())};
  model.bodies[0].angular_velocity = {0.1, 0.3, 0.2};
  model.inputs = {{"push", solver::ExternalForce{"box", true}}};
  return model;
}

/// Rows of forces and moments at unequal times.
SampleTable rows(int count, double first = 0.0) {
  SampleTable table;
  for (int i = 0; i < count; ++i) {
    table.time.push_back(first + 0.083 * i + 0.02 * std::sin(1.7 * i));
    for (int k = 0; k < 6; ++k) table.values.push_back(400.0 * std::sin(0.4 * i + k));
  }
  return table;
}

solver::Model with_source(solver::Model model, solver::InputSource source) {
  model.inputs[0].source = std::move(source);
  return model;
}

/// Writes every row ahead of the first step, as clients may.
void stream(const SampleTable& table, Simulation& simulation) {
  std::vector<double> sample(static_cast<std::size_t>(simulation.inputs()[0].size));
  for (std::size_t row = 0; row < table.row_count(); ++row) {
    table.read(row, sample);
    simulation.write_input(0, table.time_ns(row), sample);
  }
}

/// Steps both and compares the bits of the motion after every step.
void require_same_motion(Simulation& sourced, Simulation& streamed, int steps) {
  for (int i = 0; i < steps; ++i) {
    sourced.step();
    streamed.step();
    REQUIRE(solver::motion_hash(sourced.state()) == solver::motion_hash(streamed.state()));
  }
}

std::string violations_of(const solver::Model& model) {
  std::string all;
  for (const solver::Violation& violation : solver::check(model)) {
    all += violation.path + ": " + violation.rule + ", got " + violation.value + "\n";
  }
  return all;
}

}  // namespace

TEST_CASE("input sources: a table moves a body as the same rows streamed", "[solver][inputs]") {
  for (const auto interpolation :
       {Interpolation::kHold, Interpolation::kLinear, Interpolation::kHermite}) {
    INFO(name_of(interpolation));
    SampleTable table = rows(200);
    table.interpolation = interpolation;
    table.scale = {1.5};
    table.offset = {0, 1, 2, 3, 4, 5};
    Simulation sourced(with_source(pushed_model(), {table}));
    Simulation streamed(pushed_model());
    streamed.set_input_interpolation(0, interpolation);
    stream(table, streamed);
    require_same_motion(sourced, streamed, 400);              // beyond the last row, which holds
    CHECK(sourced.state().inputs[0].times_ns().size() < 12);  // only what steps need
  }
}

TEST_CASE("input sources: the elevation of a table excites as the same rows streamed",
          "[solver][inputs]") {
  const auto database =
      std::make_shared<hydro::Database>(hydro::read_bemio(own_data() / "hemisphere.h5"));
  solver::Model model = floating_model(database, {Vector3::Constant(2.8)}, kStep);
  model.inputs = {{"sea", solver::WaveElevationInput{0.3}}};
  SampleTable table;
  for (int i = -800; i < 1600; ++i) {
    table.time.push_back(0.1 * i);
    table.values.push_back(0.4 * std::cos(0.09 * i) + 0.2 * std::sin(0.05 * i));
  }
  Simulation sourced(with_source(model, {table}));
  Simulation streamed(model);
  REQUIRE(streamed.input_look_ahead_ns(0) > 0);
  stream(table, streamed);
  require_same_motion(sourced, streamed, 300);
}

TEST_CASE("input sources: what is restored from bytes goes on in the same way",
          "[solver][inputs][state]") {
  SampleTable table = rows(40);
  table.interpolation = Interpolation::kHermite;
  const solver::Model model = with_source(pushed_model(), {table});
  Simulation simulation(model), other(model);
  run(simulation, 1.5);
  other.restore(solver::deserialize(solver::serialize(simulation.state())));
  run(simulation, 3.0);
  run(other, 3.0);
  CHECK(identical(simulation.state(), other.state()));
  simulation.reset();
  other.reset();
  CHECK(identical(simulation.state(), other.state()));
}

TEST_CASE("input sources: a table that repeats is the rows of every time through it",
          "[solver][inputs]") {
  SampleTable table = rows(20);
  for (std::size_t k = 0; k < 6; ++k) table.values[19 * 6 + k] = table.values[k];
  table.interpolation = Interpolation::kLinear;
  table.beyond = solver::BeyondTable::kRepeat;
  SampleTable unrolled = table;
  for (int turn = 1; turn < 5; ++turn) {
    for (std::size_t row = 1; row < 20; ++row) {
      const double period = table.time.back() - table.time.front();
      unrolled.time.push_back(table.time[row] + turn * period);
      for (std::size_t k = 0; k < 6; ++k) unrolled.values.push_back(table.values[row * 6 + k]);
    }
  }
  Simulation sourced(with_source(pushed_model(), {table}));
  Simulation streamed(pushed_model());
  streamed.set_input_interpolation(0, Interpolation::kLinear);
  stream(unrolled, streamed);
  // The sums of times differ by a nanosecond at most, which is 1e-8 of an interval.
  for (int i = 0; i < 120; ++i) {
    sourced.step();
    streamed.step();
  }
  CHECK((sourced.state().bodies[0].momentum - streamed.state().bodies[0].momentum).norm() <
        1e-6 * streamed.state().bodies[0].momentum.norm());
}

TEST_CASE("input sources: before the first row the model's value", "[solver][inputs]") {
  SampleTable table = rows(10, 1.02);
  table.interpolation = Interpolation::kLinear;
  Simulation simulation(with_source(pushed_model(), {table}));
  run(simulation, 1.0);
  CHECK(simulation.state().bodies[0].position.norm() == 0.0);
  run(simulation, kStep);  // the first row lies within this step
  CHECK(simulation.state().bodies[0].position.norm() == 0.0);
  run(simulation, kStep);
  CHECK(simulation.state().bodies[0].position.norm() > 0.0);
}

TEST_CASE("input sources: a step beyond a table that refuses it changes nothing",
          "[solver][inputs]") {
  SampleTable table = rows(13);
  table.time.back() = 1.0;
  table.beyond = solver::BeyondTable::kRefuse;
  Simulation simulation(with_source(pushed_model(), {table}));
  run(simulation, 1.0);
  const solver::State before = simulation.state();
  CHECK_THROWS_WITH(simulation.step(),
                    "the table of input 'push' ends at 1 s and refuses what is beyond, got a step "
                    "that needs it until 1.05 s: let the run end before, or let the table hold or "
                    "repeat");
  CHECK(identical(simulation.state(), before));
}

TEST_CASE("input sources: a ramp gives a free body the impulse of its integral (U8)",
          "[solver][inputs][analytic]") {
  solver::Model model = pushed_model();
  model.step_ns = nanoseconds(0.01);
  model.bodies[0].angular_velocity.setZero();
  solver::Ramp ramp;
  ramp.duration = 10.0;
  ramp.to = {500, 0, 0, 0, 0, 0};
  ramp.shape = solver::RampShape::kCosine;
  Simulation simulation(with_source(model, {ramp}));
  run(simulation, 10.0);
  // Held through steps of h, a force that rises is late by h/2: h/2 F/m in v, less in x.
  const auto x = [&] { return simulation.state().bodies[0].position.x(); };
  CHECK(x() == Approx(7.433940818).epsilon(2e-3));
  run(simulation, 10.0);
  CHECK(x() == Approx(57.433940818).epsilon(2e-3));
  CHECK(simulation.state().bodies[0].velocity[0] == Approx(7.5).epsilon(2e-3));
}

TEST_CASE("input sources: a ramp is what a client sends for each step", "[solver][inputs]") {
  solver::Ramp ramp;
  ramp.start = 0.33;
  ramp.duration = 1.2;
  ramp.from = {10, -5, 0, 1, 2, 3};
  ramp.to = {500, 40, -30, 20, 10, 5};
  Simulation sourced(with_source(pushed_model(), {ramp})), streamed(pushed_model());
  for (int i = 0; i < 60; ++i) {
    const double share = std::clamp((kStep * i - 0.33) / 1.2, 0.0, 1.0);
    std::vector<double> sample(6);
    for (std::size_t k = 0; k < 6; ++k) {
      sample[k] = share < 1.0
                      ? ramp.from[k] + ramp.share(1e-9 * static_cast<double>(streamed.time_ns())) *
                                           (ramp.to[k] - ramp.from[k])
                      : ramp.to[k];
    }
    CHECK(ramp.share(1e-9 * static_cast<double>(streamed.time_ns())) ==
          Approx(share).epsilon(0.0).margin(1e-12));
    streamed.write_input(0, streamed.time_ns(), sample);
    require_same_motion(sourced, streamed, 1);
  }
}

TEST_CASE("input sources: an input with a source is written by nobody else",
          "[solver][inputs][invalid]") {
  Simulation simulation(with_source(pushed_model(), {rows(5)}));
  const Vector6 force = Vector6::Ones();
  CHECK_THROWS_WITH(simulation.write_input(0, 0, {force.data(), 6}),
                    "input 'push' must not be written: it has a source in the model");
}

TEST_CASE("input sources: tables and ramps that do not fit are refused",
          "[solver][inputs][invalid]") {
  const auto message = [](const std::function<void(SampleTable&)>& change) {
    SampleTable table = rows(4);
    change(table);
    return violations_of(with_source(pushed_model(), {table}));
  };
  CHECK(message([](SampleTable&) {}).empty());
  CHECK(message([](SampleTable& table) { table.time[2] = table.time[1]; })
            .find("inputs[0].source.table.time[2]: must be later than the one before it, by a "
                  "nanosecond at least, got ") == 0);
  CHECK(message([](SampleTable& table) { table.values.pop_back(); })
            .find("inputs[0].source.table.values: must have 6 values for each of 4 rows: force and "
                  "moment on body 'box' at its centre of mass, got 23") == 0);
  CHECK(message([](SampleTable& table) { table.units = {"N", "N", "N", "N m", "kN", "N m"}; }) ==
        "inputs[0].source.table.units[4]: must be 'N m', the unit of component 4 of the "
        "input, got 'kN'\n");
  CHECK(message([](SampleTable& table) {
          table.scale = {1, 2};
        }) == "inputs[0].source.table.scale: must have one value, or 6, got 2\n");
  CHECK(message([](SampleTable& table) { table.beyond = solver::BeyondTable::kRepeat; })
            .find("inputs[0].source.table.values: must have the values of the first row in the "
                  "last one where the table repeats") == 0);
  CHECK(message([](SampleTable& table) {
          table.values[7] = std::nan("");
        }).find("inputs[0].source.table.values[7]: must be finite, got nan") == 0);
  CHECK(message([](SampleTable& table) {
          table = {};
        }).find("inputs[0].source.table.time: must have at least one row") == 0);
  solver::Ramp ramp;
  ramp.to = {1, 2};
  CHECK(violations_of(with_source(pushed_model(), {ramp}))
            .find("inputs[0].source.ramp.to: must have 6 values, those of a sample: force") == 0);
}

TEST_CASE("input sources: rows joined by lines begin at t = 0 or before",
          "[solver][inputs][invalid]") {
  solver::Model model = pushed_model();
  model.bodies[0].motion = solver::Motion::kKinematic;
  model.inputs = {{"path", solver::KinematicMotion{"box", solver::KinematicTarget::kPose}}};
  SampleTable table;
  table.time = {0.5, 1.0};
  table.values = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0};
  CHECK(violations_of(with_source(model, {table})) ==
        "inputs[0].source.table.time[0]: must not be later than t = 0 where samples are joined by "
        "lines, got 0.5 s\n");
  table.time = {0.0, 1.0};
  Simulation simulation(with_source(model, {table}));
  run(simulation, 1.0);
  CHECK(simulation.state().bodies[0].position.x() == Approx(1.0).epsilon(1e-12));
  table.values[10] = 2.0;  // no unit quaternion
  CHECK(violations_of(with_source(model, {table})).find("inputs[0].source.table.values[7]: ") == 0);
}

TEST_CASE("loads: one that is off has no force, no energy and no added mass",
          "[solver][inputs][loads]") {
  solver::Model model = pushed_model();
  model.bodies[0].angular_velocity.setZero();
  Vector6 stiffness = Vector6::Zero();
  stiffness[0] = 4000.0;
  model.loads = {mooring("spring", "box", stiffness, Vector6::Zero())};
  model.loads[0].kind.get_if<solver::LinearMooring>()->rest_pose.emplace().position =
      Vector3(-1.0, 0.0, 0.0);
  model.inputs = {{"act", solver::LoadEnabled{"spring"}}};
  SampleTable table;
  table.time = {0.0, 3.2};
  table.values = {1.0, 0.0};
  model.step_ns = nanoseconds(0.01);
  model.inputs[0].source = solver::InputSource{table};
  Simulation simulation(model);
  CHECK(read_number(simulation, "energy.potential") == Approx(2000.0));
  run(simulation, 5.0);
  // From 1 m on a spring of 4000 N/m, off at 3.2 s (U8); rk4 at h = .01 s errs by 1e-8.
  CHECK(simulation.state().bodies[0].position.x() + 1.0 == Approx(0.573607781).epsilon(1e-6));
  CHECK(read_number(simulation, "energy.potential") == 0.0);
  CHECK(read_output(simulation, "spring.force").norm() == 0.0);

  model.inputs.clear();
  model.loads[0].enabled = false;
  Simulation still(model);
  run(still, 1.0);
  CHECK(still.state().bodies[0].position.norm() == 0.0);
}
