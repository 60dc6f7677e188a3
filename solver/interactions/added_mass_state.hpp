#pragma once

#include <vector>

#include "solver/interactions/added_mass_blocks.hpp"

namespace raftup::solver {

/// What of an AddedMassInteraction may change between steps.
struct AddedMassState {
  bool enabled = true;
  AddedMassBlocks blocks;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("enabled", self.enabled);
    field("blocks", self.blocks);
  }

  bool operator==(const AddedMassState&) const = default;
};

}  // namespace raftup::solver
