/// @file The repair of a database and its individual steps, each of which records its changes.
#pragma once

#include <string>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// The repairs that a user has requested. No repair is ever made without request.
struct RepairOptions {
  bool symmetrize = false;  ///< replaces A, B, A_inf and K by (M + M^T) / 2
  /// Replaces spikes in A and B by a smooth curve, see drop_outliers().
  bool drop_outliers = false;
  /// Continues B beyond the last frequency [rad/s] as omega^-3, see extend_tail().
  bool extend_tail = false;
  bool fit_infinite = false;  ///< computes A_inf from A and B by Ogilvie's relation

  bool any() const { return symmetrize || drop_outliers || extend_tail || fit_infinite; }
};

/// Applies the requested repairs in the order of the members of RepairOptions and runs the checks
/// again. A_inf is fitted together with the tail if both are requested. Every repair adds an entry
/// to the history, and a finding with its largest change and where it is. Findings of the checks
/// before the repair are kept in the history. Data that need no repair are not changed, except for
/// asymmetries in the last digit.
/// @throws Error(kInvalidArgument) if the database lacks the data that a repair needs
Database repair(Database database, const RepairOptions& options);

/// Makes added mass, damping and kernel symmetric: A, B, A_inf and K are replaced by (M + M^T) / 2.
void symmetrize(Database& database);

/// Replaces spikes in A and B (hydro/database/spikes.hpp) by the cubic through their neighbors over
/// frequency [rad/s]. Spikes are searched in every pair of radiating dofs, relative to sqrt(range_i
/// range_j), and replaced in both A and B, since an irregular frequency spoils both. A spike is not
/// replaced if A and B of the pair would then contradict each other more by the Kramers-Kronig
/// relation: a narrow resonance of a gap or an array obeys this relation, and a curve without the
/// resonance does not. The frequencies themselves are kept, since all bodies and the excitation
/// share them.
/// @source Lee and Sclavounos (1989), Removing the irregular frequencies from integral equations in
///          wave-body interactions: the true coefficients are smooth there
void drop_outliers(Database& database);

/// Computes the added mass at infinite frequency A_inf [kg, kg m, kg m2] from A and B: the mean
/// over the frequencies of A(omega) plus the Kramers-Kronig integral of B.
void fit_infinite_added_mass(Database& database);

/// Continues the database beyond its last frequency [rad/s]. B falls as omega^-3
/// (high_frequency.hpp). A follows from B and A_inf, which is fitted together with the tail if
/// `fit_infinite` is true. The excitation falls as omega^-3 too, in accordance with Haskind's
/// relation, and the mean drift force keeps its last value.
void extend_tail(Database& database, bool fit_infinite);

/// Records a repair: appends a line to the history, and a finding of severity kInfo.
void note_repair(Database& database, const std::string& name, const std::string& message,
                 double value);

}  // namespace raftup::hydro
