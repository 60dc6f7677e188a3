#include "solver/simulation/limits/contacts_at_start.hpp"

namespace raftup::solver {

ContactsAtStart::ContactsAtStart(const Islands& islands) {
  for (const auto& island : islands.all()) {
    const ContactSet& shapes = island->system().shapes();
    if (shapes.empty()) continue;
    const Model& part = island->part().model;
    set = shapes;
    bodies = island->part().bodies;
    set.find(initial_kinematics(part), {}, std::vector<InputSeries>(part.inputs.size()), 0.0,
             1e-9 * static_cast<double>(part.step_ns));
    return;  // all shapes of a model are in one island
  }
}

}  // namespace raftup::solver
