/// @file The forces of the examples of loads against closed forms, and what is refused of them.
#include <algorithm>

#include "tests/support/examples/load_examples.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

bool has_violation(const solver::Model& model, const std::string& path_and_rule) {
  const auto found = solver::check(model);
  return std::any_of(found.begin(), found.end(), [&](const solver::Violation& violation) {
    return violation.path + ": " + violation.rule == path_and_rule;
  });
}

}  // namespace

TEST_CASE("loads: the forces of each example are those that its file has by a closed form",
          "[solver][loads][analytic][every_kind]") {
  for (const std::string& kind : load_kinds()) {
    for (const LoadCase& given : load_cases(kind)) {
      INFO(kind << ": " << given.name);
      solver::Model model;
      model.step_ns = nanoseconds(0.01);
      model.bodies = given.bodies;
      model.loads = {{"load", given.load}};
      if (!given.refused.empty()) {
        CHECK(has_violation(model, given.refused));
        continue;
      }
      solver::Simulation simulation(model);
      for (const auto& [body, force] : given.forces) {
        const Vector6 found = read_output(simulation, body + ".force.total");
        INFO(body << ": " << found.transpose());
        CHECK((found - force).norm() <= 1e-12 * force.norm());  // round-off of a few products
      }
    }
  }
}
