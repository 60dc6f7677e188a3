#pragma once

#include <optional>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// A and B as they are in a file, symmetrised. A memory of repaired data is fitted to them within
/// the frequencies [rad/s] of the file; nothing is known beyond these.
///
/// Invariant: one row of (6N)^2 numbers per frequency of the database, a symmetric matrix
/// flattened.
struct FiledRadiation {
  RowMajorMatrix added_mass;  ///< [kg, kg m, kg m2]
  RowMajorMatrix damping;     ///< [N s/m, N s, N m s]
  std::optional<MatrixXd> infinite_added_mass;

  /// response_sensitivity() of the file's own A and B: how much errors of A and B change responses,
  /// per frequency.
  VectorXd sensitivity;
};

/// @param body_interaction false drops every block between two bodies
/// @param dof_scale        sqrt(max B_ii), 0 for a dof that radiates nothing
/// @returns nothing if the file lacks A or B
std::optional<FiledRadiation> filed_radiation(const Database& database, bool body_interaction,
                                              const VectorXd& dof_scale);

}  // namespace raftup::hydro
