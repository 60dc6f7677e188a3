#include "tests/solver/nonsmooth/examples.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;
using namespace raftup::solver::nonsmooth;

namespace {

/// A block in the axes of a slope (normal, down the slope, across it), touching it.
SecondOrderSystem block(const std::string& name, double slope, const VectorXd& velocity) {
  return falling_system(name, VectorXd::Zero(3), velocity, MatrixXd::Identity(3, 3),
                        kGravity * vector({-std::cos(slope), std::sin(slope), 0.0}));
}

MoreauJean on_slope(double slope, double friction, const VectorXd& velocity) {
  return {{{block("block", slope, velocity)},
           {{"contact",
             {"block"},
             LinearRelation{MatrixXd::Identity(3, 3)},
             NewtonImpactFrictionLaw{0.0, friction, 2}}}},
          {0.01, 0.5}};
}

}  // namespace

TEST_CASE("block on a slope: sticks below the angle of friction and slides above it",
          "[solver][nonsmooth][friction]") {
  const double mu = 0.4;
  MoreauJean sticking = on_slope(std::atan(mu) - 1e-3, mu, VectorXd::Zero(3));
  run(sticking, 100);
  CHECK(sticking.state().systems[0].velocity.norm() < 1e-12);

  const double slope = std::atan(mu) + 1e-3;
  MoreauJean sliding = on_slope(slope, mu, VectorXd::Zero(3));
  run(sliding, 100);
  const double acceleration = kGravity * (std::sin(slope) - mu * std::cos(slope));
  // Constant acceleration is exact but for the tolerance of the one-step problem.
  CHECK(sliding.state().systems[0].velocity[1] == Approx(acceleration).epsilon(1e-8));
}

TEST_CASE("block pushed at 45 degrees to the tangent axes: the cone slows it by mu g, straight on",
          "[solver][nonsmooth][friction]") {
  const double mu = 0.3;
  MoreauJean stepping = on_slope(0.0, mu, vector({0.0, 1.0, 1.0}));
  run(stepping, 20);
  const VectorXd& v = stepping.state().systems[0].velocity;
  CHECK(v.tail(2).norm() == Approx(std::sqrt(2.0) - mu * kGravity * 0.2).epsilon(1e-9));
  CHECK(v[1] == Approx(v[2]).epsilon(1e-9));
  run(stepping, 40);
  CHECK(stepping.state().systems[0].velocity.norm() < 1e-12);  // stopped, and stays
}

TEST_CASE("sphere launched sliding: rolls from 2 v0 / (7 mu g) at 5/7 of its speed",
          "[solver][nonsmooth][friction]") {
  const double mu = 0.3, R = 0.5, h = 1e-3;
  MatrixXd M = MatrixXd::Identity(3, 3);
  M(2, 2) = 0.4 * R * R;
  const auto sphere =
      falling_system("sphere", VectorXd::Zero(3), vector({1.0, 0.0, 0.0}), M,
                     vector({0.0, -kGravity, 0.0}));  // ahead, up, angle; forward roll positive
  MatrixXd C(2, 3);
  C << 0.0, 1.0, 0.0, 1.0, 0.0, -R;  // gap, slip of the lowest point
  MoreauJean stepping(
      {{sphere}, {{"contact", {"sphere"}, LinearRelation{C}, NewtonImpactFrictionLaw{0.0, mu, 1}}}},
      {h, 0.5});
  while (std::abs(stepping.state().interactions[0].y[1][1]) > 1e-9) stepping.step();
  CHECK(stepping.time() == Approx(2.0 / (7.0 * mu * kGravity)).epsilon(0.0).margin(h));
  CHECK(stepping.state().systems[0].velocity[0] == Approx(5.0 / 7.0).epsilon(1e-9));
  run(stepping, 100);
  CHECK(stepping.state().systems[0].velocity[0] == Approx(5.0 / 7.0).epsilon(1e-9));
}

TEST_CASE("table on four legs: redundant contacts share the load and the friction",
          "[solver][nonsmooth][friction]") {
  // Plane motion of a table over its centre (up, ahead, pitch), its legs in two pairs at +-1 m.
  const double mu = 0.5;
  const auto table = falling_system("table", VectorXd::Zero(3), vector({0.0, 1.0, 0.0}),
                                    MatrixXd::Identity(3, 3), vector({-kGravity, 0.0, 0.0}));
  std::vector<Interaction> legs;
  for (int n = 0; n < 4; ++n) {
    MatrixXd C(2, 3);
    C << 1.0, 0.0, n < 2 ? 1.0 : -1.0, 0.0, 1.0, 0.0;
    legs.push_back({"leg" + std::to_string(n),
                    {"table"},
                    LinearRelation{C},
                    NewtonImpactFrictionLaw{0.0, mu, 1}});
  }
  MoreauJean stepping({{table}, legs}, {0.01, 0.5});
  const StepReport report = stepping.step();
  CHECK(report.active.size() == 4);
  CHECK(report.residual < 1e-10);
  run(stepping, 9);
  CHECK(stepping.state().systems[0].velocity[1] == Approx(1.0 - mu * kGravity * 0.1).epsilon(1e-8));
  double load = 0.0;
  for (const InteractionState& leg : stepping.state().interactions) load += leg.lambda[1][0];
  CHECK(load == Approx(kGravity * 0.01).epsilon(1e-8));
}
