#pragma once

#include <memory>
#include <string>

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
};

}  // namespace raftup::solver
