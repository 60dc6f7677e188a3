/// @file The repair of a database and its single steps, each of which records its changes.
#pragma once

#include <string>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Repairs of data that a user asks for; none is ever done unasked.
struct RepairOptions {
  bool symmetrize = false;     ///< A, B, A_inf and K become (M + M^T) / 2
  bool drop_outliers = false;  ///< spikes in A and B are bridged (drop_outliers())
  bool extend_tail = false;    ///< B is continued with omega^-3 (extend_tail())
  bool fit_infinite = false;   ///< A_inf is computed from A and B by Ogilvie's relation

  bool any() const { return symmetrize || drop_outliers || extend_tail || fit_infinite; }
};

/// Applies the repairs that the options ask for, in their order, and runs the checks again. Every
/// repair adds an entry to the history, and a finding with its largest change and the place of it.
/// Findings of the checks before the repair are kept in the history. Data that need no repair keep
/// every bit, except for asymmetries in the last digit.
/// @throws Error(kInvalidArgument) if the database lacks the data that a repair needs
Database repair(Database database, const RepairOptions& options);

/// A, B, A_inf and K become (M + M^T) / 2.
void symmetrize(Database& database);

/// Replaces spikes in A and B (hydro/database/spikes.hpp) by the cubic through their neighbours
/// over frequency [rad/s]. They are searched in every pair of radiating dofs, relative to
/// sqrt(range_i range_j), and replaced in A and B alike, since an irregular frequency spoils both.
/// A spike is kept if A and B of the pair would then disagree more (Kramers-Kronig): a narrow
/// resonance of a gap or an array is causal, and a curve without it is not. Frequencies are kept,
/// since all bodies and the excitation share them.
/// @source Lee and Sclavounos (1989), Removing the irregular frequencies from integral equations in
/// wave-body interactions: the true coefficients are smooth there
void drop_outliers(Database& database);

/// A_inf = mean over the frequencies of A(omega) + Kramers-Kronig of B [kg, kg m, kg m2].
void fit_infinite_added_mass(Database& database);

/// Continues B as omega^-3 beyond the last frequency [rad/s] (high_frequency.hpp). A there follows
/// from B and A_inf, which is fitted with the tail if `fit_infinite`; the excitation falls as
/// omega^-3 too, in accordance with Haskind's relation, and the mean drift keeps its last value.
void extend_tail(Database& database, bool fit_infinite);

/// Appends a line to the history and a finding of severity info.
void note_repair(Database& database, const std::string& name, const std::string& message,
                 double value);

}  // namespace raftup::hydro
