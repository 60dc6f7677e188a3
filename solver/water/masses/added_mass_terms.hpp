#pragma once

#include <vector>

#include "hydro/numerics/types.hpp"
#include "solver/model/water/added_mass_options.hpp"

namespace raftup::solver {

/// The properties of an added mass that must be equal before two of them may be merged.
struct AddedMassProperties {
  HydroFrame frame;
  Matrix3 world_frame;  ///< rotation of HydroFrame::kWorld
  AddedMassCoriolis coriolis;
  AddedMassMode mode;
  double lumped_factor;  ///< factor alpha of AddedMassMode::kLumped

  bool operator==(const AddedMassProperties&) const = default;
};

/// A symmetric matrix A of several bodies, in their order, before it becomes an AddedMass.
struct AddedMassTerm {
  std::vector<std::size_t> bodies;  ///< indices in the model
  MatrixXd matrix;
  AddedMassProperties properties;
};

/// Merges terms into as few as possible. Terms with equal properties are merged if a chain of
/// shared bodies connects them; bodies that nothing couples remain separate. For example, fifty
/// bodies that are given as 1225 pairs are then transformed to their frames once instead of 49
/// times each.
std::vector<AddedMassTerm> merge_terms(const std::vector<AddedMassTerm>& terms);

}  // namespace raftup::solver
