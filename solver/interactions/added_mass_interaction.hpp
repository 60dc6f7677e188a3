#pragma once

#include <memory>
#include <string>

#include "solver/description/fields.hpp"
#include "solver/interactions/added_mass_options.hpp"
#include "solver/interactions/matrix_transformer.hpp"

namespace raftup::solver {

/// Added mass given directly, without a database; body2 empty = one body. `blocks` and `enabled`
/// are those at t = 0: Simulation::set_added_mass() and enable_added_mass() change them later.
struct AddedMassInteraction {
  std::string name;
  std::string body1, body2;
  AddedMassBlocks blocks;
  HydroFrame frame = HydroFrame::kHeading;
  AddedMassCoriolis coriolis = AddedMassCoriolis::kOff;
  AddedMassMode mode = AddedMassMode::kCoupled;
  double lumped_factor = kDefaultLumpedFactor;  ///< alpha of AddedMassMode::kLumped
  bool enabled = true;
  /// Takes the place of `frame` where given; `coriolis` must then be off, `mode` coupled.
  std::shared_ptr<const MatrixTransformer> transformer;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("name", self.name);
    field("body1", self.body1, Reference::kBody);
    field("body2", self.body2, Reference::kOtherBody);
    field("body1_block", self.blocks.body1, FieldRule::whole("kg"));
    field("body2_block", self.blocks.body2, FieldRule::whole("kg"));
    field("off_diagonal_block", self.blocks.off_diagonal, FieldRule::whole("kg"));
    field("frame", self.frame);
    field("coriolis", self.coriolis);
    field("mode", self.mode);
    field("lumped_factor", self.lumped_factor, Bound::kNotNegative);
    field("enabled", self.enabled);
  }
};

}  // namespace raftup::solver
