/// @file Ropes whose tension is not proportional to their strain: curves, creep, energy.
#include "solver/loads/rods/stretch.hpp"

#include <cmath>

#include "hydro/base/error.hpp"
#include "solver/loads/rods/rod_impedance.hpp"
#include "tests/solver/rods/rod_scenes.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

/// f = 1e5 e up to .1, then 4e5 e up to .2, then 2e5 e.
std::shared_ptr<const TensionCurve> kinked() {
  return std::make_shared<const TensionCurve>(std::vector{0.1, 0.2}, std::vector{1e4, 5e4}, 2e5);
}

/// A rope that creeps: EA 1e5, K 3e5, t_r 2 s.
Element creeping(double length, double mass) {
  Element element = element_of(length, 1e5, mass);
  element.creep_stiffness = 3e5;
  element.relaxation_time = 2.0;
  return element;
}

/// A mass that hangs on one nearly weightless element of 10 m.
struct Weight {
  LineAlone line;

  Weight(const Element& element, double mass, double stretched)
      : line({{element}, {EndKind::kPinned}, {EndKind::kFree}, {Lump{}, {mass, mass * kGravity}}},
             {0, 0, 0}, {0, 0, -10.0 - stretched}) {}
  double stretch() const { return -10.0 - line.state.position.back().z(); }
};

double energy_with_creep(const LineAlone& line) {
  return line.energy() - elastic_energy(line.rod, line.state.position, 1.0) +
         elastic_energy(line.rod, line.state.position, 1.0, {}, {line.state.creep, 0.0});
}

}  // namespace

TEST_CASE("stretch: a curve, its energy and its inverse", "[solver][rods]") {
  const auto curve = kinked();
  CHECK(curve->tension(0.05) == Approx(5e3));
  CHECK(curve->tension(0.15) == Approx(3e4));
  CHECK(curve->tension(0.25) == Approx(6e4));
  CHECK(curve->tension(-0.1) == Approx(-1e4));
  CHECK(curve->slope(0.1) == Approx(4e5));
  CHECK(curve->greatest_slope() == Approx(4e5));
  CHECK(curve->energy(0.1) == Approx(500.0));
  CHECK(curve->energy(0.25) == Approx(500.0 + 3000.0 + 2750.0));
  for (const double e : {-0.05, 0.03, 0.1, 0.17, 0.4}) {
    CHECK(curve->strain_where(2e-5, e + 2e-5 * curve->tension(e)) == Approx(e));
  }
  CHECK_THROWS_WITH(TensionCurve({0.1, 0.2}, {2e4, 1e4}, 1e5),
                    "the strains and tensions of a curve must ascend strictly from 0, got 20000 N "
                    "at 0.1");
  CHECK_THROWS_WITH(TensionCurve({0.1}, {}, 1e5), Catch::StartsWith("a tension curve must have a"));
}

TEST_CASE("stretch: a weight falls into a rope as deep as its energy says", "[solver][rods]") {
  Element element = element_of(10.0, 2e5, 1e-3);
  element.curve = kinked();
  Weight weight(element, 800.0, 0.0);
  double deepest = 0.0;
  for (int i = 0; i < 3000; ++i) {
    weight.line.step(1e-3);
    deepest = std::max(deepest, weight.stretch());
  }
  // m g e = F(e), with x = e - .1: 784.8 + 7848 x = 500 + 1e4 x + 2e5 x^2.
  const double x = (-2152.0 + std::sqrt(2152.0 * 2152.0 + 8e5 * 284.8)) / 4e5;
  CHECK(deepest == Approx(10.0 * (0.1 + x)).epsilon(1e-3));
  // At rest it hangs at f = m g, in the first piece, with half of the rope's own weight.
  weight.line.rest();
  CHECK(weight.stretch() == Approx(0.784804905).epsilon(1e-9));
}

TEST_CASE("stretch: the tension of a stretched rope relaxes", "[solver][rods]") {
  LineAlone rope({std::vector<Element>(2, creeping(5.0, 0.1)), {}, {}}, {0, 0, 0}, {10.2, 0, 0});
  for (Vector3& force : rope.force) force.setZero();
  rope.state.creep.assign(2, 0.0);
  rope.state.tension.assign(2, 0.02 * 4e5);
  for (int i = 1; i <= 100; ++i) {
    rope.step(0.04);
    // At the middle of the step, whose mean tension it is.
    const double expected = 0.02 * (1e5 + 3e5 * std::exp(-(i - 0.5) * 0.04 / 2.0));
    CHECK(rope.state.tension[0] == Approx(expected).epsilon(1e-4));
  }
  CHECK(rope.state.creep[1] == Approx(0.02 * (1.0 - std::exp(-2.0))).epsilon(1e-4));
}

TEST_CASE("stretch: a rope creeps under a weight, in short and in long steps", "[solver][rods]") {
  // e = m g/EA (1 - K/(EA + K) exp(-t/T)), T = t_r (EA + K)/EA = 8 s.
  const double at_rest = 10.0 * 4905.0 / 1e5;
  for (const double h : {0.01, 0.2}) {
    Element element = creeping(10.0, 1e-3);
    element.damping_time = 0.05;
    Weight weight(element, 500.0, 0.25 * at_rest);
    weight.line.state.creep.assign(1, 0.0);
    weight.line.state.tension.assign(1, 4905.0);
    for (long i = 0; i < std::lround(16.0 / h); ++i) weight.line.step(h);
    INFO("h " << h);
    CHECK(weight.stretch() == Approx(at_rest * (1.0 - 0.75 * std::exp(-2.0))).epsilon(5e-3));
  }
}

TEST_CASE("stretch: a rope that has crept is slack before it is as short as it was",
          "[solver][rods]") {
  const Element element = creeping(10.0, 1.0);
  const Creep crept{0.04, 3e5};
  CHECK(free_strain(element, crept) == Approx(0.03));
  CHECK(elastic_tension(element, 10.29, crept) == 0.0);
  CHECK(elastic_tension(element, 10.4, crept) == Approx(4e3));
  CHECK(elastic_energy(element, 9.0, crept) == Approx(10.0 * (0.5e5 * 9e-4 + 1.5e5 * 1e-4)));
  Element curved = element;
  curved.curve = kinked();
  // f(e) = 3e5 (.2 - e): 1e4 + 4e5 (e - .1) = 6e4 - 3e5 e.
  CHECK(free_strain(curved, {0.2, 3e5}) == Approx(9e4 / 7e5));
}

TEST_CASE("stretch: no step of a whip raises its energy with a curve and creep", "[solver][rods]") {
  const bool curved = GENERATE(false, true), creeps = GENERATE(false, true);
  const double h = GENERATE(0.01, 0.05, 0.1);
  Element element = element_of(10.0, 1e7, 50.0);
  if (curved) {
    element.curve = std::make_shared<const TensionCurve>(std::vector{0.005, 0.01, 0.02},
                                                         std::vector{2e4, 3e5, 4e5}, 1e7);
  }
  if (creeps) {
    element.creep_stiffness = 3e7;
    element.relaxation_time = 0.5;
  }
  LineAlone whip({std::vector<Element>(20, element), {EndKind::kPinned}, {EndKind::kFree}},
                 {0, 0, 0}, {200, 0, 0});
  if (creeps) whip.state.creep.assign(20, 0.0);
  double worst = 0.0, before = energy_with_creep(whip);
  for (long i = 0; i < std::lround(60.0 / h); ++i) {
    whip.step(h);
    const double now = energy_with_creep(whip);
    worst = std::max(worst, now - before);
    before = now;
  }
  const RodMotion::Count& count = whip.motion.count();
  INFO("h " << h << " solutions " << count.solutions << " safe steps " << count.safe_steps);
  CHECK(worst <= 1e-9 * 21.0 * 500.0 * kGravity * 200.0);
  CHECK(20 * count.safe_steps < count.steps);
}

TEST_CASE("stretch: in small oscillations creep is a stiffness of the frequency",
          "[solver][rods]") {
  Element element = creeping(10.0, 3.0);
  element.curve = kinked();
  const DiscreteRod rod({element, element}, End{}, End{});
  RodImpedance impedance(rod, rod.straight({0, 0, 0}, {23, 0, 0}), dry_masses(rod));
  const double omega = 0.7;
  const Complex turned(0.0, omega * 2.0);
  // Slope 4e5 at a strain of .15; two elements and the mass between them.
  const Complex one = (4e5 + 3e5 * turned / (1.0 + turned)) / 10.0;
  const Complex all = one - omega * omega * 15.0 - one * one / (2.0 * one - omega * omega * 30.0);
  const Complex found = impedance.condensed(omega)(0, 0);
  CHECK(std::abs(found - all) < 1e-10 * std::abs(all));
  // Slowly, half of the damping K t_r/l of one element.
  CHECK(impedance.slow_damping()(0, 0) == Approx(0.5 * 3e5 * 2.0 / 10.0));
}
