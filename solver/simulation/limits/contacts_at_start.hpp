#pragma once

#include <vector>

#include "solver/contacts/contact_set.hpp"
#include "solver/dynamics/islands/islands.hpp"

namespace raftup::solver {

/// The contacts of a model at t = 0, before any step. They are found with the shapes that the
/// islands have already prepared, since preparing a mesh takes far longer than finding its
/// contacts.
struct ContactsAtStart {
  /// Finds the contacts.
  /// @param start poses of the bodies at t = 0 [world]; null: those of the model
  explicit ContactsAtStart(const Islands& islands, const Kinematics* start = nullptr);

  ContactSet set;  ///< shapes and contacts; without shapes if no two shapes can ever touch
  std::vector<std::size_t> bodies;  ///< index in the model of each body of `set`
};

inline ContactsAtStart::ContactsAtStart(const Islands& islands, const Kinematics* start) {
  for (const auto& island : islands.all()) {
    const ContactSet& shapes = island->system().shapes();
    if (shapes.empty()) continue;
    const Model& part = island->part().model;
    set = shapes;
    bodies = island->part().bodies;
    Kinematics placed = initial_kinematics(part);
    for (std::size_t i = 0; start != nullptr && i < placed.size(); ++i) {
      placed[i] = (*start)[bodies[i]];
    }
    set.find(placed, {}, std::vector<InputSeries>(part.inputs.size()), 0.0,
             1e-9 * static_cast<double>(part.step_ns));
    return;  // all shapes of a model are in one island
  }
}

}  // namespace raftup::solver
