/// @file One run of WAMIT, from its numeric files or its output.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/database/readers/known_values.hpp"
#include "hydro/database/readers/source.hpp"

namespace raftup::hydro {

/// One entry of A and B as WAMIT writes it, without its scales. Dofs from 0.
struct WamitRadiationEntry {
  double period;  ///< s; < 0 is omega = 0, 0 is omega = infinity
  Eigen::Index influenced;
  Eigen::Index radiating;
  double added_mass;
  double damping;
};

/// One entry of a force as WAMIT writes it, dimensionless.
struct WamitForceEntry {
  double period;     ///< s
  double direction;  ///< deg
  Eigen::Index influenced;
  Complex force;
};

/// One entry of a force by two waves as WAMIT writes it, dimensionless.
struct WamitPairEntry {
  double period_1, period_2;        ///< s
  double direction_1, direction_2;  ///< deg
  Eigen::Index influenced;
  Complex force;
};

/// The results of one run of WAMIT from all of its files, as WAMIT writes them: coefficients are
/// not yet multiplied by their scales.
struct WamitRun {
  std::vector<WamitRadiationEntry> radiation;
  std::vector<WamitForceEntry> excitation;
  std::vector<WamitForceEntry> froude_krylov;
  std::vector<WamitForceEntry> diffraction;
  std::vector<WamitForceEntry> mean_drift;
  std::vector<WamitPairEntry> qtf_sum, qtf_difference;
};

/// Multiplies the scales and sorts the entries into series:
///   A = rho L^k A', B = rho L^k omega B', X = rho g L^m X', drift = rho g L^(m - 1) D', qtfs
///   alike,
/// k = 3 and m = 2 between translations, one more for each rotation. What WAMIT leaves out, because
/// of symmetry, is zero; but every period has the entries of the first one.
/// @param database bodies, density and gravity are there already; gets omega, wave directions and
/// every series
/// @param scale    L [m]
/// @throws Error(kInvalidArgument) where periods differ between quantities or lack entries
void assemble_wamit(const WamitRun& run, double scale, Database& database);

/// Bodies by the highest dof.
Eigen::Index wamit_body_count(const WamitRun& run);

/// C of all bodies from C' = C / (rho g L^n), n = 2 for heave, one more for each rotation.
double wamit_stiffness_scale(Eigen::Index row, Eigen::Index column, double scale);

/// The numbers of a file, a row each.
struct WamitTable {
  std::vector<std::vector<double>> rows;
};

/// The qtf that pairs of waves give, each pair once or in both orders.
/// @param unit             rho g [N/m3]
/// @param scale            L [m]
/// @param difference       the second wave counts conjugate: T_nm = T_mn*, else P_nm = P_mn
/// @param name             of the function, for messages
/// @throws Error(kInvalidArgument) where a pair is missing
QuadraticTransferFunction assemble_wamit_qtf(const std::vector<WamitPairEntry>& entries,
                                             double unit, double scale, bool difference,
                                             const std::string& name);

/// Assembles both qtfs of a run [N/m2, N/m] for a database whose bodies, density and gravity are
/// known.
/// @throws Error(kInvalidArgument) where pairs are missing or dofs are not those of the database
void assemble_wamit_qtfs(const WamitRun& run, double scale, Database& database);

/// The pairs of a file of kQtf.
std::vector<WamitPairEntry> wamit_pairs(const WamitTable& table);

/// A second-order force from one file, and the rank of its method, where 0 is the best.
template <typename Entry>
struct WamitMethod {
  int rank;
  std::string file;
  std::vector<Entry> entries;
};

/// Of each dof the entries of the best method that has any.
template <typename Entry>
std::vector<Entry> by_best_method(std::vector<WamitMethod<Entry>>& methods) {
  std::stable_sort(methods.begin(), methods.end(),
                   [](const auto& a, const auto& b) { return a.rank < b.rank; });
  std::map<Eigen::Index, const WamitMethod<Entry>*> best;
  std::vector<Entry> chosen;
  for (const auto& method : methods) {
    for (const Entry& entry : method.entries) {
      if (best.try_emplace(entry.influenced, &method).first->second == &method) {
        chosen.push_back(entry);
      }
    }
  }
  return chosen;
}

/// Adds a finding if methods differ by more than 10 % of the largest drift force [N/m2], or moment
/// [N/m].
void note_drift_spread(const std::vector<WamitMethod<WamitForceEntry>>& methods,
                       Findings& findings);

/// The quantity in the rows of a numeric file of WAMIT, which follows from its columns.
enum class WamitQuantity {
  kRadiation,     ///< .1: period [s], i, j, A[, B]
  kForce,         ///< .2 .3 .3fk .3sc: period [s], direction [deg], i, modulus, phase, re, im
  kHydrostatics,  ///< .hst: i, j, C
  kDrift,         ///< .7 .8 .9: period [s], two directions [deg], i, modulus, phase, re, im
  kQtf  ///< .10d to .12s: two periods [s], two directions [deg], i, modulus, phase, re, im
};

/// By the first row of numbers within the first twenty lines, which headings and comments may
/// precede; nothing where it fits none.
std::optional<WamitQuantity> wamit_quantity(const std::vector<TextLine>& lines);

/// All rows of a file of this quantity, which is not empty; A without B, at the periods -1 and 0,
/// gets B = 0. Dofs become 0-based; rows of drift with a negative dof are left out.
/// @throws Error(kInvalidArgument) naming file, line and rule
WamitTable read_wamit_table(const SourceFile& file, WamitQuantity quantity);

}  // namespace raftup::hydro
