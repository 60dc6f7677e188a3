#pragma once

#include <vector>

#include "solver/contacts/contact_set.hpp"
#include "solver/dynamics/islands/islands.hpp"

namespace raftup::solver {

/// Where the shapes of a model touch at t = 0, before any step, found by what its islands have made
/// ready: of a mesh that is far more than finding.
struct ContactsAtStart {
  explicit ContactsAtStart(const Islands& islands);

  ContactSet set;                   ///< without shapes where no two may ever touch
  std::vector<std::size_t> bodies;  ///< index in the model of each body as the set counts them
};

inline ContactsAtStart::ContactsAtStart(const Islands& islands) {
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
