/// @file Lines in linear models: their impedance, the waves on them, and the same in simulations.
#include <cmath>

#include "solver/linearisation/linearisation.hpp"
#include "solver/linearisation/output_response.hpp"
#include "solver/model/loads/elastic_line.hpp"
#include "tests/solver/lines/line_energy.hpp"
#include "tests/support/touching_bodies.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Linearization;
using solver::OperatingPoint;
using solver::Simulation;

namespace {

/// Where bodies are at t = 0, whatever forces act there.
Linearization linear_at_start(const solver::Model& model) {
  return {model, nullptr, {OperatingPoint::kRest, solver::RadiationSource::kMemoryData}, nullptr};
}

/// A body that moves across a heavy wire in air, which sags between it and an anchor.
solver::Model sagging(double body_mass, int elements) {
  solver::Model model;
  model.step_ns = nanoseconds(0.02);
  solver::RigidBody body =
      weightless_body("body", body_mass, Vector3::Constant(1e6), {0.0, 0.0, 1000.0});
  body.free = {false, true, false, false, false, false};
  model.bodies = {body};
  solver::ElasticLine wire;
  wire.end_a.body = "body";
  wire.end_b.anchor = Vector3(400.0, 0.0, 1000.0);
  solver::LineSection section;
  section.length = 401.752252;
  section.elements = elements;
  section.diameter = 0.01;
  section.mass_per_length = 40.0;
  section.axial_stiffness = 2e8;
  section.damping_time = 0.0;
  wire.sections = {section};
  wire.waves = false;
  wire.above_bottom = true;
  model.loads = {{"wire", wire}};
  return model;
}

/// A buoy in waves, on a chain from the bottom.
solver::Model buoy_in_waves(bool waves) {
  solver::Model model;
  model.step_ns = nanoseconds(0.05);
  model.water_depth = 100.0;
  model.bodies = {weightless_body("buoy", 2e5, Vector3::Constant(1e6), {0.0, 0.0, -10.0})};
  solver::ElasticLine line;
  line.end_a.body = "buoy";
  line.end_b.anchor = Vector3(80.0, 0.0, -60.0);
  solver::LineSection section;
  section.length = 94.0;
  section.elements = 20;
  section.diameter = 0.2;
  section.mass_per_length = 60.0;
  section.axial_stiffness = 5e7;
  line.sections = {section};
  line.waves = waves;
  line.above_bottom = true;
  model.loads = {{"line", line}};
  return model;
}

/// First harmonic of the tension at end a over some periods, once the waves are steady [N].
Complex tension_in_waves(const solver::Model& model, double omega) {
  Simulation simulation(model);
  const double step = 1e-9 * static_cast<double>(model.step_ns);
  const int steps = static_cast<int>(std::lround(kTwoPi / omega / step));
  for (int i = 0; i < 20 * steps; ++i) simulation.step();
  Complex sum = 0.0;
  for (int i = 0; i < 5 * steps; ++i) {
    simulation.step();
    // the output is the mean over the step
    const double time = step * (20 * steps + i + 0.5);
    sum += read_number(simulation, "line.tension") * std::polar(1.0, -omega * time);
  }
  return 2.0 / (5.0 * steps) * sum;
}

/// The reactance C - omega^2 (M + A) + Re Z of one dof.
double reactance(const Linearization& linear, Eigen::Index dof, double omega) {
  return linear.matrices().restoring(dof, dof) - omega * omega * linear.matrices().mass(dof, dof) +
         linear.lines().impedance(omega)(dof, dof).real();
}

/// Lowest zero of the reactance between two frequencies, by halving.
double resonance(const Linearization& linear, Eigen::Index dof, double low, double high) {
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (reactance(linear, dof, middle) > 0.0 ? low : high) = middle;
  }
  return low;
}

/// A wire along x from a body that moves along it to an anchor 100 m off, high in the air, with a
/// tension of 1e5 N.
solver::Model taut_wire(bool eye, double friction, double EA = 1e8) {
  solver::Model model;
  model.step_ns = nanoseconds(0.02);
  solver::RigidBody body = weightless_body("body", 1e4, Vector3::Constant(1e6), {0, 0, 1000});
  body.free = {true, false, false, false, false, false};
  model.bodies = {body};
  solver::ElasticLine wire;
  wire.end_a.body = "body";
  wire.end_b.anchor = Vector3(100.0, 0.0, 1000.0);
  solver::LineSection section;
  section.length = 100.0 / (1.0 + 1e5 / EA);
  section.elements = 20;
  section.diameter = 0.01;
  section.mass_per_length = 8.0;
  section.axial_stiffness = EA;
  section.damping_time = 0.002;
  wire.sections = {section};
  wire.waves = false;
  wire.above_bottom = true;
  if (eye) {
    solver::LineEye at;
    at.arc = 0.4 * section.length;
    at.point = {40.0, 0.0, 1000.0};
    at.friction = friction;
    wire.eyes = {at};
  }
  model.gravity = 1e-9;  // no sag
  model.loads = {{"wire", wire}};
  return model;
}

/// A weight on a heavy wire that runs over a point from another, where it hangs through, all at rest
/// (W13): 103.13 m between the points, of which one is a node, have 25374 N there.
solver::Model hung(double EA) {
  solver::Model model;
  model.step_ns = nanoseconds(0.02);
  const double g = 9.81, w = 200.0, strain = 24000.0 / EA;
  const double spacing = 103.129843 / (1.0 + strain) / 40.0, length = 11.0 * spacing;
  const double force = 25374.031 - w * length;
  const double stretched = length * (1.0 + (force + 0.5 * w * length) / EA);
  solver::RigidBody weight =
      weightless_body("weight", force / g, {500, 500, 500}, {100, 0, 1000.0 - stretched});
  weight.free = {false, false, true, false, false, false};
  weight.gravity = true;
  solver::RigidBody fast = weightless_body("A", 1.0, {1, 1, 1}, {0, 0, 1000});
  fast.motion = solver::Motion::kStatic;
  model.bodies = {weight, fast};
  solver::ElasticLine line;
  line.end_a.body = "A";
  line.end_b.body = "weight";
  solver::LineSection section;
  section.length = 51.0 * spacing;
  section.elements = 51;
  section.diameter = 0.01;
  section.mass_per_length = w / g;
  section.axial_stiffness = EA;
  section.damping_time = 0.0;
  section.drag = section.axial_drag = 0.0;
  line.sections = {section};
  line.waves = false;
  line.above_bottom = true;
  solver::LineEye eye;
  eye.arc = 40.0 * spacing;
  eye.point = {100.0, 0.0, 1000.0};
  line.eyes = {eye};
  model.loads = {{"line", line}};
  return model;
}

}  // namespace

TEST_CASE("line in a linear model: nothing is added to its stiffness at rest", "[solver][line]") {
  const Linearization linear = linear_at_start(sagging(2e4, 40));
  CHECK_FALSE(linear.lines().empty());
  CHECK(linear.lines().impedance(0.0).isZero(0.0));
  const MatrixXcd slow = linear.lines().impedance(1e-3);
  const MatrixXd mass = linear.lines().slow_mass();
  CHECK((slow.real() + 1e-6 * mass).cwiseAbs().maxCoeff() < 1e-4 * 1e-6 * mass(0, 0));
  // A third of the mass of the wire sways with one end, but for its sag.
  CHECK(mass(1, 1) == Approx(40.0 * 401.75 / 3.0).epsilon(5e-3));
}

TEST_CASE("line in a linear model: a model without lines has none", "[solver][line]") {
  solver::Model model = sagging(2e4, 10);
  model.loads.clear();
  const Linearization linear = linear_at_start(model);
  CHECK(linear.lines().empty());
  CHECK(linear.lines().impedance(1.0).isZero(0.0));
}

TEST_CASE("line in a linear model: a body on a heavy wire swings with it as in a simulation",
          "[solver][line]") {
  const double body_mass = GENERATE(2e4, 2e3);
  solver::Model model = sagging(body_mass, 40);
  const Linearization linear = linear_at_start(model);
  const double omega = resonance(linear, 1, 0.05, 0.7);
  const double without = std::sqrt(linear.matrices().restoring(1, 1) / body_mass);
  CAPTURE(body_mass, omega, without);
  CHECK(omega < 0.99 * without);
  // The mode has the inertia of the wire in slow motions, which is too small near its own modes.
  const std::vector<solver::NaturalMode> modes = linear.modes();
  REQUIRE(modes.size() == 1);
  CAPTURE(modes[0].omega);
  CHECK(modes[0].omega == Approx(omega).epsilon(body_mass > 1e4 ? 0.01 : 0.08));

  // The body moves as A cos(omega t) and the wire in its own mode with it; start from a push and
  // measure zero crossings over some periods.
  model.bodies[0].linear_velocity = {0.0, 0.02, 0.0};
  Simulation simulation(model);
  std::vector<double> crossings;
  double before = 0.0;
  const double step = 0.02;
  for (int i = 1; i * step < 12.0 * kTwoPi / omega; ++i) {
    simulation.step();
    const double y = read_output(simulation, "body.displacement")[1];
    if (before < 0.0 && y >= 0.0) crossings.push_back(step * (i - y / (y - before)));
    before = y;
  }
  REQUIRE(crossings.size() > 8);
  const double period =
      (crossings.back() - crossings.front()) / static_cast<double>(crossings.size() - 1);
  CAPTURE(kTwoPi / period);
  CHECK(kTwoPi / period == Approx(omega).epsilon(body_mass > 1e4 ? 5e-4 : 5e-3));
}

TEST_CASE("line in a linear model: waves pull at a body that is held as in a simulation",
          "[solver][line]") {
  const double amplitude = GENERATE(0.05, 1.0), omega = kTwoPi / 8.0;
  solver::Model model = buoy_in_waves(true);
  model.step_ns = nanoseconds(0.02);
  model.sea = hydro::Sea({{omega, amplitude, 0.0, 0.4}}, model.water_depth, model.gravity, 0.0);
  const Linearization linear = linear_at_start(model);
  const Vector3 mean = linear.mean().unbalanced_force[0].head<3>();
  const solver::WaveForces waves =
      linear.waves().at({VectorXd::Constant(1, omega), VectorXd::Constant(1, 0.4)});
  const Complex expected =
      amplitude / mean.norm() * mean.cast<Complex>().dot(waves.force[0].col(0).head<3>());
  model.bodies[0].motion = solver::Motion::kStatic;
  const Complex found = tension_in_waves(model, omega);
  CAPTURE(amplitude, expected, found, mean.norm());
  CHECK(std::abs(found - expected) < 0.01 * std::abs(expected));
}

TEST_CASE("line in a linear model: without waves on it only the body moves it", "[solver][line]") {
  solver::Model model = buoy_in_waves(false);
  model.sea = hydro::Sea({{0.8, 1.0, 0.0, 0.0}}, model.water_depth, model.gravity, 0.0);
  const Linearization linear = linear_at_start(model);
  const solver::WaveForces waves =
      linear.waves().at({VectorXd::Constant(1, 0.8), VectorXd::Zero(1)});
  CHECK(waves.force[0].isZero(0.0));
  CHECK(linear.lines().slow_damping().isZero(0.0) == false);  // internal damping
}

TEST_CASE("line in a linear model: its drag follows the height of the sea", "[solver][line]") {
  const auto damping = [](double amplitude) {
    solver::Model model = buoy_in_waves(true);
    model.loads.front().kind.get<solver::ElasticLine>().sections[0].damping_time = 0.0;
    if (amplitude > 0.0) {
      model.sea = hydro::Sea({{0.8, amplitude, 0.0, 0.0}, {1.0, amplitude, 1.0, 0.7}},
                             model.water_depth, model.gravity, 0.0);
    }
    const Linearization linear = linear_at_start(model);
    bool said = false;
    for (const Finding& finding : linear.mean().findings) {
      said = said ||
             finding.message.find(amplitude > 0.0 ? "equal work" : "no waves") != std::string::npos;
    }
    CHECK(said);
    return linear.lines().slow_damping()(2, 2);
  };
  CHECK(damping(0.0) == 0.0);
  CHECK(damping(0.1) > 0.0);
  CHECK(damping(0.01) == Approx(0.1 * damping(0.1)).epsilon(0.02));
}

TEST_CASE("line in a linear model: bodies that sway alike carry its whole mass, clamped or not",
          "[solver][line]") {
  const bool clamped = GENERATE(false, true);
  solver::Model model = sagging(2e4, 12);
  solver::RigidBody other =
      weightless_body("other", 1e4, Vector3::Constant(1e6), {401.0, 30.0, 1000.0});
  other.pose.attitude = Quaternion(Eigen::AngleAxisd(1.1, Vector3::UnitZ()));
  model.bodies.push_back(other);
  model.bodies[0].free = {true, true, true, true, true, true};
  solver::ElasticLine& line = model.loads.front().kind.get<solver::ElasticLine>();
  line.end_a.point = {1.0, -2.0, 0.5};
  line.end_b.anchor.reset();
  line.end_b.body = "other";
  line.end_b.point = {-1.0, 0.0, 0.0};
  if (clamped) {
    line.sections[0].bending_stiffness = 5e4;
    line.end_a.direction = Vector3(1.0, 0.0, -0.2);
    line.end_b.direction = Vector3(-1.0, 0.5, -0.2);
    line.end_b.turning_stiffness = 1e6;
  }
  const Linearization linear = linear_at_start(model);
  const MatrixXd mass = linear.lines().slow_mass();
  for (const Vector3& way : {Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)}) {
    VectorXd sway = VectorXd::Zero(12);
    for (const std::size_t body : {0U, 1U}) {
      const Matrix3 heading(Eigen::AngleAxisd(linear.rest_heading(body), Vector3::UnitZ()));
      sway.segment<3>(6 * static_cast<Eigen::Index>(body)) = heading.transpose() * way;
    }
    CHECK(sway.dot(mass * sway) == Approx(40.0 * 401.752252).epsilon(1e-6));
    const MatrixXcd Z = linear.lines().impedance(1.7);
    CHECK((Z - Z.transpose()).cwiseAbs().maxCoeff() < 1e-9 * Z.cwiseAbs().maxCoeff());
  }
}

TEST_CASE("line in a linear model: a chain that is slack on the bottom", "[solver][line]") {
  solver::Model model = buoy_in_waves(true);
  model.water_depth = 60.0;
  solver::ElasticLine& line = model.loads.front().kind.get<solver::ElasticLine>();
  line.above_bottom = false;
  line.sections[0].length = 150.0;
  const Linearization linear = linear_at_start(model);
  const MatrixXcd Z = linear.lines().impedance(0.5);
  CHECK(Z.allFinite());
  CHECK(Z(2, 2).real() < 0.0);
  CHECK(linear.lines().slow_mass()(2, 2) > 0.0);
}

TEST_CASE("line in a linear model: motions in waves have its impedance", "[solver][line]") {
  const Linearization linear = linear_at_start(buoy_in_waves(true));
  const double omega = 0.9;
  const solver::WaveSelection waves{VectorXd::Constant(1, omega), VectorXd::Constant(1, 0.3)};
  const solver::WaveForces forces = linear.waves().at(waves);
  const VectorXcd moved = solver::motion_response(linear, waves, forces)[0].col(0);
  const solver::LinearMatrices& matrices = linear.matrices();
  const MatrixXcd all = (matrices.restoring - omega * omega * matrices.mass).cast<Complex>() +
                        linear.lines().impedance(omega);
  CHECK((all * moved - forces.force[0].col(0)).norm() < 1e-9 * forces.force[0].norm());
  CHECK(forces.force[0].norm() > 0.0);
}

TEST_CASE("line with eyes in a linear model: it slips without friction as if there were no eye",
          "[solver][line]") {
  const Linearization whole = linear_at_start(taut_wire(false, 0.0));
  const Linearization slips = linear_at_start(taut_wire(true, 0.0));
  // Strains of 1e-3 enter where the length that slips is unstretched.
  CHECK(slips.matrices().restoring(0, 0) == Approx(whole.matrices().restoring(0, 0)).epsilon(3e-3));
  CHECK(whole.matrices().restoring(0, 0) == Approx(1e6).epsilon(3e-3));
  CHECK(slips.lines().impedance(0.0).isZero(1e-6));
  CHECK(slips.lines().slow_mass()(0, 0) == Approx(whole.lines().slow_mass()(0, 0)).epsilon(5e-3));
  CHECK(slips.lines().slow_damping()(0, 0) ==
        Approx(whole.lines().slow_damping()(0, 0)).epsilon(5e-3));
  for (const double omega : {5.0, 30.0, 80.0}) {
    const Complex expected = whole.lines().impedance(omega)(0, 0);
    const Complex found = slips.lines().impedance(omega)(0, 0);
    CAPTURE(omega, expected, found);
    CHECK(std::abs(found - expected) < 6e-3 * std::abs(expected));
  }
}

TEST_CASE("line with eyes in a linear model: friction holds it at the eye", "[solver][line]") {
  const Linearization held = linear_at_start(taut_wire(true, 0.2));
  // EA/l of the 40 m before the eye, and a third of their mass.
  CHECK(held.matrices().restoring(0, 0) == Approx(2.5e6).epsilon(3e-3));
  CHECK(held.lines().slow_mass()(0, 0) == Approx(8.0 * 40.0 / 3.0).epsilon(1e-2));
}

TEST_CASE("line with eyes in a linear model: a weight heaves on it as in a simulation",
          "[solver][line]") {
  solver::Model model = hung(GENERATE(1e8, 5e6));
  const Linearization linear = linear_at_start(model);
  const auto reactance = [&](double omega) {
    return linear.matrices().restoring(2, 2) - omega * omega * linear.matrices().mass(2, 2) +
           linear.lines().impedance(omega)(2, 2).real();
  };
  double low = 0.05;
  while (low < 4.0 && reactance(low + 0.01) > 0.0) low += 0.01;
  double high = low + 0.01;
  REQUIRE(reactance(high) < 0.0);
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (reactance(middle) > 0.0 ? low : high) = middle;
  }
  model.bodies[0].linear_velocity = {0.0, 0.0, 0.02};
  Simulation simulation(model);
  std::vector<double> crossings;
  double before = 0.0, mean = 0.0;
  const double step = 0.02;
  const int steps = static_cast<int>(8.0 * kTwoPi / low / step);
  std::vector<double> heave;
  for (int i = 0; i < steps; ++i) {
    simulation.step();
    heave.push_back(read_output(simulation, "weight.displacement")[2]);
    mean += heave.back() / steps;
  }
  for (int i = 0; i < steps; ++i) {
    const double z = heave[static_cast<std::size_t>(i)] - mean;
    if (before < 0.0 && z >= 0.0) crossings.push_back(step * (i - z / (z - before)));
    before = z;
  }
  REQUIRE(crossings.size() > 5);
  const double period =
      (crossings.back() - crossings.front()) / static_cast<double>(crossings.size() - 1);
  CAPTURE(low, kTwoPi / period);
  CHECK(kTwoPi / period == Approx(low).epsilon(0.01));
}
