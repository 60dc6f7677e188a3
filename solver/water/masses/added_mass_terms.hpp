#pragma once

#include <vector>

#include "hydro/numerics/types.hpp"
#include "solver/model/water/added_mass_options.hpp"

namespace raftup::solver {

/// How an added mass acts: what must agree for two of them to be one.
struct AddedMassProperties {
  HydroFrame frame;
  Matrix3 world_frame;  ///< of HydroFrame::kWorld
  AddedMassCoriolis coriolis;
  AddedMassMode mode;
  double lumped_factor;  ///< of AddedMassMode::kLumped

  bool operator==(const AddedMassProperties&) const = default;
};

/// A symmetric A of some bodies, in their order, before it becomes an AddedMass.
struct AddedMassTerm {
  std::vector<std::size_t> bodies;  ///< indices in the model
  MatrixXd matrix;
  AddedMassProperties properties;
};

/// The same added mass in as few terms as can be: those that act alike are one where a chain of
/// shared bodies links them, so that what nothing couples stays apart. Fifty bodies given as 1225
/// pairs are turned into their frames once instead of 49 times each.
std::vector<AddedMassTerm> merge_terms(const std::vector<AddedMassTerm>& terms);

}  // namespace raftup::solver
