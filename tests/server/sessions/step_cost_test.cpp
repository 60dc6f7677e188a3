#include "server/sessions/step_cost.hpp"

#include "tests/support/catch.hpp"

using namespace raftup;
using namespace std::chrono_literals;
using server::StepCost;

TEST_CASE("step cost: steps alike cost what one of them does", "[sessions]") {
  StepCost cost;
  CHECK(cost.foreseen(100) == 0ns);
  cost.add(3000ns, 3);
  cost.add(5000ns, 5);
  CHECK(cost.mean() == 1000ns);
  CHECK(cost.foreseen(100) == 100us);
  CHECK(cost.total() == 8000ns);
}

TEST_CASE("step cost: one that was interrupted counts as no more than two", "[sessions]") {
  StepCost cost;
  cost.add(800ns, 1);
  cost.add(1s, 1);
  CHECK(cost.mean() == 900ns);  // (7 * 800 + 2 * 800) / 8
}

TEST_CASE("step cost: what was tried and undone costs time and foresees nothing", "[sessions]") {
  StepCost cost;
  cost.add(700ns, 0);
  CHECK(cost.total() == 700ns);
  CHECK(cost.foreseen(10) == 0ns);
}
