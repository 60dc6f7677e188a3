/// @file The repairs one by one; private to hydro/database/repair. Each notes what it did.
#pragma once

#include <string>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// A, B, A_inf and K become (M + M^T) / 2.
void symmetrise(Database& database);

/// Spikes in A and B (hydro/database/spikes.hpp), searched in every pair of radiating dofs relative
/// to sqrt(range_i range_j), are replaced by the cubic through their neighbours, in A and B alike:
/// an irregular frequency spoils both. A spike is kept where A and B of the pair would then
/// disagree more about it (Kramers-Kronig): a narrow resonance of a gap or an array is causal, and
/// a bridge over it is not. Frequencies are kept, since all bodies and the excitation share them.
/// @source Lee and Sclavounos (1989), Removing the irregular frequencies from integral equations in
/// wave-body interactions: the true coefficients are smooth there
void drop_outliers(Database& database);

/// A_inf = mean over the frequencies of A(omega) + Kramers-Kronig of B.
void fit_infinite_added_mass(Database& database);

/// B goes on as omega^-3 beyond the last frequency (damping_tail.hpp); A there follows from B and
/// A_inf, which is fitted with the tail where `fit_infinite`; the excitation, too, goes on as
/// omega^-3, as Haskind's relation has it, and the mean drift keeps its last value.
void extend_tail(Database& database, bool fit_infinite);

/// Appends a line to the history and a finding of severity info.
void note_repair(Database& database, const std::string& name, const std::string& message,
                 double value);

}  // namespace raftup::hydro
