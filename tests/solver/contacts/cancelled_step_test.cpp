// A step that is cancelled has not happened.
#include <limits>

#include "hydro/base/cancellation.hpp"
#include "solver/model/loads/dynamic_line.hpp"
#include "solver/simulation/serialisation/model_image.hpp"
#include "tests/support/simulations.hpp"
#include "tests/support/touching_bodies.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

/// Balls that overlap each other and the ground, and a line on the first of them.
Model heap() {
  Model model = stone_model(0.5, 0.0, 0.005);
  add_ground(model, Plane{});
  for (int i = 0; i < 4; ++i) {
    add_solid(model, "ball" + std::to_string(i), Sphere{0.1}, 1.0,
              {{0.05 * i, 0.02 * i * i, 0.09 + 0.03 * i}, Quaternion::Identity()});
  }
  DynamicLine line;
  line.body = model.bodies[0].name;
  line.anchor = {0.0, 0.0, 2.0};
  line.length = 1.9;
  line.diameter = 0.01;
  line.mass_per_length = 0.5;
  line.axial_stiffness = 1e4;
  line.element_count = 4;
  line.above_bottom = true;
  model.loads.push_back({"line", line});
  return model;
}

/// Cancels when it has been asked about so many pairs.
class CancelsAt final : public ContactFilter {
 public:
  CancelsAt(int pair, Cancellation& cancellation) : left_(pair), cancellation_(cancellation) {}
  bool may_touch(std::size_t /*shape1*/, std::size_t /*shape2*/) const override {
    if (left_-- == 0) cancellation_.request();
    return true;
  }

 private:
  mutable int left_;
  Cancellation& cancellation_;
};

}  // namespace

TEST_CASE("cancelled step: wherever it is given up, the state is untouched and the step can follow",
          "[solver][contacts][cancellation]") {
  Cancellation never;
  Model undisturbed = heap();
  undisturbed.contact_exceptions.filter =
      std::make_shared<CancelsAt>(std::numeric_limits<int>::max(), never);
  Simulation quiet(std::move(undisturbed));
  for (int step = 0; step < 20; ++step) quiet.step();
  int cancelled = 0;
  for (const int pair : {0, 1, 3, 6, 9}) {
    Model model = heap();
    Cancellation cancellation;
    model.contact_exceptions.filter = std::make_shared<CancelsAt>(20 * pair, cancellation);
    Simulation simulation(std::move(model));
    while (simulation.state().step_index < 20) {
      const State before = simulation.state();
      try {
        const CancellationScope scope(cancellation);
        simulation.step();
      } catch (const Cancelled&) {
        ++cancelled;
        CHECK(identical(simulation.state(), before));
        cancellation.withdraw();
      }
    }
    CHECK(serialize(simulation.state()) == serialize(quiet.state()));
  }
  CHECK(cancelled >= 3);  // the first filters cancel where the simulation is made
}
