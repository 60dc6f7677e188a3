/// @file Catenaries against published solutions, their energy and the mechanics of lines in a
/// model.
#include <cmath>
#include <random>

#include "hydro/base/error.hpp"
#include "solver/dynamics/system/multibody_system.hpp"
#include "solver/loads/lines/catenary_group.hpp"
#include "solver/model/loads/catenary_line.hpp"
#include "solver/simulation/run/simulation.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/models.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Catenary;
using solver::CatenarySegment;
using solver::Kinematics;
using solver::Simulation;

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

void check_stiffness(const Catenary::Solution& line, double xx, double xz, double zz) {
  CHECK(line.stiffness(0, 0) == Approx(xx).epsilon(2e-8));
  CHECK(line.stiffness(0, 1) == Approx(xz).epsilon(2e-8));
  CHECK(line.stiffness(1, 0) == Approx(xz).epsilon(2e-8));
  CHECK(line.stiffness(1, 1) == Approx(zz).epsilon(2e-8));
}

/// A buoy of 1 t held by one line to the bottom at a depth of 100 m.
solver::Model moored_buoy() {
  solver::Model model;
  model.step_ns = nanoseconds(0.02);
  model.water_depth = 100.0;
  model.bodies = {weightless_body("buoy", 1000.0, {500, 500, 500}, {0, 0, 0})};
  solver::CatenaryLine line;
  line.body = "buoy";
  line.anchor = {200.0, 0.0, -100.0};
  line.length = 240.0;
  line.diameter = 0.05;
  line.mass_per_length = 20.0;
  line.axial_stiffness = 1e8;
  model.loads = {{"line", line}};
  return model;
}

solver::CatenaryLine& line_of(solver::Model& model) {
  return model.loads[0].kind.get<solver::CatenaryLine>();
}

}  // namespace

// Values of an independent solution of the equations, which MoorPy gives to 1e-9.
TEST_CASE("catenary: forces and stiffness of lines that hang, lie and rub",
          "[solver][loads][catenary]") {
  const Catenary lying({{902.2, 698.094, 384.243e6}}, true, 0.0);
  Catenary::Solution line = lying.solve(848.67, 250.0);
  CHECK(line.horizontal == Approx(736938.323531).epsilon(1e-9));
  CHECK(line.vertical == Approx(535727.450606).epsilon(1e-9));
  CHECK(line.anchor_horizontal == line.horizontal);
  CHECK(line.length_on_bottom == Approx(902.2 - line.vertical / 698.094).epsilon(1e-12));
  check_stiffness(line, 26585.7734, 8621.8490, 3980.5022);

  line = Catenary({{902.2, 698.094, 384.243e6}}, true, 1.0).solve(848.67, 250.0);
  CHECK(line.horizontal == Approx(737375.918283).epsilon(1e-9));
  CHECK(line.vertical == Approx(535869.344993).epsilon(1e-9));
  CHECK(line.anchor_horizontal == Approx(643424.856476).epsilon(1e-9));

  line = Catenary({{420.0, 1000.0, 5e7}}, true, 0.0).solve(400.0, 150.0);
  CHECK(line.horizontal == Approx(1041667.335752).epsilon(1e-9));
  CHECK(line.vertical == Approx(605105.412658).epsilon(1e-9));
  CHECK(line.anchor_vertical == Approx(line.vertical - 420e3).epsilon(1e-12));
  check_stiffness(line, 72188.0874, 25776.1256, 12182.3435);

  // The chain that MoorDyn has in reference case L16, whose 50 segments bear 1107326.08 N.
  const double area = 0.25 * kPi * 0.0766 * 0.0766;
  line = Catenary({{835.35, (113.35 - 1000.0 * area) * 9.81, 7.536e8}}, true, 0.0)
             .solve(800.0 - 3.268, 186.0);
  CHECK(std::hypot(line.horizontal, line.vertical) == Approx(1106853.02).epsilon(1e-8));

  // Inextensible and just lifted: H = w (l^2 - h^2)/2h.
  line = Catenary({{300.0, 500.0, kInfinite}}, true, 0.0).solve(233.547902270 + 40.0, 100.0);
  CHECK(line.horizontal == Approx(144000.0).epsilon(1e-9));
  CHECK(line.length_on_bottom == Approx(40.0).epsilon(1e-9));
}

TEST_CASE("catenary: places along a line lie where its pieces end, whatever their number",
          "[solver][loads][catenary]") {
  const Catenary chain({{300.0, 698.094, 384.243e6, 9e4}, {602.2, 500.0, 4e8}}, true, 0.5);
  const Catenary::Solution line = chain.solve(848.67, 250.0);
  const auto places = chain.places(line, 40);
  REQUIRE(places.size() == 81);
  CHECK(places.front().tension ==
        Approx(std::hypot(line.horizontal, line.vertical)).epsilon(1e-12));
  CHECK(places.back().length == Approx(902.2).epsilon(1e-12));
  CHECK(places.back().below.x() == Approx(848.67).epsilon(1e-12));
  CHECK(places.back().below.y() == Approx(250.0).epsilon(1e-12));
  CHECK(places.back().tension == Approx(line.anchor_horizontal).epsilon(1e-12));
  const Vector2 clump = chain.places(line, 1)[1].below;
  CHECK(places[40].below.x() == Approx(clump.x()).epsilon(1e-12));
  CHECK(places[40].below.y() == Approx(clump.y()).epsilon(1e-12));
  const double below = line.vertical - 300.0 * 698.094 - 9e4;
  CHECK(places[40].tension == Approx(std::hypot(line.horizontal, below)).epsilon(1e-12));
  // On the bottom the tension falls by the friction.
  const double piece = 602.2 / 40.0;
  CHECK(places[79].tension - places[80].tension == Approx(0.5 * 500.0 * piece).epsilon(1e-9));
}

TEST_CASE("catenary: a line cut in pieces is the same line", "[solver][loads][catenary]") {
  const double x = GENERATE(620.0, 700.0, 848.67, 870.0), friction = GENERATE(0.0, 0.7);
  const CatenarySegment whole{902.2, 698.094, 384.243e6};
  std::vector<CatenarySegment> pieces(5, whole);
  for (CatenarySegment& piece : pieces) piece.length = 902.2 / 5.0;
  const auto expected = Catenary({whole}, true, friction).solve(x, 250.0);
  const auto line = Catenary(pieces, true, friction).solve(x, 250.0);
  CHECK(line.horizontal == Approx(expected.horizontal).epsilon(1e-9).margin(1e-6));
  CHECK(line.vertical == Approx(expected.vertical).epsilon(1e-9));
  CHECK(line.anchor_horizontal == Approx(expected.anchor_horizontal).epsilon(1e-9).margin(1e-6));
  CHECK(line.length_on_bottom == Approx(expected.length_on_bottom).epsilon(1e-9));
  CHECK((line.stiffness - expected.stiffness).norm() < 1e-7 * (1.0 + expected.stiffness.norm()));
}

TEST_CASE("catenary: a slack line hangs plumb, and the force begins without a jump",
          "[solver][loads][catenary]") {
  const Catenary line({{300.0, 500.0, 1e8}}, true, 0.3);
  const auto slack = line.solve(150.0, 100.0);
  CHECK(slack.horizontal == 0.0);
  const double hanging = slack.vertical / 500.0;
  CHECK(hanging + 0.5 * 500.0 * hanging * hanging / 1e8 == Approx(100.0).epsilon(1e-12));
  CHECK(slack.length_on_bottom == Approx(300.0 - hanging).epsilon(1e-12));
  const auto taut = line.solve(slack.length_on_bottom + 1e-6, 100.0);
  CHECK(taut.horizontal > 0.0);
  CHECK(taut.horizontal < 1e-3);
  CHECK(taut.vertical == Approx(slack.vertical).epsilon(1e-6));
}

TEST_CASE("catenary: chains of any shape are solved, their force the slope of their energy",
          "[solver][loads][catenary]") {
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  for (int i = 0; i < 3000; ++i) {
    const double length = 10.0 * std::pow(100.0, uniform(generator));
    const double weight = 10.0 * std::pow(1000.0, uniform(generator));
    const double stiffness = weight * length * std::pow(10.0, 1.0 + 3.0 * uniform(generator));
    const auto count = 1 + static_cast<std::size_t>(3.0 * uniform(generator));
    std::vector<CatenarySegment> segments;
    for (std::size_t k = 0; k < count; ++k) {
      segments.push_back({length / static_cast<double>(count), k == 1 ? 5.0 * weight : weight,
                          stiffness, uniform(generator) < 0.3 ? 0.2 * weight * length : 0.0});
    }
    const Catenary line(segments, uniform(generator) < 0.5, 0.0);
    const double distance = length * (0.05 + 0.96 * uniform(generator));
    const double angle = 1.5 * uniform(generator);
    const double x = distance * std::cos(angle), z = distance * std::sin(angle);
    INFO("length " << length << ", weight " << weight << ", EA " << stiffness << ", x " << x
                   << ", z " << z << ", segments " << count);
    const auto at = line.solve(x, z);
    const auto energy = [&](double dx, double dz) {
      return line.energy(line.solve(x + dx, z + dz), x + dx, z + dz);
    };
    const double h = 1e-4 * distance;
    const double force = std::hypot(at.horizontal, at.vertical);
    const auto slope = [&](double dx, double dz) {
      return (energy(dx, dz) - energy(-dx, -dz)) / (2.0 * h);
    };
    // Stiff lines and the kinks of clumps on the bottom bend the energy within h.
    CHECK(slope(h, 0.0) == Approx(at.horizontal).epsilon(0.0).margin(3e-3 * force));
    CHECK(slope(0.0, h) == Approx(at.vertical).epsilon(0.0).margin(3e-3 * force));
  }
}

TEST_CASE("catenary group: lines solved together have the bits that each has alone",
          "[solver][loads][catenary]") {
  solver::Model model;
  model.bodies = {weightless_body("buoy", 1000.0, {500, 500, 500}, {0, 0, 0})};
  Kinematics bodies = solver::initial_kinematics(model);
  solver::CatenaryGroup group;
  std::vector<Catenary> lines;
  std::vector<Vector3> anchors;
  for (int i = 0; i < 11; ++i) {  // two blocks; chains of one to three pieces; two hang plumb
    const double length = i == 4 || i == 9 ? 400.0 : 240.0 + i;
    std::vector<CatenarySegment> segments(1 + static_cast<std::size_t>(i % 3),
                                          {length / (1 + i % 3), 150.0 + 10.0 * i, 1e8, 900.0});
    lines.emplace_back(segments, i % 4 != 3, 0.2 * i);
    anchors.emplace_back(200.0 * std::cos(i), 200.0 * std::sin(i), -100.0);
    const solver::Attachment fairlead("buoy", Vector3::Zero(), model),
        anchor("", anchors.back(), model);
    group.add(lines.back(), fairlead, anchor);
  }
  for (const double surge : {0.0, 3.0, -7.0}) {
    bodies[0].place({surge, 2.0, 1.0}, bodies[0].attitude);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const Vector3 chord = anchors[i] - bodies[0].position;
      const double across = std::sqrt(chord.x() * chord.x() + chord.y() * chord.y());
      const Catenary::Solution alone = lines[i].solve(across, -chord.z());
      const Catenary::Solution& together = group.shape(i, bodies).line;
      INFO("line " << i << " at surge " << surge);
      CHECK(together.horizontal == alone.horizontal);
      CHECK(together.vertical == alone.vertical);
      CHECK(together.anchor_horizontal == alone.anchor_horizontal);
      CHECK(together.length_on_bottom == alone.length_on_bottom);
      CHECK(together.stiffness == alone.stiffness);
    }
  }
}

TEST_CASE("catenary group: within a step a solution depends on where the step began alone",
          "[solver][loads][catenary]") {
  solver::Model model;
  model.bodies = {weightless_body("buoy", 1000.0, {500, 500, 500}, {0, 0, 0})};
  Kinematics bodies = solver::initial_kinematics(model);
  const Catenary line({{240.0, 150.0, 1e8}}, true, 0.4);
  solver::CatenaryGroup group;
  group.add(line, {"buoy", Vector3::Zero(), model}, {"", {205.0, 0.0, -100.0}, model});
  const auto at = [&](double surge) {
    bodies[0].place({surge, 0.0, 0.0}, bodies[0].attitude);
    return group.shape(0, bodies).line;
  };
  at(0.3);
  group.begin(0, bodies);
  const Catenary::Solution once = at(0.1), start = at(0.3);
  CHECK(start.horizontal == line.solve(204.7, 100.0).horizontal);
  CHECK(once.horizontal == Approx(line.solve(204.9, 100.0).horizontal).epsilon(1e-12));
  CHECK(once.vertical == Approx(line.solve(204.9, 100.0).vertical).epsilon(1e-12));
  at(-3.0);
  group.begin(0, bodies);
  at(0.1);
  at(0.3);
  group.begin(0, bodies);
  const Catenary::Solution again = at(0.1);
  CHECK(again.horizontal == once.horizontal);
  CHECK(again.vertical == once.vertical);
  CHECK(again.stiffness == once.stiffness);
  // Far from it, where the line hangs plumb, and back.
  CHECK(at(120.0).horizontal == 0.0);
  CHECK(at(0.1).horizontal == once.horizontal);
}

TEST_CASE("catenary line: forces, outputs and both ends of it", "[solver][loads][catenary]") {
  solver::Model model = moored_buoy();
  model.bodies[0].pose.attitude = yawed(0.7);
  line_of(model).anchor = {0.0, 200.0, -100.0};
  Simulation simulation(model);
  const double weight = (20.0 - 1025.0 * 0.25 * 3.14159265358979 * 0.0025) * model.gravity;
  const auto line = Catenary({{240.0, weight, 1e8}}, true, 0.0).solve(200.0, 100.0);
  const auto force = read_output(simulation, "line.force");
  CHECK(force[0] == Approx(0.0).margin(1e-9));
  CHECK(force[1] == Approx(line.horizontal).epsilon(1e-12));
  CHECK(force[2] == Approx(-line.vertical).epsilon(1e-12));
  CHECK(read_output(simulation, "line.tension")[0] ==
        Approx(std::hypot(line.horizontal, line.vertical)).epsilon(1e-12));
  CHECK(read_output(simulation, "line.anchor_tension")[0] ==
        Approx(line.horizontal).epsilon(1e-12));
  CHECK(read_output(simulation, "line.length_on_bottom")[0] ==
        Approx(line.length_on_bottom).epsilon(1e-12));
  CHECK(read_output(simulation, "line.top_angle")[0] ==
        Approx(std::atan2(line.vertical, line.horizontal)).epsilon(1e-12));
}

TEST_CASE("catenary line: a hawser between two bodies puts its weight on both",
          "[solver][loads][catenary]") {
  solver::Model model = moored_buoy();
  model.bodies.push_back(weightless_body("tug", 3000.0, {900, 900, 900}, {150, 0, 5}));
  solver::CatenaryLine& line = line_of(model);
  line.anchor_body = "tug";
  line.anchor = {1.0, 0.0, 0.0};
  line.length = 170.0;
  Simulation simulation(model);
  const double weight = (20.0 - 1025.0 * 0.25 * 3.14159265358979 * 0.0025) * model.gravity * 170.0;
  const Vector6 buoy = read_output(simulation, "buoy.force.total");
  const Vector6 tug = read_output(simulation, "tug.force.total");
  CHECK(buoy[0] == Approx(-tug[0]).epsilon(1e-12));
  CHECK(buoy[2] + tug[2] == Approx(-weight).epsilon(1e-9));
  CHECK(tug[4] == Approx(-tug[2]).epsilon(1e-12));  // 1 m before its centre of mass
}

TEST_CASE("catenary line: a buoy that swings on it keeps its energy", "[solver][loads][catenary]") {
  solver::Model model = moored_buoy();
  model.bodies[0].linear_velocity = {-2.0, 1.0, 0.5};
  model.stepper = GENERATE(solver::StepperKind::kRungeKutta4, solver::StepperKind::kMidpoint);
  const double tolerance = model.stepper == solver::StepperKind::kRungeKutta4 ? 1e-8 : 1e-3;
  model.bodies[0].mass = 1e5;
  Simulation simulation(model);
  const auto energy = [&] {
    return read_output(simulation, "energy.kinetic")[0] +
           read_output(simulation, "energy.potential")[0];
  };
  const double kinetic = read_output(simulation, "energy.kinetic")[0], before = energy();
  for (int i = 0; i < 500; ++i) simulation.step();
  CHECK(std::abs(read_output(simulation, "energy.kinetic")[0] - kinetic) > 0.05 * kinetic);
  CHECK(energy() == Approx(before).epsilon(0.0).margin(tolerance * kinetic));
}

TEST_CASE("catenary line: what is refused", "[solver][loads][catenary]") {
  solver::Model model = moored_buoy();
  line_of(model).anchor.z() = -120.0;
  CHECK_THROWS_WITH(Simulation(model),
                    "loads[0].catenary_line.anchor must not lie below the bottom, got z = -120 m");
  model = moored_buoy();
  line_of(model).diameter = 0.2;
  line_of(model).further_segments.resize(1);
  CHECK_THROWS_WITH(
      Simulation(model),
      Catch::Contains("loads[0].catenary_line.mass_per_length must be more than that of the water "
                      "the line displaces, got 20 kg/m") &&
          Catch::Contains("loads[0].catenary_line.further_segments[0].length must be positive"));
  model = moored_buoy();
  line_of(model).length = 210.0;
  line_of(model).axial_stiffness = kInfinite;
  CHECK_THROWS_WITH(
      Simulation(model),
      "loads[0].catenary_line.length of a line without axial_stiffness must be longer than the "
      "distance of its ends at t = 0, which is 223.607 m, got 210 m");
  line_of(model).length = 230.0;
  model.bodies[0].linear_velocity = {-1000.0, 0.0, 0.0};
  Simulation simulation(model);
  CHECK_THROWS_WITH(
      run(simulation, 10.0),
      Catch::Contains("load 'line' of body 'buoy': line of 230 m without axial_stiffness must be "
                      "longer than the distance of its ends, which is 232."));
  model = moored_buoy();
  line_of(model).anchor.z() = model.bodies[0].pose.position.z() + 1.0;
  CHECK_THROWS_WITH(Simulation(model), Catch::Contains("loads[0].catenary_line.point must not be "
                                                       "below the bottom that the line ends on"));
}
