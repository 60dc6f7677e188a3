#include "tests/solver/nonsmooth/examples.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;
using namespace raftup::solver::nonsmooth;

namespace {

/// A point of 1 kg on a rod of 1 m, from horizontal.
MoreauJean pendulum(double step, int rods = 1) {
  std::vector<Interaction> interactions;
  for (int n = 0; n < rods; ++n) {
    ScleronomicRelation length;
    length.function = [](const VectorXd& q) { return vector({q.norm() - 1.0}); };
    length.jacobian = [](const VectorXd& q) -> MatrixXd { return q.transpose() / q.norm(); };
    interactions.push_back({"rod" + std::to_string(n), {"bob"}, length, EqualityLaw{1}});
  }
  const auto bob = falling_system("bob", vector({1.0, 0.0}), VectorXd::Zero(2),
                                  MatrixXd::Identity(2, 2), vector({0.0, -kGravity}));
  return {{{bob}, interactions}, {step, 0.5}};
}

double worst_length(double step) {
  MoreauJean stepping = pendulum(step);
  double worst = 0.0;
  for (int n = 0; n < static_cast<int>(std::lround(2.0 / step)); ++n) {
    stepping.step();
    worst = std::max(worst, std::abs(stepping.state().interactions[0].y[0][0]));
  }
  return worst;
}

}  // namespace

TEST_CASE("equality law: the length of a pendulum drifts by h squared, and no more",
          "[solver][nonsmooth][equality]") {
  const double coarse = worst_length(4e-3);
  const double fine = worst_length(2e-3);
  INFO("drift " << coarse << " and " << fine);
  // v is along the circle at both ends of a step, so the trapezoid of the positions is of order 2.
  CHECK(coarse < 1e-4);
  CHECK(std::log2(coarse / fine) > 1.8);
}

TEST_CASE("equality law: a pendulum swings as the closed form says, to the order of the scheme",
          "[solver][nonsmooth][equality][analytic]") {
  // docs/reference/cases.md S5: 1 kg on 1 m from horizontal at t = 10.
  const auto error = [](double step) {
    MoreauJean stepping = pendulum(step);
    run(stepping, static_cast<int>(std::lround(10.0 / step)));
    return (stepping.state().systems[0].coordinates - vector({0.2750874626, -0.9614192051})).norm();
  };
  const double coarse = error(2e-4);
  const double fine = error(1e-4);
  INFO("errors " << coarse << " and " << fine);
  // dv = 0 along the rod's direction at the end of a step turns v by h omega per step and takes
  // (h omega)^2 / 2 of it.
  CHECK(fine < 0.06);
  CHECK(std::log2(coarse / fine) > 0.9);
}

TEST_CASE("equality law: a rod declared twice shares its tension",
          "[solver][nonsmooth][equality]") {
  MoreauJean once = pendulum(0.01);
  MoreauJean twice = pendulum(0.01, 2);
  run(once, 30);
  run(twice, 30);
  CHECK((once.state().systems[0].coordinates - twice.state().systems[0].coordinates).norm() <
        1e-13);
  CHECK(twice.state().interactions[0].lambda[1][0] ==
        Approx(0.5 * once.state().interactions[0].lambda[1][0]));
}

TEST_CASE("configuration-dependent mass: a spinning bead on a rod keeps its angular momentum",
          "[solver][nonsmooth]") {
  // q = (r, phi), M = diag(1, r^2): r'' = r phi'^2, and r^2 phi' is constant.
  SecondOrderSystem bead;
  bead.name = "bead";
  bead.position = vector({1.0, 0.0});
  bead.velocity = vector({0.0, 1.0});
  bead.mass = [](const VectorXd& q) -> MatrixXd { return vector({1.0, q[0] * q[0]}).asDiagonal(); };
  bead.force = [](double, const VectorXd& q, const VectorXd& v) {
    return vector({q[0] * v[1] * v[1], -2.0 * q[0] * v[0] * v[1]});
  };
  bead.damping = [](double, const VectorXd& q, const VectorXd& v) {
    MatrixXd C(2, 2);
    C << 0.0, -2.0 * q[0] * v[1], 2.0 * q[0] * v[1], 2.0 * q[0] * v[0];
    return C;
  };
  MoreauJean stepping({{bead}, {}}, {1e-3, 0.5});
  run(stepping, 1000);
  const SystemState& state = stepping.state().systems[0];
  const double r = state.coordinates[0];
  // A straight line at unit speed: r(1) = sqrt 2, phi(1) = pi / 4. Order 2 in the smooth part.
  CHECK(r == Approx(std::sqrt(2.0)).epsilon(1e-5));
  CHECK(state.coordinates[1] == Approx(std::atan(1.0)).epsilon(1e-5));
  CHECK(r * r * state.velocity[1] == Approx(1.0).epsilon(1e-5));
}

TEST_CASE("theta: 1/2 keeps the energy of an oscillator, 1 damps it as its closed form says",
          "[solver][nonsmooth]") {
  const MatrixXd one = MatrixXd::Identity(1, 1);
  const auto oscillator = [&](double theta) {
    const auto mass = linear_system("mass", vector({1.0}), vector({0.0}), one, 0.0 * one, 4.0 * one,
                                    [](double) { return vector({0.0}); });
    MoreauJean stepping({{mass}, {}}, {0.01, theta});
    run(stepping, 1000);
    const SystemState& state = stepping.state().systems[0];
    return 0.5 * state.velocity.squaredNorm() + 2.0 * state.coordinates.squaredNorm();
  };
  CHECK(oscillator(0.5) == Approx(2.0).epsilon(1e-12));
  // Implicit Euler: |growth|^2 = 1 / (1 + omega^2 h^2) per step.
  CHECK(oscillator(1.0) == Approx(2.0 / std::pow(1.0 + 4e-4, 1000)).epsilon(1e-10));
}
