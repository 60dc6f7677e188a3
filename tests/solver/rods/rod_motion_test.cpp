/// @file Motions of rods without bending: whips, snaps, pendulums and small vibrations.
#include <cmath>

#include "solver/loads/rods/linear_rod.hpp"
#include "tests/solver/rods/rod_scenes.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

/// A line of equal elements, held at the first end.
DiscreteRod hanging(std::size_t count, const Element& element,
                    const std::vector<Lump>& lumps = {}) {
  return {std::vector<Element>(count, element), {EndKind::kPinned}, {EndKind::kFree}, lumps};
}

void run(LineAlone& line, double h, double duration) {
  const long steps = std::lround(duration / h);
  for (long i = 0; i < steps; ++i) line.step(h);
}

void check_place(const Vector3& at, double x, double z, double margin) {
  CHECK(at.x() == Approx(x).epsilon(0).margin(margin));
  CHECK(at.z() == Approx(z).epsilon(0).margin(margin));
}

/// Lets a line go and returns the greatest relative growth of its energy in a step.
double growth(LineAlone& line, double h, double duration) {
  const double scale =
      std::abs(line.force.back().z()) * 200.0 * static_cast<double>(line.mass.size());
  double worst = 0.0, before = line.energy();
  for (long i = 0; i < std::lround(duration / h); ++i) {
    line.step(h);
    const double after = line.energy();
    worst = std::max(worst, (after - before) / scale);
    before = after;
  }
  return worst;
}

}  // namespace

// Places of a stiff integration of the same five springs and masses.
TEST_CASE("rod: a whip moves as its springs and masses do", "[solver][rods]") {
  Element element = element_of(2.0, 2e6, 4.0);
  element.damping_time = 0.002;
  LineAlone whip(hanging(5, element), {0, 0, 0}, {10, 0, 0});
  run(whip, 1e-3, 0.5);
  check_place(whip.state.position[5], 9.72553, -1.22625, 0.005);
  run(whip, 1e-3, 0.5);
  check_place(whip.state.position[5], 7.65575, -4.90431, 0.005);
  run(whip, 1e-3, 0.25);
  check_place(whip.state.position[5], 5.12558, -7.62857, 0.005);
  check_place(whip.state.position[3], 1.87143, -5.69850, 0.005);
}

TEST_CASE("rod: no step of a whip raises its energy, whatever stiffness and step",
          "[solver][rods]") {
  for (const double stiffness : {1e6, 1e7, 1e8, 1e9}) {
    for (const double h : {0.01, 0.02, 0.05, 0.1}) {
      LineAlone whip(hanging(20, element_of(10.0, stiffness, 50.0)), {0, 0, 0}, {200, 0, 0});
      INFO("EA " << stiffness << " h " << h);
      CHECK(growth(whip, h, 60.0) < 1e-9);
      const RodMotion::Count& count = whip.motion.count();
      INFO("solutions " << count.solutions << " safe steps " << count.safe_steps);
      CHECK(static_cast<double>(count.solutions) < 1.7 * static_cast<double>(count.steps));
      CHECK(count.safe_steps <= 2);
    }
  }
}

// 2000 kg at 2 m/s where its wire comes taut; results of a stiff integration of the same elements
// without damping. The wave that rings in the wire decays by the least lag of a step: at 1e-4 s the
// greatest tension is 2.3 and 4.9 % lower than it is without, at 1e-5 s that of 80 elements 1.6 %.
TEST_CASE("rod: a falling mass snaps its wire", "[solver][rods]") {
  struct Result {
    std::size_t elements;
    double tension, lowest, tolerance;
  };
  for (const Result& result :
       {Result{20, 103027, 0.172189, 0.01}, Result{40, 105959, 0.172114, 0.01},
        Result{80, 107582, 0.172076, 0.017}}) {
    const double length = 20.0 / static_cast<double>(result.elements);
    std::vector<Lump> lumps(result.elements + 1);
    lumps.back() = {2000.0, 2000.0 * kGravity};
    LineAlone wire(hanging(result.elements, element_of(length, 1e7, 5.0), lumps), {0, 0, 0},
                   {0, 0, -20});
    wire.state.velocity.back().z() = -2.0;
    double tension = 0.0, lowest = 0.0;
    for (int i = 0; i < 15000; ++i) {
      wire.step(1e-5);
      tension = std::max(tension, wire.state.tension[0]);
      lowest = std::max(lowest, -20.0 - wire.state.position.back().z());
    }
    CHECK(tension == Approx(result.tension).epsilon(result.tolerance));
    CHECK(lowest == Approx(result.lowest).epsilon(0.01));
  }
}

// M g + sqrt((M g)^2 + k M v^2) with k = EA/L, to the least lag of a step.
TEST_CASE("rod: a falling mass snaps a wire without mass", "[solver][rods]") {
  LineAlone wire(hanging(1, element_of(20.0, 1e7, 1e-6), {Lump{}, {2000.0, 2000.0 * kGravity}}),
                 {0, 0, 0}, {0, 0, -20});
  wire.state.velocity.back().z() = -2.0;
  double tension = 0.0;
  for (int i = 0; i < 2000; ++i) {
    wire.step(1e-4);
    tension = std::max(tension, wire.state.tension[0]);
  }
  CHECK(tension == Approx(85838.913).epsilon(1e-3));
}

namespace {

/// A body of 1 kg on 10 m of a stiff light line, let go at 60 degrees.
struct Pendulum {
  LineAlone line;
  double start = line.energy(), energy = start, growth = 0.0;
  int crossings = 0;

  explicit Pendulum(std::size_t elements)
      : line(make(elements), {0, 0, 0}, {10.0 * std::sqrt(0.75), 0, -5.0}) {}

  static DiscreteRod make(std::size_t elements) {
    std::vector<Lump> lumps(elements + 1);
    lumps.back() = {1.0, kGravity};
    return hanging(elements, element_of(10.0 / static_cast<double>(elements), 1e9, 0.001), lumps);
  }

  /// Swings for a minute and returns the period [s].
  double swing(double h) {
    double first = 0.0, last = 0.0, before = line.state.position.back().x();
    for (double time = h; time < 60.0; time += h) {
      line.step(h);
      growth = std::max(growth, line.energy() - energy);
      energy = line.energy();
      const double x = line.state.position.back().x();
      if (x <= 0.0 && before > 0.0) {
        last = time - h * x / (x - before);
        if (crossings++ == 0) first = last;
      }
      before = x;
    }
    return (last - first) / (crossings - 1);
  }
};

}  // namespace

// Period of a pendulum of 10 m at 60 degrees: 4 sqrt(L/g) K(sin 30).
TEST_CASE("rod: a light body on a stiff wire swings as a pendulum in coarse steps",
          "[solver][rods]") {
  Pendulum pendulum(5);
  CHECK(pendulum.swing(0.1) == Approx(6.807987).epsilon(5e-4));
  const double depth = 0.5 * 10.0 * kGravity;  // energy between 60 degrees and the lowest point [J]
  CHECK(pendulum.crossings == 9);
  CHECK(pendulum.growth < 1e-8 * depth);
  CHECK(pendulum.start - pendulum.energy < 0.01 * depth);
  // A single element loses nothing, so that the error of the midpoint rule, of order 2, is seen.
  CHECK(Pendulum(1).swing(0.1) == Approx(6.807987).epsilon(1.1e-3));
  CHECK(Pendulum(1).swing(0.05) == Approx(6.807987).epsilon(2.8e-4));
}

TEST_CASE("rod: bodies of any mass on a wire of 1 t keep their energy", "[solver][rods]") {
  for (const double mass : {1.0, 1e3, 1e6}) {
    std::vector<Lump> lumps(21);
    lumps.back() = {mass, mass * kGravity};
    LineAlone wire(hanging(20, element_of(5.0, 1e8, 10.0), lumps), {0, 0, 0}, {80, 0, -60});
    INFO("mass " << mass);
    CHECK(growth(wire, 0.1, 60.0) < 1e-9);
  }
}

// (2 c/l) sin(k l/2) of a chain of springs and masses, k = (2 j - 1) pi/2L.
TEST_CASE("rod: frequencies along a rod are those of its springs and masses", "[solver][rods]") {
  LineAlone rod(hanging(20, element_of(50.0, 3e8, 30.0)), {0, 0, 0}, {1000, 0, 0});
  const VectorXd omega =
      LinearRod::about(rod.rod, rod.state.position, rod.mass).frequencies().tail(20);
  CHECK(omega[0] == Approx(4.966018).epsilon(2e-7));
  CHECK(omega[1] == Approx(14.867435).epsilon(2e-7));
  CHECK(omega[2] == Approx(24.677191).epsilon(2e-7));
  const double rate = std::sqrt(3e8 / 30.0) / 50.0;
  for (int j = 1; j <= 20; ++j) {
    CHECK(omega[j - 1] ==
          Approx(2.0 * rate * std::sin((2 * j - 1) * 3.14159265358979324 / 80.0)).epsilon(1e-9));
  }
}

// tan(kL) kL = m L/M of a rod with a body at its end, to the error of 200 elements.
TEST_CASE("rod: frequencies of a rod with a body at its end", "[solver][rods]") {
  std::vector<Lump> lumps(201);
  lumps.back().mass = 3e4;
  LineAlone rod(hanging(200, element_of(5.0, 3e8, 30.0), lumps), {0, 0, 0}, {1000, 0, 0});
  const VectorXd omega =
      LinearRod::about(rod.rod, rod.state.position, rod.mass).frequencies().tail(200);
  CHECK(omega[0] == Approx(2.720614).epsilon(1e-4));
  CHECK(omega[1] == Approx(10.832757).epsilon(1e-4));
}

// A front of F/mc runs with the speed c = sqrt(EA/m) and is doubled where the rod is held.
TEST_CASE("rod: a force put on the end of a rod sends a wave through it", "[solver][rods]") {
  LineAlone rod(hanging(200, element_of(5.0, 3e8, 30.0)), {0, 0, 0}, {1000, 0, 0});
  for (Vector3& force : rod.force) force.setZero();
  rod.force.back().x() = 1e5;
  const double h = 1e-3, front = 1000.0 / std::sqrt(3e8 / 30.0);
  double time = 0.0;
  while (time < 2.9 * front) {
    rod.step(h);
    time += h;
    // A chain of springs and masses rings behind a front: 0.16 of its time to settle to 0.5 %.
    const double passed = time / front;
    if (passed > 0.16 && passed < 1.9) {
      CHECK(rod.state.velocity.back().x() == Approx(1.054093).epsilon(0.005));
    }
    if (passed < 0.93) CHECK(std::abs(rod.state.tension[0]) < 0.005 * 2e5);
    if (passed > 1.12 && passed < 2.89) CHECK(rod.state.tension[0] == Approx(2e5).epsilon(0.005));
  }
}

// The chain of springs and masses itself, as the sum of its modes, theta_j = (2 j - 1) pi/(2 N):
//   T = F - sum 2 F (-1)^(j+1)/(N m l omega_j^2) EA/l sin theta_j cos omega_j t,
// of which the front, its place, its slope and what rings behind it are a part.
TEST_CASE("rod: a front is that of its springs and masses", "[solver][rods]") {
  constexpr int kCount = 200;
  constexpr double kForce = 1e5, h = 2e-5, kPi4 = 3.14159265358979324 / (4 * kCount);
  LineAlone rod(hanging(kCount, element_of(5.0, 3e8, 30.0)), {0, 0, 0}, {1000, 0, 0});
  for (Vector3& force : rod.force) force.setZero();
  rod.force.back().x() = kForce;
  const double front = 1000.0 / std::sqrt(3e8 / 30.0);
  double worst = 0.0, arrival = 0.0, time = 0.0;
  for (int i = 1; time < 1.5 * front; ++i) {
    rod.step(h);
    time = i * h;
    if (arrival == 0.0 && rod.state.tension[0] > kForce) arrival = time;
    if (i % 20 != 0) continue;
    double exact = kForce;
    for (int j = 1; j <= kCount; ++j) {
      const double theta = (2 * j - 1) * 2.0 * kPi4;
      const double omega = 2.0 * std::sqrt(3e8 / 30.0) / 5.0 * std::sin(0.5 * theta);
      const double share = 2.0 / (kCount * 150.0 * omega * omega) * 3e8 / 5.0 * std::sin(theta);
      exact -= (j % 2 == 1 ? 1.0 : -1.0) * kForce * share * std::cos(omega * (time - 0.5 * h));
    }
    worst = std::max(worst, std::abs(rod.state.tension[0] - exact));
  }
  // The least lag of a step damps the fastest modes: 1.3 % of the tension there.
  CHECK(worst < 0.015 * 2.0 * kForce);
  // Half of it has come at L/c, to the width of an element.
  CHECK(arrival == Approx(front).epsilon(2.0 / kCount));
}

// Irvine's cable with its real sag; frequencies by a boundary-value solver.
TEST_CASE("rod: small vibrations of a sagging cable", "[solver][rods]") {
  const double length = 401.752252 / 100.0;
  LineAlone cable({std::vector<Element>(100, element_of(length, 2e8, 40.0)), {}, {}}, {-200, 0, 0},
                  {200, 0, 0});
  cable.rest();
  CHECK(-cable.state.position[50].z() == Approx(19.643).epsilon(1e-3));
  const VectorXd omega =
      LinearRod::about(cable.rod, cable.state.position, cable.mass).frequencies();
  const double expected[] = {0.785201, 1.553096, 1.568123, 1.921141, 2.351559, 2.565449};
  for (int i = 0; i < 6; ++i) CHECK(omega[i] == Approx(expected[i]).epsilon(2e-3));
}

// The first antisymmetric mode, of 1.553096 rad/s, after the cable was pulled at a quarter.
TEST_CASE("rod: a plucked cable swings with its frequency", "[solver][rods]") {
  LineAlone cable({std::vector<Element>(100, element_of(401.752252 / 100.0, 2e8, 40.0)), {}, {}},
                  {-200, 0, 0}, {200, 0, 0});
  cable.rest();
  const LinearRod linear = LinearRod::about(cable.rod, cable.state.position, cable.mass);
  CHECK(linear.frequencies()[1] == Approx(1.553096).epsilon(2e-3));
  const VectorXd mode = linear.modes().col(1);
  const double rest = cable.state.position[25].z();
  for (Eigen::Index i = 0; i < 99; ++i) {
    cable.state.velocity[static_cast<std::size_t>(i + 1)] =
        mode.segment<3>(3 * i) / mode.cwiseAbs().maxCoeff() * 0.1;
  }
  const double h = 0.02;
  double before = 0.0, first = 0.0, last = 0.0;
  int crossings = 0;
  for (double time = h; time < 60.0; time += h) {
    cable.step(h);
    const double at = cable.state.position[25].z() - rest;
    if (before < 0.0 && at >= 0.0) {
      last = time - h * at / (at - before);
      if (crossings++ == 0) first = last;
    }
    before = at;
  }
  CHECK(2.0 * 3.14159265358979324 * (crossings - 1) / (last - first) ==
        Approx(1.553096).epsilon(2e-3));
}
