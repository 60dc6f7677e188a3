#include "solver/joints/drive_force.hpp"

#include "solver/simulation/checks/model_checks.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::BeyondAxis;
using solver::Simulation;
using solver::SpringDamper;
using solver::TableDrive;

namespace {

/// A mass on a slide along x, with drives, that starts at x from the drives' zero at a speed.
solver::Model slide(double mass, std::vector<solver::JointDrive> drives, double step) {
  solver::Model model;
  model.step_ns = nanoseconds(step);
  model.bodies = {weightless_body("mass", mass, Vector3::Ones(), Vector3::Zero())};
  solver::Joint guide;
  guide.name = "guide";
  guide.type = solver::JointType::kPrismatic;
  guide.body1 = "mass";
  guide.axis = Vector3::UnitX();
  guide.drives = std::move(drives);
  model.joints = {guide};
  return model;
}

/// Where the mass turns, from rest: the position of each end of a swing.
std::vector<double> turning_points(Simulation& simulation, std::size_t count) {
  std::vector<double> ends;
  double last = 0.0;
  while (ends.size() < count) {
    const double before = read_number(simulation, "guide.position");
    simulation.step();
    const double speed = read_number(simulation, "guide.speed");
    if (speed * last < 0.0) {
      const double share = last / (last - speed);
      const double after = read_number(simulation, "guide.position");
      ends.push_back(before + share * (after - before));
    }
    last = speed;
  }
  return ends;
}

TableDrive over_velocity(std::vector<double> velocity, std::vector<double> force) {
  TableDrive table;
  table.velocity = std::move(velocity);
  table.force = std::move(force);
  return table;
}

}  // namespace

TEST_CASE("table drive: damping that differs by the direction of motion turns where it must",
          "[solver][joints][drives]") {
  // U9 of the reference cases: 1200 N s/m for v < 0 and 300 for v > 0, from 1 m off the spring.
  const TableDrive table = over_velocity({-2.0, 0.0, 2.0}, {2400.0, 0.0, -600.0});
  solver::Model model = slide(1000.0, {{0, SpringDamper{4000.0, 0.0, -1.0}}, {0, table}}, 1e-3);
  Simulation simulation(model);
  const std::vector<double> ends = turning_points(simulation, 4);
  const std::array expected{-0.372326105, 0.293972186, -0.109453519, 0.086419646};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CHECK(ends[i] + 1.0 == Approx(expected[i]).epsilon(0.0).margin(2e-6));
  }
  const VectorXd power = read_output(simulation, "guide.drive_power");
  const VectorXd force = read_output(simulation, "guide.drive_force");
  const double speed = read_number(simulation, "guide.speed");
  CHECK(power[1] == Approx(force[1] * speed));
  CHECK(power[1] <= 0.0);
}

TEST_CASE("table drive: is bilinear, and beyond its ends what it says",
          "[solver][joints][drives]") {
  TableDrive table;
  table.position = {0.0, 2.0};
  table.velocity = {-1.0, 1.0};
  table.force = {0.0, 2.0, 10.0, 20.0};
  const solver::TableValue inside = look_up(table, 0.5, 0.5);
  CHECK(inside.value ==
        Approx(0.25 * 0.75 * 0.0 + 0.75 * 0.75 * 2.0 + 0.25 * 0.25 * 10.0 + 0.75 * 0.25 * 20.0));
  CHECK(inside.by_position == Approx((0.25 * 10.0 + 0.75 * 20.0 - 0.75 * 2.0) / 2.0));
  CHECK(inside.by_velocity == Approx((0.75 * 2.0 + 0.25 * 10.0) / 2.0));
  CHECK(look_up(table, 5.0, -3.0).value == 10.0);
  CHECK(look_up(table, 5.0, -3.0).by_position == 0.0);
  table.beyond = BeyondAxis::kExtrapolate;
  CHECK(look_up(table, 4.0, -1.0).value == Approx(20.0));
  table.beyond = BeyondAxis::kRefuse;
  CHECK_THROWS_WITH(look_up(table, 4.0, 0.0),
                    "position of a table_drive must lie within its table, 0 to 2, got 4");
}

TEST_CASE("table drive: follows its table with its lag, its rate and its limit",
          "[solver][joints][drives]") {
  // The table jumps from 0 to 100 N at x = 0 within a micrometer; the mass is too heavy to move.
  TableDrive table;
  table.position = {0.0, 1e-6};
  table.force = {0.0, 100.0};
  table.lag = 2.0;
  solver::Model model = slide(1e12, {{0, table}}, 0.05);
  model.bodies[0].linear_velocity.x() = 1e-4;
  Simulation lagging(model);
  run(lagging, 3.0);
  // The first step crosses the jump: the force is that of the end of the table from then on.
  CHECK(read_output(lagging, "guide.drive_force")[0] ==
        Approx(100.0 * (1.0 - std::exp(-1.5))).epsilon(1e-9));
  std::get<TableDrive>(model.joints[0].drives[0].kind).rate_limit = 10.0;
  std::get<TableDrive>(model.joints[0].drives[0].kind).lag = 0.0;
  Simulation rated(model);
  run(rated, 3.0);
  CHECK(read_output(rated, "guide.drive_force")[0] == Approx(30.0).epsilon(1e-9));
  std::get<TableDrive>(model.joints[0].drives[0].kind).force_limit = 25.0;
  Simulation limited(model);
  run(limited, 3.0);
  CHECK(read_output(limited, "guide.drive_force")[0] == 25.0);
  // What it remembers is part of the state.
  const std::string bytes = serialize(rated.state());
  Simulation restored(model);
  CHECK(solver::deserialize(bytes).joints[0].forces == rated.state().joints[0].forces);
  CHECK(identical(solver::deserialize(bytes), rated.state()));
}

TEST_CASE("spring and damper: quadratic damping slows down as 1/t, a cubic spring keeps its energy",
          "[solver][joints][drives]") {
  SpringDamper damper;
  damper.quadratic_damping = 50.0;
  solver::Model model = slide(100.0, {{0, damper}}, 0.01);
  model.bodies[0].linear_velocity.x() = 2.0;
  Simulation slowing(model);
  run(slowing, 4.0);
  // m dv/dt = -c v^2: v = v0 / (1 + c v0 t / m).
  CHECK(read_number(slowing, "guide.speed") == Approx(2.0 / 5.0).epsilon(1e-8));

  SpringDamper spring;
  spring.cubic_stiffness = 400.0;
  model = slide(100.0, {{0, spring}}, 0.01);
  model.bodies[0].linear_velocity.x() = 2.0;
  Simulation swinging(model);
  for (int i = 0; i < 300; ++i) {
    swinging.step();
    const double x = read_number(swinging, "guide.position");
    const double v = read_number(swinging, "guide.speed");
    CHECK(50.0 * v * v + 100.0 * x * x * x * x == Approx(200.0).epsilon(1e-7));
  }
}

TEST_CASE("drives: one that is switched off does nothing until an input switches it on",
          "[solver][joints][drives]") {
  for (const auto stepper : {solver::StepperKind::kRungeKutta4, solver::StepperKind::kMoreauJean}) {
    solver::Model model =
        slide(10.0, {{0, SpringDamper{1000.0, 0.0, 0.0}}, {0, solver::LockDrive{}}}, 0.01);
    model.stepper = stepper;
    model.joints[0].drives[0].enabled = false;
    model.joints[0].drives[1].enabled = false;
    model.bodies[0].linear_velocity.x() = 1.0;
    model.inputs = {{"latch", solver::DriveEnabled{"guide", 1}},
                    {"place", solver::JointCommand{"guide", 1}}};
    Simulation simulation(model);
    run(simulation, 1.0);
    CHECK(read_number(simulation, "guide.position") == Approx(1.0));
    const double place = read_number(simulation, "guide.position");
    const double on = 1.0;
    simulation.write_input(1, simulation.time_ns(), {&place, 1});
    simulation.write_input(0, simulation.time_ns(), {&on, 1});
    run(simulation, 1.0);
    CHECK(read_number(simulation, "guide.position") == Approx(1.0).epsilon(0.02));
    CHECK(read_number(simulation, "guide.speed") == Approx(0.0).margin(1e-9));
    const double off = 0.0;
    simulation.write_input(0, simulation.time_ns(), {&off, 1});
    run(simulation, 1.0);
    CHECK(read_number(simulation, "guide.speed") == Approx(0.0).margin(1e-9));
  }
}

TEST_CASE("table drive: what is no table is refused with its field", "[solver][joints][drives]") {
  TableDrive table = over_velocity({0.0, 0.0}, {1.0});
  solver::Violations violations;
  check_joints(slide(1.0, {{0, table}}, 0.1), violations);
  REQUIRE(violations.list().size() == 2);
  CHECK(violations.list()[0].path == "joints[0].drives[0].table_drive.velocity[1]");
  CHECK(violations.list()[0].rule == "must ascend strictly");
  CHECK(violations.list()[1].path == "joints[0].drives[0].table_drive.force");
  CHECK(violations.list()[1].rule == "must have 2 numbers, 2 for each of 1 positions");
}
