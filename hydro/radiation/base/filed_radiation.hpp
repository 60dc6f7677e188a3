#pragma once

#include <optional>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// A and B as a file has them, symmetrised: what a memory of repaired data is held to, inside the
/// file's frequencies. What lies beyond them is not known.
///
/// Invariant: one row of (6N)^2 numbers per frequency of the database, a symmetric matrix
/// flattened.
struct FiledRadiation {
  RowMajorMatrix added_mass;  ///< [kg, kg m, kg m2]
  RowMajorMatrix damping;     ///< [N s/m, N s, N m s]
  std::optional<MatrixXd> infinite_added_mass;

  /// What errors of A and B do to responses: response_sensitivity() of the file's own.
  VectorXd sensitivity;
};

/// @param body_interaction false drops every block between two bodies
/// @param dof_scale        sqrt(max B_ii), 0 for a dof that radiates nothing
/// @returns none where the file lacks A or B
std::optional<FiledRadiation> filed_radiation(const Database& database, bool body_interaction,
                                              const VectorXd& dof_scale);

}  // namespace raftup::hydro
