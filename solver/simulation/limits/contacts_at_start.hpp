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

}  // namespace raftup::solver
