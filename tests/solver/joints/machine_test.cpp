#include "solver/model/machines/machine.hpp"

#include <cmath>

#include "solver/joints/machines/machine_laws.hpp"
#include "solver/joints/machines/machine_network.hpp"
#include "solver/model/loads/linear_mooring.hpp"
#include "solver/simulation/checks/model_checks.hpp"
#include "tests/solver/joints/machine_of.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Accumulator;
using solver::CheckValve;
using solver::HydraulicCylinder;
using solver::Machine;
using solver::MachineNetwork;
using solver::MachineState;
using solver::Orifice;
using solver::PortResponse;
using solver::Simulation;
using solver::Tank;

namespace {

// Numbers of the reference cases U10 to U12 were computed from the same laws.

HydraulicCylinder cylinder(double area) { return {"guide", 0, area, area, "top", "bottom"}; }

/// A rectifier: whatever the direction of motion, fluid goes from `low` to `high`.
std::vector<solver::MachinePartKind> rectifier(double area) {
  return {cylinder(area), CheckValve{"top", "high"}, CheckValve{"bottom", "high"},
          CheckValve{"low", "top"}, CheckValve{"low", "bottom"}};
}

/// A mass on a slide along x and a spring whose force is 0 at `rest`, with a machine.
solver::Model slide(double mass, double stiffness, double rest, Machine machine, double step) {
  solver::Model model;
  model.step_ns = nanoseconds(step);
  model.bodies = {weightless_body("mass", mass, Vector3::Ones(), Vector3::Zero())};
  solver::Joint guide;
  guide.name = "guide";
  guide.type = solver::JointType::kPrismatic;
  guide.body1 = "mass";
  guide.axis = Vector3::UnitX();
  guide.drives = {{0, solver::SpringDamper{stiffness, 0.0, rest}}};
  model.joints = {guide};
  model.machines = {std::move(machine)};
  return model;
}

/// The positions at which the mass turns or stops, from its rest.
std::vector<double> turns(Simulation& simulation, double from, std::size_t count) {
  std::vector<double> ends;
  double last = 0.0;
  while (ends.size() < count) {
    const double before = read_number(simulation, "guide.position");
    simulation.step();
    const double speed = read_number(simulation, "guide.speed");
    const double position = read_number(simulation, "guide.position");
    const bool stopped = last != 0.0 && std::abs(speed) < 1e-9;
    if (speed * last < 0.0 || stopped) {
      const double share = stopped ? 1.0 : last / (last - speed);
      ends.push_back(from + before + share * (position - before));
    }
    last = stopped ? 0.0 : speed;
    REQUIRE(simulation.time_ns() < nanoseconds(100.0));
  }
  return ends;
}

/// What the energies of a machine miss, of the largest of them.
double imbalance(Simulation& simulation) {
  const double absorbed = read_number(simulation, "pto.absorbed");
  const double others = read_number(simulation, "pto.stored") +
                        read_number(simulation, "pto.losses") +
                        read_number(simulation, "pto.electric");
  const double largest = std::max({std::abs(absorbed), std::abs(others), 1.0});
  return std::abs(absorbed - others) / largest;
}

/// Ports that move by given speeds whatever their forces are.
PortResponse driven(double speed) {
  return {VectorXd::Constant(1, speed), VectorXd::Constant(1, speed), MatrixXd::Zero(1, 1),
          MatrixXd::Zero(1, 1)};
}

PortResponse no_port() { return {VectorXd(0), VectorXd(0), MatrixXd(0, 0), MatrixXd(0, 0)}; }

}  // namespace

TEST_CASE("machine: a rectifier between tanks brakes with a constant force, and holds at the end",
          "[solver][joints][machines]") {
  std::vector<solver::MachinePartKind> parts = rectifier(0.03);
  parts.push_back(Tank{"high", 2.01e6});
  parts.push_back(Tank{"low", 2.0e6});
  for (const auto stepper : {solver::StepperKind::kMoreauJean, solver::StepperKind::kSpook}) {
    solver::Model model = slide(1000.0, 4000.0, -1.0, machine_of(parts), 0.002);
    model.stepper = stepper;
    Simulation simulation(model);
    const std::vector<double> ends = turns(simulation, 1.0, 6);
    const std::array expected{-0.85, 0.7, -0.55, 0.4, -0.25, 0.1};
    for (std::size_t i = 0; i < expected.size(); ++i) {
      CAPTURE(i);
      CHECK(ends[i] == Approx(expected[i]).epsilon(0.0).margin(0.004));
    }
    run(simulation, 5.0);
    CHECK(1.0 + read_number(simulation, "guide.position") ==
          Approx(0.05).epsilon(0.0).margin(0.07));
    CHECK(read_number(simulation, "guide.speed") == Approx(0.0).margin(1e-9));
    CHECK(imbalance(simulation) < 1e-12);
  }
}

TEST_CASE("machine: an orifice between the sides of a cylinder brakes with the square of the speed",
          "[solver][joints][machines]") {
  solver::Model model =
      slide(2000.0, 0.0, 0.0, machine_of({cylinder(0.01), Orifice{"top", "bottom", 1e-4}}), 0.001);
  model.bodies[0].linear_velocity.x() = 1.5;
  Simulation simulation(model);
  run(simulation, 2.0);
  CHECK(read_number(simulation, "guide.speed") == Approx(0.008990495).epsilon(1e-4));
  CHECK(read_number(simulation, "guide.position") == Approx(0.092564469).epsilon(1e-4));
  CHECK(imbalance(simulation) < 1e-12);
}

TEST_CASE("machine: gas is a spring that is as stiff as it is compressed",
          "[solver][joints][machines]") {
  // From x = 1, where the gas of .1 m3 at 5e6 Pa is compressed to .08 m3.
  const Accumulator gas{"bottom", 0.08, 5e6 * std::pow(1.25, 1.4)};
  solver::Model model =
      slide(5000.0, 0.0, 0.0, machine_of({cylinder(0.02), gas, Tank{"top", 5e6}}), 0.002);
  Simulation simulation(model);
  CHECK(turns(simulation, 1.0, 1)[0] == Approx(-1.190777933).epsilon(1e-5));
  run(simulation, 3.0 - 1e-9 * static_cast<double>(simulation.time_ns()));
  CHECK(1.0 + read_number(simulation, "guide.position") == Approx(0.625594549).epsilon(1e-4));
  CHECK(imbalance(simulation) < 1e-12);
}

TEST_CASE("machine: a rectifier fills an accumulator, balanced at any step",
          "[solver][joints][machines]") {
  std::vector<solver::MachinePartKind> parts = rectifier(0.02);
  parts.push_back(Accumulator{"high", 0.4, 3e6});
  parts.push_back(Tank{"low", 2e6});
  for (const auto& [step, margin] :
       {std::pair(0.2, 0.05), {0.05, 0.01}, {0.01, 2e-3}, {2e-3, 4e-4}}) {
    CAPTURE(step);
    Simulation simulation(slide(2e4, 8e4, -2.0, machine_of(parts), step));
    const std::vector<double> ends = turns(simulation, 2.0, 2);
    CHECK(ends[0] == Approx(-1.300118170).epsilon(0.0).margin(margin));
    CHECK(ends[1] == Approx(0.235162096).epsilon(0.0).margin(margin));
    run(simulation, 1.0);
    CHECK(read_number(simulation, "guide.speed") == Approx(0.0).margin(1e-9));
    CHECK(read_output(simulation, "pto.pressure")[2] == Approx(4419771.762).epsilon(margin));
    CHECK(imbalance(simulation) < 1e-12);
  }
}

TEST_CASE("machine: an accumulator is discharged by its gas law", "[solver][joints][machines]") {
  // A cylinder takes .002 m3/s from .05 m3 of gas at 15e6 Pa.
  const MachineNetwork pulled(machine_of(
      {HydraulicCylinder{"guide", 0, 0.002, 0.0, "high", ""}, Accumulator{"high", 0.05, 15e6}}));
  MachineState state = pulled.initial_state({0.0});
  for (int i = 0; i < 50; ++i) state = pulled.step(state, 0.1, driven(1.0)).end;
  const Accumulator gas{"high", 0.05, 15e6};
  CHECK(solver::gas_pressure(gas, state.stores[0]) == Approx(11620839.810).epsilon(1e-9));
  CHECK(state.stored == Approx(-131874.029).epsilon(1e-8));
  CHECK(state.absorbed == Approx(state.stored).epsilon(1e-13));

  const MachineNetwork drained(machine_of(
      {Accumulator{"high", 0.05, 15e6}, Orifice{"high", "low", 2e-5}, Tank{"low", 1e6}}));
  state = drained.initial_state({});
  std::vector<double> volumes;
  for (int i = 1; i <= 3000; ++i) {
    state = drained.step(state, 0.01, no_port()).end;
    if (i == 500 || i == 1000 || i == 3000) volumes.push_back(state.stores[0]);
  }
  CHECK(volumes[0] == Approx(0.060442430).epsilon(1e-6));
  CHECK(volumes[1] == Approx(0.069652863).epsilon(1e-6));
  CHECK(volumes[2] == Approx(0.099559885).epsilon(1e-6));
}

TEST_CASE("machine: a chain of rectifier, accumulator and motor", "[solver][joints][machines]") {
  // A flywheel that nothing slows down keeps the flow of the motor at .015 m3/s.
  std::vector<solver::MachinePartKind> parts = rectifier(0.03);
  parts.push_back(Accumulator{"high", 0.1, 12e6});
  parts.push_back(Tank{"low", 2e6});
  parts.push_back(solver::HydraulicMotor{"high", "low", 0.015, "main"});
  parts.push_back(solver::Shaft{"main", 1e12, 0.0, 1.0});
  const MachineNetwork chain(machine_of(parts));
  MachineState state = chain.initial_state({0.0});
  constexpr double kStep = 0.01;
  for (int i = 0; i < 2000; ++i) {
    const double moved = std::sin(0.8 * kStep * (i + 1)) - std::sin(0.8 * kStep * i);
    state = chain.step(state, kStep, driven(moved / kStep)).end;
  }
  CHECK(state.stores[0] == Approx(0.091362901).epsilon(1e-3));
  CHECK(solver::gas_pressure({"high", 0.1, 12e6}, state.stores[0]) ==
        Approx(13617689.136).epsilon(1e-3));
  CHECK(state.absorbed == Approx(3253982.238).epsilon(1e-3));
  // The energy of the flywheel, 5e11 J, is where round-off is largest.
  CHECK(state.absorbed - state.stored - state.losses == Approx(0.0).margin(1e-11 * 5e11));
}

TEST_CASE("machine: a geared flywheel adds its inertia, a generator takes its power",
          "[solver][joints][machines]") {
  std::vector<solver::MachinePartKind> parts{
      solver::Gear{"guide", 0, "main", 3.0}, solver::Shaft{"main", 10.0},
      solver::Generator{"main", {-1e3, 1e3}, {-6e4, 6e4}, 0.8, {}}};
  solver::Model model = slide(110.0, 0.0, 0.0, machine_of(parts), 0.001);
  model.bodies[0].linear_velocity.x() = 2.0;
  Simulation simulation(model);
  CHECK(read_output(simulation, "pto.speed")[0] == 6.0);
  run(simulation, 0.4);
  // (110 + 9 x 10) dv/dt = -9 x 60 v.
  const double v = 2.0 * std::exp(-540.0 / 200.0 * 0.4);
  CHECK(read_number(simulation, "guide.speed") == Approx(v).epsilon(1e-5));
  CHECK(read_number(simulation, "pto.electric") ==
        Approx(0.8 * 0.5 * 200.0 * (4.0 - v * v)).epsilon(1e-5));
  CHECK(imbalance(simulation) < 1e-12);
}

TEST_CASE("machine: the efficiency of a generator goes with its speed",
          "[solver][joints][machines]") {
  solver::Generator generator{"main", {0.0, 10.0, 30.0}, {0.0, 100.0, 100.0}, 1.0, {0.5, 0.9, 0.7}};
  CHECK(generator_efficiency(generator, 20.0) == Approx(0.8));
  CHECK(generator_efficiency(generator, 99.0) == 0.7);
  solver::Model model = slide(
      110.0, 0.0, 0.0,
      machine_of({solver::Gear{"guide", 0, "main", 3.0}, solver::Shaft{"main", 10.0}, generator}),
      0.001);
  model.bodies[0].linear_velocity.x() = 10.0;  // 30 rad/s of the shaft
  Simulation simulation(model);
  simulation.step();
  CHECK(read_number(simulation, "pto.electric_power") == Approx(0.7 * 100.0 * 30.0).epsilon(1e-3));
  CHECK(imbalance(simulation) < 1e-12);
  generator.efficiencies = {0.5, 0.9};
  solver::Violations violations;
  check_machines(slide(1.0, 0.0, 0.0,
                       machine_of({solver::Gear{"guide", 0, "main", 3.0},
                                   solver::Shaft{"main", 10.0}, generator}),
                       0.1),
                 violations);
  REQUIRE(violations.list().size() == 1);
  CHECK(violations.list()[0].rule == "must have one number for each speed");
}

TEST_CASE("machine: a generator of constant power takes it from its flywheel",
          "[solver][joints][machines][analytic]") {
  solver::Generator generator{"main", {5.0, 100.0}, {}, 0.9, {}, {3e3, 3e3}};
  CHECK(generator_torque(generator, 10.0).value == Approx(300.0));
  CHECK(generator_torque(generator, 200.0).value == Approx(15.0));
  CHECK(generator_torque(generator, 1.0).value == Approx(600.0));
  const auto flywheel = [&](const solver::Generator& part, double step) {
    return slide(
        110.0, 0.0, 0.0,
        machine_of({solver::Gear{"guide", 0, "main", 3.0}, solver::Shaft{"main", 10.0}, part}),
        step);
  };
  solver::Model model = flywheel(generator, 0.001);
  model.bodies[0].linear_velocity.x() = 10.0;
  Simulation simulation(model);
  run(simulation, 2.0);
  // (110 + 9 x 10) v^2/2 falls by 3 kW.
  CHECK(read_number(simulation, "guide.speed") ==
        Approx(std::sqrt(100.0 - 2.0 * 3e3 * 2.0 / 200.0)).epsilon(1e-4));
  CHECK(read_number(simulation, "pto.electric") == Approx(0.9 * 3e3 * 2.0).epsilon(1e-4));
  CHECK(imbalance(simulation) < 1e-12);
  const auto refusal = [&] {
    solver::Violations violations;
    check_machines(flywheel(generator, 0.1), violations);
    return violations.list().size() == 1 ? violations.list()[0].rule : "";
  };
  generator.torque = {1.0, 1.0};
  CHECK(refusal() == "must be left out beside torque: one of them");
  generator.torque.clear();
  generator.speed[0] = 0.0;
  CHECK(refusal() == "must be above 0 with power, whose torque is power over speed");
}

TEST_CASE("machine: a run that is restored goes on with the same bytes",
          "[solver][joints][machines]") {
  std::vector<solver::MachinePartKind> parts = rectifier(0.02);
  parts.push_back(Accumulator{"high", 0.4, 3e6});
  parts.push_back(Tank{"low", 2e6});
  const solver::Model model = slide(2e4, 8e4, -2.0, machine_of(parts), 0.05);
  Simulation whole(model), half(model), other(model);
  run(half, 1.0);
  other.restore(solver::deserialize(serialize(half.state())));
  run(other, 1.0);
  run(whole, 2.0);
  CHECK(identical(whole.state(), other.state()));
}

TEST_CASE("machine: what cannot work is refused with its part", "[solver][joints][machines]") {
  std::vector<solver::MachinePartKind> parts = rectifier(0.02);
  std::get<HydraulicCylinder>(parts.front()).area_b = 0.01;
  parts.push_back(solver::Gear{"guide", 1, "main"});
  parts.push_back(Orifice{"high", "nowhere", 1e-4});
  solver::Violations violations;
  check_machines(slide(1.0, 0.0, 0.0, machine_of(parts), 0.1), violations);
  std::vector<std::string> found;
  for (const solver::Violation& each : violations.list())
    found.push_back(each.path + " " + each.rule);
  CHECK_THAT(found,
             Catch::Matchers::Equals(std::vector<std::string>{
                 "machines[0].parts[5].gear.dof must be one of the 1 free dofs of the joint",
                 "machines[0].parts[5].gear.shaft must name a shaft of the machine",
                 "machines[0].parts must join node 'nowhere' to a second part",
                 "machines[0].parts must have a tank, an accumulator or a volume among the nodes "
                 "that fluid reaches from 'top', which a cylinder fills",
                 "machines[0].parts must have a tank, an accumulator or a volume among the nodes "
                 "that fluid reaches from 'bottom', which a cylinder fills"}));
}
