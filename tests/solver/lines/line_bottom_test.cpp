/// @file The bottom of the load `line`, anchors, slopes, grids; a junction, bodies of any mass, and
/// ten minutes of energy.
#include <cmath>
#include <functional>

#include "tests/solver/lines/dry_lines.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

/// A line of 60 elements from a body that does not move to an anchor at the bottom, w = 700 N/m.
solver::Model anchored(const Vector3& top, const Vector3& anchor, double length) {
  solver::Model model;
  model.step_ns = nanoseconds(0.05);
  model.bodies = {weightless_body("ship", 3e6, {1e8, 1e8, 1e8}, top)};
  model.bodies[0].motion = solver::Motion::kStatic;
  solver::ElasticLine line;
  line.end_a.body = "ship";
  line.end_b.anchor = anchor;
  solver::LineSection section;
  section.length = length;
  section.elements = 60;
  section.diameter = 0.1;
  section.mass_per_length = 700.0 / model.gravity + 0.25 * kPi * 0.01 * model.water_density;
  section.axial_stiffness = 4e8;
  line.sections = {section};
  line.waves = false;
  model.loads = {{"line", line}};
  return model;
}

solver::ElasticLine& line_of(solver::Model& model) {
  return model.loads.front().kind.get<solver::ElasticLine>();
}

/// A grid of 10 m of a plane that rises by a slope along x from a height at x = 0 [m].
solver::LineGroundGrid sloped_grid(double height, double slope) {
  solver::LineGroundGrid grid;
  for (double x = -700.0; x <= 100.0; x += 10.0) grid.x.push_back(x);
  grid.y = {-20.0, -10.0, 0.0, 10.0, 20.0};
  for (std::size_t row = 0; row < grid.y.size(); ++row) {
    for (const double x : grid.x) grid.depth.push_back(-(height + slope * x));
  }
  return grid;
}

std::string refused_ground(const std::function<void(solver::LineGround&)>& change) {
  solver::Model model = anchored({0, 0, 0}, {-540, 0, -200}, 600.0);
  line_of(model).bottom.grid = sloped_grid(-200.0, 0.0);
  change(line_of(model).bottom);
  std::string found;
  for (const solver::Violation& violation : solver::check(model)) {
    found += violation.path + " " + violation.rule + "; ";
  }
  return found;
}

}  // namespace

TEST_CASE("line: an anchor that is pulled upwards has no line on the bottom", "[solver][line]") {
  solver::Model model = anchored({0, 0, 0}, {540, 0, -200}, 580.0);
  Simulation lying(model);
  line_of(model).above_bottom = true;
  Simulation hanging(model);
  CHECK(read_number(lying, "line.length_on_bottom") == 0.0);
  CHECK(read_output(lying, "line.touchdown").x() == 540.0);
  const double tension = read_number(hanging, "line.anchor_tension");
  CHECK(read_number(lying, "line.anchor_tension") == Approx(tension).epsilon(1e-12));
  run(lying, 5.0);
  run(hanging, 5.0);
  CHECK(read_number(lying, "line.anchor_tension") == Approx(tension).epsilon(1e-8));
  CHECK(read_number(lying, "line.anchor_tension") ==
        Approx(read_number(hanging, "line.anchor_tension")).epsilon(1e-12));
}

TEST_CASE("line: an anchor has half an element on the bottom if the next node lies there",
          "[solver][line]") {
  // A slack line hangs down and lies, so that its tension at the anchor is 0.
  solver::Model model = anchored({0, 0, 0}, {540, 0, -200}, 745.0);
  Simulation simulation(model);
  const double l = 745.0 / 60.0;
  const double lies = read_number(simulation, "line.length_on_bottom");
  CHECK(std::remainder(lies, l) == Approx(-0.5 * l).margin(1e-9).epsilon(0.0));
  CHECK(read_number(simulation, "line.anchor_tension") < 1.0);
}

TEST_CASE("line: lies on a slope, as a plane and as a grid", "[solver][line]") {
  struct Case {
    double slope_deg, height, anchor, on_bottom, H, V;
  };
  // Closed form of the catenary that leaves the slope tangentially, frictionless.
  const Case of = GENERATE(Case{10.0, 200.0, 57576.542, 384.9068, 102777.880, 168687.770},
                           Case{-5.0, 150.0, 200367.264, 230.5026, 185595.583, 242410.688});
  const double slope = std::tan(of.slope_deg * kPi / 180.0);
  const Vector3 anchor(-540.0, 0.0, -of.height);
  solver::Model model = anchored({0, 0, 0}, anchor, 600.0);
  const bool as_grid = GENERATE(false, true);
  if (as_grid) {
    line_of(model).bottom.grid = sloped_grid(anchor.z() - slope * anchor.x(), slope);
  } else {
    line_of(model).bottom.normal = {-slope, 0.0, 1.0};
  }
  line_of(model).bottom.stiffness = 1e6;
  Simulation simulation(model);
  CHECK(read_number(simulation, "line.tension") == Approx(std::hypot(of.H, of.V)).epsilon(3e-3));
  CHECK(read_number(simulation, "line.top_angle") == Approx(std::atan2(of.V, of.H)).epsilon(3e-3));
  CHECK(read_number(simulation, "line.anchor_tension") == Approx(of.anchor).epsilon(3e-3));
  // To an element.
  CHECK(read_number(simulation, "line.length_on_bottom") ==
        Approx(of.on_bottom).margin(10.0).epsilon(0.0));
  run(simulation, 10.0);
  CHECK(read_number(simulation, "line.tension") == Approx(std::hypot(of.H, of.V)).epsilon(3e-3));
}

TEST_CASE("line: a grid of the bottom that does not hold its ends is refused", "[solver][line]") {
  CHECK(refused_ground([](solver::LineGround&) {}).empty());
  CHECK(refused_ground([](solver::LineGround& ground) { ground.grid->x[2] = -900.0; }) ==
        "loads[0].line.bottom.grid.x must ascend strictly; ");
  CHECK(refused_ground([](solver::LineGround& ground) {
          ground.grid->y = {0.0};
        }).starts_with("loads[0].line.bottom.grid.y must have two values at least; "));
  CHECK(refused_ground([](solver::LineGround& ground) { ground.grid->depth.pop_back(); }) ==
        "loads[0].line.bottom.grid.depth must have 5 rows of 81 numbers, as y and x have; ");
  CHECK(refused_ground([](solver::LineGround& ground) { ground.height = -200.0; }) ==
        "loads[0].line.bottom.height must be omitted where a grid is given; ");
  CHECK(refused_ground([](solver::LineGround& ground) { ground.normal.x() = 0.1; }) ==
        "loads[0].line.bottom.normal must be omitted where a grid is given; ");
  CHECK(refused_ground([](solver::LineGround& ground) {
          for (double& x : ground.grid->x) x += 300.0;
        }) ==
        "loads[0].line.end_b.anchor must lie over the grid of the bottom, x -400 to 400 m, "
        "y -20 to 20 m; ");
  CHECK(refused_ground([](solver::LineGround& ground) {
          for (double& depth : ground.grid->depth) depth = 190.0;
        }) == "loads[0].line.end_b.anchor must not lie below the bottom of the line; ");
}

TEST_CASE("line case: three lines at a junction that a float lifts", "[solver][line]") {
  // Catenaries by an independent program: H and V of each line at the junction, of the third at its top.
  struct Leg {
    double x, z, length, H, V;
  };
  const std::array<Leg, 3> legs{Leg{-200, -150, 240, 48001.951, 68979.780},
                                Leg{120, -150, 180, 27215.475, 57204.327},
                                Leg{150, -5, 190, 20786.476, 33184.106}};
  const Vector3 up(0, 0, 1000), place(-4.384018, 0, -30.156429);
  solver::Model model;
  model.gravity = kOfCases;
  model.step_ns = nanoseconds(0.05);
  model.bodies = {weightless_body("junction", 100.0, {10, 10, 10}, place + up)};
  model.bodies[0].free = {true, true, true, false, false, false};
  solver::LinearMooring lift;
  lift.body = "junction";
  lift.preload[2] = 150e3;
  model.loads = {{"float", lift}};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto section = dry_section(legs[i].length, 60, 300.0 / kOfCases, 2e8);
    model.loads.push_back({"leg" + std::to_string(i + 1),
                           dry_line("junction", Vector3(legs[i].x, 0, legs[i].z) + up, section)});
  }
  Simulation simulation(model);
  const auto check = [&](const char* output, const Leg& leg) {
    CHECK(read_number(simulation, output) == Approx(std::hypot(leg.H, leg.V)).epsilon(1e-3));
  };
  check("leg1.tension", legs[0]);
  check("leg2.tension", legs[1]);
  check("leg3.anchor_tension", legs[2]);
  run(simulation, 10.0);
  const VectorXd moved = read_output(simulation, "junction.position") - (place + up);
  CHECK(moved.norm() < 0.1);
}

namespace {

/// A body that hangs on 100 m of wire of 1 t, or on 110 m where it stretches the wire by a tenth, and is
/// pushed across.
struct HangingMode {
  double mass, length, omega;
  Simulation simulation;
  std::vector<double> shape;  ///< of the first mode, at the nodes from the body

  HangingMode(double of_mass, double of_length, double of_omega)
      : mass(of_mass), length(of_length), omega(of_omega), simulation(model()) {
    // J_0 and Y_0 of k sqrt(xi), xi = s + M L/m from the body, k = 2 omega/sqrt(g), 0 at the top.
    const double begin = mass * length / 1000.0, k = 2.0 * omega / std::sqrt(kOfCases);
    const double top = k * std::sqrt(begin + length);
    for (int i = 0; i <= 20; ++i) {
      const double at = k * std::sqrt(begin + i * length / 20.0);
      shape.push_back(std::cyl_bessel_j(0.0, at) * std::cyl_neumann(0.0, top) -
                      std::cyl_neumann(0.0, at) * std::cyl_bessel_j(0.0, top));
    }
  }

  solver::Model model() const {
    solver::Model model;
    model.gravity = kOfCases;
    model.step_ns = nanoseconds(0.1);
    model.bodies = {weightless_body("body", mass, Vector3::Constant(mass), {0, 0, 900})};
    model.bodies[0].gravity = true;
    model.bodies[0].linear_velocity = {0.1, 0.0, 0.0};
    const double strain = (mass + 500.0) * kOfCases / 1e8;
    const auto section =
        dry_section(length / (1.0 + strain), 20, 1000.0 * (1.0 + strain) / length, 1e8);
    model.loads = {{"wire", dry_line("body", {0, 0, 900.0 + length}, section)}};
    return model;
  }

  /// The share of the first mode in the displacement across.
  double amplitude() {
    const VectorXd nodes = read_output(simulation, "wire.shape");
    double sum = mass * shape[0] * nodes[0];
    for (Eigen::Index i = 0; i < 20; ++i) {
      const double of_element = i == 0 ? 25.0 : 50.0;
      sum += of_element * shape[static_cast<std::size_t>(i)] * nodes[3 * i];
    }
    return sum;
  }

  /// Swings for five minutes and returns the period [s].
  double period() {
    double before = 0.0, first = 0.0, last = 0.0;
    int crossings = 0;
    for (int i = 1; i <= 3000; ++i) {
      simulation.step();
      const double now = amplitude();
      if (before < 0.0 && now >= 0.0) {
        last = 0.1 * (i - now / (now - before));
        if (crossings++ == 0) first = last;
      }
      before = now;
    }
    CHECK(crossings > 10);
    return (last - first) / (crossings - 1);
  }
};

}  // namespace

TEST_CASE(
    "line case: bodies of a thousandth to a thousand times the mass of their line swing right",
    "[solver][line]") {
  // omega of a heavy chain with a mass at its end: M omega^2 y = -M g y' at the mass. The stretch of the
  // wire is as long as if it were the same everywhere; 20 elements have errors of second order.
  CHECK(HangingMode(1.0, 100.0, 0.376419079).period() == Approx(16.691995).epsilon(2e-3));
  CHECK(HangingMode(1e3, 100.0, 0.330881235).period() == Approx(18.989246).epsilon(1e-3));
  CHECK(HangingMode(1e6, 110.0, 0.298658124).period() == Approx(21.038053).epsilon(5e-4));
}

namespace {

/// A weight that is let go beside the place under its wire, so that the wire snaps taut.
solver::Model let_go_beside() {
  solver::Model model;
  model.step_ns = nanoseconds(0.05);
  model.bodies = {weightless_body("weight", 500.0, {50, 50, 50}, {40, 0, 980})};
  model.bodies[0].gravity = true;
  model.loads = {{"wire", dry_line("weight", {0, 0, 1000}, dry_section(60.0, 12, 5.0, 1e7))}};
  return model;
}

/// A weight on a chain that lies and falls on a bottom above the water.
solver::Model over_a_bottom() {
  solver::Model model = let_go_beside();
  auto& chain = model.loads[0].kind.get<solver::ElasticLine>();
  chain = dry_line("weight", {-60, 0, 960}, dry_section(120.0, 20, 20.0, 5e7));
  chain.above_bottom = false;
  chain.bottom.height = 960.0;
  chain.end_b.anchor = Vector3(-60, 0, 960);
  model.bodies[0].pose.position = {20, 0, 990};
  // A wire holds the weight above the bottom.
  model.loads.push_back({"top", dry_line("weight", {20, 0, 1030}, dry_section(38.0, 8, 2.0, 1e7))});
  return model;
}

/// Two weights over an eye with friction, one of them beside its place.
solver::Model over_an_eye() {
  solver::Model model = let_go_beside();
  model.bodies.push_back(weightless_body("other", 480.0, {50, 50, 50}, {-5, 0, 955}));
  model.bodies[0].pose.position = {10, 0, 957};
  model.bodies[1].gravity = true;
  auto& rope = model.loads[0].kind.get<solver::ElasticLine>();
  rope.end_b = {};
  rope.end_b.body = "other";
  rope.sections[0] = dry_section(95.0, 19, 5.0, 1e7);
  rope.eyes = {{45.0, "", {0, 0, 1000}, 0.15, 0.0}};
  return model;
}

/// A wire between two places that breaks: both parts swing.
solver::Model two_parts() {
  solver::Model model = let_go_beside();
  model.bodies[0].motion = solver::Motion::kStatic;
  model.bodies[0].pose.position.z() = 1000.0;
  model.loads[0].kind.get<solver::ElasticLine>().breaks = {{25.0, 1.0, {}}};
  return model;
}

}  // namespace

TEST_CASE("line case: in ten minutes no step raises the energy by a thousand-millionth",
          "[solver][line][energy]") {
  const auto scene =
      GENERATE(as<solver::Model (*)()>(), let_go_beside, over_a_bottom, over_an_eye, two_parts);
  Simulation simulation(scene());
  // Relative to what the weights can fall.
  CHECK(energy_growth(simulation, 12'000) <= 1e-9 * 500.0 * kOfCases * 60.0);
}
