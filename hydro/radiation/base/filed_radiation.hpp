#pragma once

#include <optional>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Added mass A and radiation damping B of a database file at the frequencies of the file, made
/// symmetric. A radiation memory of repaired data is fitted to these values. The file contains no
/// values beyond its first and last frequency [rad/s].
///
/// Invariant: each matrix has one row per frequency of the database. A row has (6N)^2 numbers: the
/// symmetric 6N x 6N matrix at that frequency, flattened.
struct FiledRadiation {
  RowMajorMatrix added_mass;  ///< added mass A, one row per frequency [kg, kg m, kg m2]
  RowMajorMatrix damping;     ///< radiation damping B, one row per frequency [N s/m, N s, N m s]
  /// Added mass at infinite frequency, 6N x 6N [kg, kg m, kg m2]; empty if the file does not
  /// contain it.
  std::optional<MatrixXd> infinite_added_mass;
  /// Sensitivity of the motions of floating bodies to errors of A and B, one number per frequency
  /// [rad/s]. It is the result of response_sensitivity() for A and B of the file.
  VectorXd sensitivity;
  /// Mean over all frequencies of A less the Kramers-Kronig integral of B, 6N x 6N [kg, kg m, kg m2]:
  /// the fit of a file without A_inf begins with it. Empty until the coefficients are made.
  MatrixXd mean_difference = {};
};

/// Reads added mass [kg, kg m, kg m2] and radiation damping [N s/m, N s, N m s] of a database and
/// makes them symmetric.
/// @param body_interaction if false, every block that couples two different bodies is set to 0
/// @param dof_scale        sqrt(max over omega of B_ii) of each dof, 0 for a dof that radiates
///         nothing
/// @returns nothing if the database lacks added mass or radiation damping
std::optional<FiledRadiation> filed_radiation(const Database& database, bool body_interaction,
                                              const VectorXd& dof_scale);

}  // namespace raftup::hydro
