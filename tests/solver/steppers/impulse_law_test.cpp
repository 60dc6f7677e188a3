// How rows act over a step by impulses, for a point mass that is all that they hold.
#include "solver/dynamics/steppers/impulse_law.hpp"

#include <algorithm>
#include <limits>

#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::solver;

namespace {

constexpr double kH = 0.05;         // s
constexpr double kPointMass = 4.0;  // kg
constexpr double kFree = std::numeric_limits<double>::infinity();

RowLaw stop_law(double restitution) {
  RowLaw law;
  law.lower = 0.0;
  law.restitution = restitution;
  return law;
}

/// Of the mass that moves along the row.
ImpulseLaw::Row row_of(const RowLaw& law, double violation, double speed) {
  return {law, violation, speed, 1.0 / kPointMass};
}

/// The impulse within the bounds that solves G v+ + sigma lambda = target, v+ = speed + lambda / m.
double impulse(const ImpulseLaw::RowEquation& equation, double speed) {
  const double lambda = (equation.target - speed) / (equation.sigma + 1.0 / kPointMass);
  return std::clamp(lambda, equation.lower, equation.upper);
}

double speed_after(const ImpulseLaw::RowEquation& equation, double speed) {
  return speed + impulse(equation, speed) / kPointMass;
}

}  // namespace

TEST_CASE("impulse laws: a compliant row in balance pushes with -g / eps, whatever its damping",
          "[steppers][analytic]") {
  RowLaw law;
  law.compliance = 1e-4;
  const double gap = -0.02, force = -gap / law.compliance;
  for (const double damping_time : {0.0, 0.3}) {
    law.damping_time = damping_time;
    // G v+ = 0 with the impulse h force alone, so that g stays.
    for (const ImpulseLaw::RowEquation& equation :
         {Spook(kH).equation(row_of(law, gap, 0.0)),
          MoreauJean(kH, 0.6).equation(row_of(law, gap, 0.0))}) {
      CHECK(equation.sigma * kH * force == Approx(equation.target).epsilon(1e-14));
      CHECK(equation.lower == -kFree);
      CHECK(equation.upper == kFree);
    }
  }
}

TEST_CASE("impulse laws: a motor turns up to its speed by no more than its force times h",
          "[steppers][analytic]") {
  RowLaw law;
  law.holds_position = false;
  law.target_speed = 1.5;
  law.upper = 200.0;
  law.lower = -200.0;
  const Spook spook(kH);
  const MoreauJean moreau_jean(kH, 0.5);
  for (const ImpulseLaw* steps :
       {static_cast<const ImpulseLaw*>(&spook), static_cast<const ImpulseLaw*>(&moreau_jean)}) {
    CHECK(speed_after(steps->equation(row_of(law, 7.0, 0.0)), 0.0) == Approx(1.5).epsilon(1e-9));
    CHECK(impulse(steps->equation(row_of(law, 7.0, -50.0)), -50.0) == Approx(200.0 * kH));
    // An impact lasts no time: the motor does nothing in it.
    CHECK(impulse(steps->impact_equation(row_of(law, 0.0, -50.0)), -50.0) == 0.0);
  }
}

TEST_CASE("Spook's stop: met within the step it is reached just then, else it does not act",
          "[steppers][analytic]") {
  const Spook spook(kH);
  const RowLaw soft = stop_law(0.0), hard = stop_law(0.4);
  const auto met = spook.equation(row_of(soft, 0.1, -3.0));
  CHECK(0.1 + kH * speed_after(met, -3.0) == Approx(0.0).margin(1e-9));
  CHECK(impulse(spook.equation(row_of(soft, 0.1, -1.0)), -1.0) == 0.0);
  // What gives speed back waits until it is there: the impact comes before the next step.
  CHECK(impulse(spook.equation(row_of(hard, 0.1, -3.0)), -3.0) == 0.0);
  CHECK_FALSE(spook.strikes(row_of(hard, 0.1, -3.0)));
  CHECK(spook.strikes(row_of(hard, 0.0, -3.0)));
  CHECK(speed_after(spook.impact_equation(row_of(hard, 0.0, -3.0)), -3.0) ==
        Approx(0.4 * 3.0).epsilon(1e-9));
  CHECK_FALSE(spook.strikes(row_of(hard, 0.0, -1e-4)));          // it rests
  CHECK(spook.equation(row_of(soft, -0.01, 0.0)).target > 0.0);  // driven out again
}

TEST_CASE("Moreau and Jean's stop: closed within half a step it gives speed back, without a blow",
          "[steppers][analytic]") {
  const MoreauJean moreau_jean(kH, 0.5);
  const RowLaw law = stop_law(0.4);
  const double speed = -3.0, reach = -0.5 * kH * speed;
  CHECK(speed_after(moreau_jean.equation(row_of(law, 0.99 * reach, speed)), speed) ==
        Approx(1.2).epsilon(1e-9));
  CHECK(impulse(moreau_jean.equation(row_of(law, 1.01 * reach, speed)), speed) == 0.0);
  CHECK_FALSE(moreau_jean.strikes(row_of(law, 0.0, speed)));
}

TEST_CASE("impulse laws: in a blow a spring resists the change of its speed alone",
          "[steppers][analytic]") {
  RowLaw law;
  law.compliance = 1e-4;
  law.damping_time = 0.1;
  const Spook spook(kH);
  const auto impact = spook.impact_equation(row_of(law, 0.3, -2.0));
  CHECK(impulse(impact, -2.0) == 0.0);  // nothing strikes, nothing happens: not even by its 0.3 m
  // Another body would make its speed -1: with sigma as within a step it gives way a little.
  const double sigma = 4.0 / (kH * kH) * law.compliance / (1.0 + 4.0 * law.damping_time / kH);
  CHECK(impulse(impact, -1.0) == Approx(-1.0 / (sigma + 1.0 / kPointMass)).epsilon(1e-12));
}
