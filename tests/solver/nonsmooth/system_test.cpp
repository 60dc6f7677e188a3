#include "tests/solver/nonsmooth/examples.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;
using namespace raftup::solver::nonsmooth;

namespace {

Interaction between(const std::string& name, const std::string& a, const std::string& b) {
  return {name, {a, b}, LinearRelation{Eigen::RowVector2d(-1.0, 1.0)}, NewtonImpactLaw{0.5}};
}

FirstOrderSystem capacitor() {
  return linear_system("capacitor", vector({1.0}), MatrixXd::Zero(1, 1), vector({0.0}));
}

}  // namespace

TEST_CASE("coupling graph: interactions are linked by the systems they share",
          "[solver][nonsmooth][graph]") {
  const NonsmoothSystem system({ball("a", 1.0), ball("b", 2.0), ball("c", 3.0), ball("d", 4.0)},
                               {between("ab", "a", "b"), between("cb", "c", "b"),
                                between("dc", "d", "c"), on_ground("a", NewtonImpactLaw{})});
  CHECK(system.systems_of(1) == std::vector<std::size_t>{2, 1});
  CHECK(system.interactions_of(1) == std::vector<std::size_t>{0, 1});
  CHECK(system.shared_systems(0, 1) == std::vector<std::size_t>{1});
  CHECK(system.shared_systems(0, 2).empty());
  CHECK(system.coupling_graph() ==
        std::vector<std::pair<std::size_t, std::size_t>>{{0, 1}, {0, 3}, {1, 2}});
}

TEST_CASE("concatenation: X follows the sequence of the interaction, y its relation, per level",
          "[solver][nonsmooth][graph]") {
  const auto point = falling_system("point", vector({5.0, 6.0}), vector({0.1, 0.2}),
                                    MatrixXd::Identity(2, 2), VectorXd::Zero(2));
  LinearRelation relation{MatrixXd(2, 3), vector({1.0, 0.0})};
  relation.output_matrix << 1, 0, -1, 0, 1, 0;
  const NonsmoothSystem system({ball("ball", 3.0, -1.0), point},
                               {{"tie", {"point", "ball"}, relation, EqualityLaw{2}}});
  const State& state = system.initial_state();
  CHECK(system.concatenated_coordinates(0, state) == vector({5.0, 6.0, 3.0}));
  CHECK(system.concatenated_velocities(0, state) == vector({0.1, 0.2, -1.0}));
  REQUIRE(state.interactions[0].y.size() == 2);
  CHECK(state.interactions[0].y[0] == vector({3.0, 6.0}));
  CHECK(state.interactions[0].y[1] == vector({1.1, 0.2}));
  CHECK(state.interactions[0].lambda[1] == vector({0.0, 0.0}));
}

TEST_CASE("summed inputs: the middle ball of a squeezed stack feels both neighbours",
          "[solver][nonsmooth][graph]") {
  const NonsmoothSystem system(
      {ball("a", 0.0), ball("b", 0.0), ball("c", 0.0)},
      {on_ground("a", NewtonImpactLaw{}), between("ab", "a", "b"), between("bc", "b", "c")});
  MoreauJean stepping(system, {0.01, 0.5});
  stepping.step();
  const State& state = stepping.state();
  const double weight = kGravity * 0.01;
  CHECK(state.interactions[2].lambda[1][0] == Approx(weight));
  CHECK(state.interactions[1].lambda[1][0] == Approx(2.0 * weight));
  CHECK(state.interactions[0].lambda[1][0] == Approx(3.0 * weight));
  CHECK(state.systems[1].input[0] == Approx(2.0 * weight - weight));
  CHECK(state.systems[1].input[0] ==
        state.interactions[1].lambda[1][0] - state.interactions[2].lambda[1][0]);
}

TEST_CASE("nonsmooth system: broken rules are refused in words", "[solver][nonsmooth][refused]") {
  const auto refuse = [](std::vector<DynamicalSystem> systems, std::vector<Interaction> all,
                         const std::string& message) {
    CHECK_THROWS_WITH(NonsmoothSystem(std::move(systems), std::move(all)), message);
  };
  refuse({ball("ball", 1.0), capacitor()}, {between("mixed", "ball", "capacitor")},
         "interaction 'mixed': systems must be of one order, got 'ball' of second and 'capacitor' "
         "of first order");
  refuse({ball("ball", 1.0)}, {between("pair", "ball", "ghost")},
         "interaction 'pair': systems must exist, got 'ghost'");
  refuse({ball("ball", 1.0)}, {between("pair", "ball", "ball")},
         "interaction 'pair': systems must be different, got 'ball' twice");
  refuse({ball("ball", 1.0), ball("ball", 2.0)}, {},
         "system names must be unique, got 'ball' twice");
  refuse({ball("ball", 1.0)}, {on_ground("ball", NewtonImpactLaw{1.5})},
         "interaction 'contact of ball': restitution must be in 0..1, got 1.5");
  refuse({capacitor()}, {on_ground("capacitor", NewtonImpactLaw{0.5})},
         "interaction 'contact of capacitor': an impact law must act between systems of second "
         "order, got first order");
  refuse({ball("ball", 1.0)}, {on_ground("ball", EqualityLaw{2})},
         "interaction 'contact of ball': y must be 2 x 1, got 1 x 1");
  refuse({ball("ball", 1.0, 0.0, -2.0)}, {},
         "system 'ball': mass must be symmetric positive definite, got diagonal [-2]");
  refuse({capacitor()}, {on_ground("capacitor", RelayLaw{vector({2.0}), vector({1.0})})},
         "interaction 'contact of capacitor': lower must not exceed upper, got 2 > 1 in row 0");
  CHECK_THROWS_WITH(MoreauJean(NonsmoothSystem({ball("ball", 1.0)}, {}), {0.01, 1.5}),
                    "theta must be in 0..1, got 1.5");
}

TEST_CASE("conflicting equations: the step is refused with its residual and changes nothing",
          "[solver][nonsmooth][refused]") {
  Interaction still = on_ground("ball", EqualityLaw{1});
  SecondOrderSystem ground;
  ground.name = "ground";
  ground.position = vector({0.0});
  ground.velocity = vector({1.0});
  ground.prescribed = true;
  // The ball may not move, nor may it move against a ground that rises.
  MoreauJean stepping(
      {{ball("ball", 0.0), ground},
       {still,
        {"tied", {"ball", "ground"}, LinearRelation{Eigen::RowVector2d(1, -1)}, EqualityLaw{1}}}},
      {0.01, 0.5});
  const State before = stepping.state();
  CHECK_THROWS_WITH(stepping.step(),
                    Catch::StartsWith("one-step problem must be solved to a residual of 1e-08"));
  CHECK(identical(stepping.state(), before));
}
