#include "tests/solver/nonsmooth/examples.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;
using namespace raftup::solver::nonsmooth;

TEST_CASE("relay: dx/dt = -sign(x) reaches 0 after |x0| and slides there with a multiplier of 0",
          "[solver][nonsmooth][relay]") {
  const double h = 0.01;
  MoreauJean stepping({{linear_system("x", vector({1.0}), MatrixXd::Zero(1, 1), vector({0.0}))},
                       {{"relay",
                         {"x"},
                         LinearRelation{MatrixXd::Identity(1, 1)},
                         RelayLaw{vector({-1.0}), vector({1.0})}}}},
                      {h, 1.0});
  run(stepping, 50);
  CHECK(stepping.state().systems[0].coordinates[0] == Approx(0.5));
  CHECK(stepping.state().interactions[0].lambda[0][0] == Approx(-1.0));
  run(stepping, 51);
  for (int n = 0; n < 100; ++n) {
    stepping.step();
    CHECK(std::abs(stepping.state().systems[0].coordinates[0]) < 1e-15);  // no chatter
  }
  CHECK(std::abs(stepping.state().interactions[0].lambda[0][0]) < 1e-12);
}

TEST_CASE("relay: a disturbance weaker than the relay is cancelled by its multiplier",
          "[solver][nonsmooth][relay]") {
  const double h = 1e-3;
  FirstOrderSystem disturbed;
  disturbed.name = "disturbed";
  disturbed.state = vector({0.3});
  disturbed.rate = [](double t, const VectorXd&) { return vector({0.5 * std::cos(t)}); };
  MoreauJean stepping({{disturbed},
                       {{"relay",
                         {"disturbed"},
                         LinearRelation{MatrixXd::Identity(1, 1)},
                         RelayLaw{vector({-1.0}), vector({1.0})}}}},
                      {h, 1.0});
  run(stepping, 2000);
  CHECK(std::abs(stepping.state().systems[0].coordinates[0]) < 1e-15);
  CHECK(stepping.state().interactions[0].lambda[0][0] ==
        Approx(-0.5 * std::cos(stepping.time())).epsilon(1e-9));
}

TEST_CASE("diode bridge: an oscillating circuit feels a resistor, whichever diodes lead",
          "[solver][nonsmooth][complementarity]") {
  // Voltage v over C and L, current i into L; a full bridge of ideal diodes puts |v| on R. So
  //   v'' + v' / (R C) + v / (L C) = 0. @source Acary and Brogliato (2008), chapter 1
  const double L = 1e-2, C = 1e-6, R = 1e3, h = 1e-7;
  MatrixXd A(2, 2), output(4, 2), input(2, 4), feedthrough(4, 4);
  A << 0.0, -1.0 / C, 1.0 / L, 0.0;
  output << 0, 0, 0, 0, -1, 0, 1, 0;
  input << 0, 0, -1 / C, 1 / C, 0, 0, 0, 0;
  feedthrough << 1 / R, 1 / R, -1, 0, 1 / R, 1 / R, 0, -1, 1, 0, 0, 0, 0, 1, 0, 0;
  MoreauJean stepping({{linear_system("resonator", vector({10.0, 0.0}), A, VectorXd::Zero(2))},
                       {{"bridge",
                         {"resonator"},
                         LinearRelation{output, {}, input, feedthrough},
                         ComplementarityLaw{4}}}},
                      {h, 0.5});
  const double decay = 0.5 / (R * C);
  const double omega = std::sqrt(1.0 / (L * C) - decay * decay);
  double worst = 0.0;
  for (int n = 1; n <= 20000; ++n) {  // 2 ms, 3 periods
    stepping.step();
    const double t = stepping.time();
    // v(0) = 10, i(0) = 0: C v'(0) = -v / R.
    const double v =
        10.0 * std::exp(-decay * t) * (std::cos(omega * t) - decay / omega * std::sin(omega * t));
    worst = std::max(worst, std::abs(stepping.state().systems[0].coordinates[0] - v));
  }
  INFO("worst difference " << worst);
  CHECK(worst < 5e-3);  // order 1 in h: the bridge's current is taken at the step's end
}

TEST_CASE("one solve for systems of both orders: neither disturbs the other",
          "[solver][nonsmooth]") {
  const auto circuit = linear_system("x", vector({1.0}), MatrixXd::Zero(1, 1), vector({0.0}));
  const Interaction relay{"relay",
                          {"x"},
                          LinearRelation{MatrixXd::Identity(1, 1)},
                          RelayLaw{vector({-1.0}), vector({1.0})}};
  const Interaction contact = on_ground("ball", NewtonImpactLaw{0.9});
  MoreauJean both({{circuit, ball("ball", 1.0)}, {relay, contact}}, {0.01, 0.5});
  MoreauJean alone({{ball("ball", 1.0)}, {contact}}, {0.01, 0.5});
  run(both, 100);
  run(alone, 100);
  CHECK(both.state().systems[1].coordinates == alone.state().systems[0].coordinates);
  CHECK(std::abs(both.state().systems[0].coordinates[0]) < 1e-12);
}
