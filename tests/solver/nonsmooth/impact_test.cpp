#include "solver/nonsmooth/nonsmooth_system.hpp"
#include "tests/solver/nonsmooth/examples.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;
using namespace raftup::solver::nonsmooth;

namespace {

double energy(const SystemState& ball) {
  return 0.5 * ball.velocity.squaredNorm() + kGravity * ball.coordinates[0];
}

/// Times of the steps in which a ball, dropped from 1 m, hits the ground.
std::vector<double> impact_times(double restitution, double step, std::size_t count) {
  MoreauJean stepping({{ball("ball", 1.0)}, {on_ground("ball", NewtonImpactLaw{restitution})}},
                      {step, 0.5});
  std::vector<double> times;
  while (times.size() < count) {
    stepping.step();
    if (stepping.state().interactions[0].lambda[1][0] > 0.0) times.push_back(stepping.time());
  }
  return times;
}

}  // namespace

TEST_CASE("ball on ground: every flight lasts e times the flight before", "[solver][nonsmooth]") {
  const double e = 0.8;
  const double h = 1e-4;
  const std::vector<double> times = impact_times(e, h, 6);
  double expected = std::sqrt(2.0 / kGravity);
  CHECK(times[0] == Approx(expected).epsilon(0.0).margin(h));
  for (std::size_t n = 1; n < times.size(); ++n) {
    const double flight = 2.0 * std::pow(e, static_cast<double>(n)) * std::sqrt(2.0 / kGravity);
    // An impact is found at the step's end and the speed there is a step's gravity off.
    CHECK(times[n] - times[n - 1] == Approx(flight).epsilon(0.0).margin(2.0 * h));
  }
}

TEST_CASE("ball on ground: comes to rest after the closed form's time and then carries its weight",
          "[solver][nonsmooth]") {
  const double e = 0.5;
  const double h = 1e-4;
  MoreauJean stepping({{ball("ball", 1.0)}, {on_ground("ball", NewtonImpactLaw{e})}}, {h, 0.5});
  const double rest = std::sqrt(2.0 / kGravity) * (1.0 + e) / (1.0 - e);
  run(stepping, static_cast<int>((rest + 0.05) / h));
  const State& state = stepping.state();
  CHECK(std::abs(state.systems[0].velocity[0]) < 1e-14);
  CHECK(std::abs(state.systems[0].coordinates[0]) < kGravity * h);  // a step's last fall
  CHECK(state.interactions[0].lambda[1][0] == Approx(kGravity * h).epsilon(1e-12));
}

TEST_CASE("ball on ground: e = 1 keeps the energy to round-off, e = 0 none of the motion",
          "[solver][nonsmooth]") {
  MoreauJean elastic({{ball("ball", 1.0)}, {on_ground("ball", NewtonImpactLaw{1.0})}}, {1e-3, 0.5});
  const double start = energy(elastic.state().systems[0]);
  double drift = 0.0;
  for (int n = 0; n < 20000; ++n) {
    elastic.step();
    drift = std::max(drift, std::abs(energy(elastic.state().systems[0]) - start));
  }
  CHECK(drift < 1e-10 * start);  // round-off of 20000 steps and 22 impacts

  MoreauJean inelastic({{ball("ball", 1.0)}, {on_ground("ball", ComplementarityLaw{})}},
                       {1e-3, 0.5});
  run(inelastic, 500);
  CHECK(inelastic.state().systems[0].velocity[0] == Approx(0.0).margin(1e-15));
}

TEST_CASE("ball on ground: the ground as a second system of the interaction, also when it rises",
          "[solver][nonsmooth]") {
  SecondOrderSystem ground;
  ground.name = "ground";
  ground.position = vector({0.0});
  ground.velocity = vector({0.5});
  ground.prescribed = true;
  MoreauJean stepping({{ball("ball", 1.0), ground},
                       {{"contact",
                         {"ball", "ground"},
                         LinearRelation{Eigen::RowVector2d(1, -1)},
                         NewtonImpactLaw{0.0}}}},
                      {1e-3, 0.5});
  run(stepping, 1000);
  const State& state = stepping.state();
  CHECK(state.systems[1].coordinates[0] == Approx(0.5));
  CHECK(state.systems[0].velocity[0] == Approx(0.5));
  CHECK(state.interactions[0].y[1][0] == Approx(0.0).margin(1e-14));
  // J2: both get the reaction, with opposite signs.
  CHECK(state.systems[0].input[0] == -state.systems[1].input[0]);
}

TEST_CASE("empty index set: a ball in free flight is a parabola without any solve",
          "[solver][nonsmooth]") {
  MoreauJean stepping({{ball("ball", 100.0)}, {on_ground("ball", NewtonImpactLaw{0.5})}},
                      {0.01, 0.5});
  const StepReport report = stepping.step();
  CHECK(report.active.empty());
  CHECK(report.residual == 0.0);
  run(stepping, 99);
  CHECK(stepping.state().systems[0].coordinates[0] == Approx(100.0 - 0.5 * kGravity));
}

TEST_CASE("index set: a contact is active once its gap is forecast to close in half a step",
          "[solver][nonsmooth]") {
  const double h = 0.1;
  const auto active = [&](double height, double velocity) {
    const NonsmoothSystem system({ball("ball", height, velocity)},
                                 {on_ground("ball", NewtonImpactLaw{0.5})});
    return active_set(system, system.initial_state(), h).size();
  };
  CHECK(active(0.051, -1.0) == 0);
  CHECK(active(0.05, -1.0) == 1);  // y + h/2 dy/dt = 0
  CHECK(active(-0.01, 1.0) == 0);  // deep, but on its way out
  CHECK(active(-0.01, 0.0) == 1);
}

TEST_CASE("rollback: a copy taken while balls hit gives the same bytes again",
          "[solver][nonsmooth][state]") {
  const Interaction pair{"pair",
                         {"lower", "upper"},
                         LinearRelation{Eigen::RowVector2d(-1.0, 1.0), vector({-0.2})},
                         NewtonImpactLaw{0.9}};
  MoreauJean stepping(
      {{ball("lower", 0.5), ball("upper", 0.75)}, {on_ground("lower", NewtonImpactLaw{0.9}), pair}},
      {1e-3, 0.5});
  while (stepping.state().interactions[0].lambda[1][0] == 0.0) stepping.step();
  const State middle = stepping.state();  // the impulse is still in it
  run(stepping, 500);
  const State end = stepping.state();
  CHECK_FALSE(identical(middle, end));
  stepping.restore(middle);
  CHECK(identical(stepping.state(), middle));
  run(stepping, 500);
  CHECK(identical(stepping.state(), end));

  MoreauJean other({{ball("lower", 0.5)}, {}}, {1e-3, 0.5});
  CHECK_THROWS_WITH(other.restore(middle),
                    "state must be of the same system, got one of 2 systems and 2 interactions "
                    "for 1 and 0");
}
