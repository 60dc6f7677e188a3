/// @file The results of one run of WAMIT, from its numeric files or its text output.
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

/// One element of A and B in WAMIT's dimensionless form. Dofs are counted from 0.
struct WamitRadiationEntry {
  double period;  ///< period [s]; negative for omega = 0, 0 for infinite frequency
  Eigen::Index influenced;
  Eigen::Index radiating;
  double added_mass;
  double damping;
};

/// One element of a first-order force or of a mean drift force in WAMIT's dimensionless form.
struct WamitForceEntry {
  double period;     ///< period of the wave [s]
  double direction;  ///< direction of the wave [deg]
  Eigen::Index influenced;
  Complex force;
};

/// One element of a second-order force by two waves in WAMIT's dimensionless form.
struct WamitPairEntry {
  double period_1, period_2;        ///< periods of the two waves [s]
  double direction_1, direction_2;  ///< directions of the two waves [deg]
  Eigen::Index influenced;
  Complex force;
};

/// The results of one run of WAMIT from all of its files, in WAMIT's dimensionless form.
struct WamitRun {
  std::vector<WamitRadiationEntry> radiation;
  std::vector<WamitForceEntry> excitation;
  std::vector<WamitForceEntry> froude_krylov;
  std::vector<WamitForceEntry> diffraction;
  std::vector<WamitForceEntry> mean_drift;
  std::vector<WamitPairEntry> qtf_sum, qtf_difference;
};

/// Converts the results of a run to SI units and sorts them into the series of a database:
///   A = rho L^k A', B = rho L^k omega B', X = rho g L^m X', drift = rho g L^(m - 1) D',
/// where k = 3 and m = 2 between translations, and one more for each rotation. Quadratic transfer
/// functions are scaled as the drift. Elements that WAMIT leaves out because of symmetry are zero;
/// but every period must have the elements of the first one.
/// @param database has bodies, density and gravity; receives omega, wave directions and every
///         series
/// @param scale    length scale L [m]
/// @throws Error(kInvalidArgument) if periods differ between quantities or lack elements
void assemble_wamit(const WamitRun& run, double scale, Database& database);

/// Returns the number of bodies, which follows from the highest dof.
Eigen::Index wamit_body_count(const WamitRun& run);

/// Returns the factor L^n in C = rho g L^n C' for one element of the stiffness C of all bodies,
/// where C' is WAMIT's dimensionless stiffness; n = 2 between translations and one more for each
/// rotation.
/// @param scale length scale L [m]
double wamit_stiffness_scale(Eigen::Index row, Eigen::Index column, double scale);

/// The numbers of a file, one row per line of the file.
struct WamitTable {
  std::vector<std::vector<double>> rows;
};

/// Assembles a quadratic transfer function in SI units from the forces of pairs of waves. Each pair
/// may be given once or in both orders.
/// @param unit             rho g [N/m3]
/// @param scale            length scale L [m]
/// @param difference       true for difference frequencies, with T_nm = T_mn*; false for sum
///         frequencies, with P_nm = P_mn
/// @param name             name of the function, for messages
/// @throws Error(kInvalidArgument) if a pair is missing
QuadraticTransferFunction assemble_wamit_qtf(const std::vector<WamitPairEntry>& entries,
                                             double unit, double scale, bool difference,
                                             const std::string& name);

/// Assembles the sum- and difference-frequency transfer functions of a run [N/m2, N/m] for a
/// database that already has bodies, density and gravity.
/// @param scale length scale L [m]
/// @throws Error(kInvalidArgument) if pairs are missing or dofs are not those of the database
void assemble_wamit_qtfs(const WamitRun& run, double scale, Database& database);

/// Returns the pairs of waves in a file of the quantity kQtf.
std::vector<WamitPairEntry> wamit_pairs(const WamitTable& table);

/// A second-order force that one method has computed, and the rank of the method; 0 is the best.
template <typename Entry>
struct WamitMethod {
  int rank;
  std::string file;
  std::vector<Entry> entries;
};

/// Selects for each dof the entries of the method of best rank that has entries for the dof.
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

/// Adds a finding if the mean drift force differs between methods by more than 10 % of the largest
/// drift force [N/m2], or moment [N/m].
void note_drift_spread(const std::vector<WamitMethod<WamitForceEntry>>& methods,
                       Findings& findings);

/// The quantity in the rows of a numeric file of WAMIT. The columns of the file determine it.
enum class WamitQuantity {
  kRadiation,  ///< added mass and damping (.1): period [s], i, j, A[, B]
  /// Wave force (.2 .3 .3fk .3sc): period [s], direction [deg], i, modulus, phase, re, im.
  kForce,
  kHydrostatics,  ///< hydrostatic stiffness, dimensionless (.hst): i, j, C
  /// Mean drift (.7 .8 .9): period [s], two directions [deg], i, modulus, phase, re, im.
  kDrift,
  /// Quadratic transfer function (.10d to .12s): two periods [s], two directions [deg], i, modulus,
  /// phase, re, im.
  kQtf
};

/// Determines the quantity from the first row of numbers within the first twenty lines; headings
/// and comments may precede it. Returns nothing if the row does not belong to any quantity.
std::optional<WamitQuantity> wamit_quantity(const std::vector<TextLine>& lines);

/// Reads all rows of a file of this quantity. Rows of A without B, at the periods -1 s and 0 s, get
/// B = 0. Dofs become 0-based; rows of drift with a negative dof are left out.
/// @throws Error(kInvalidArgument) with the file, the line and the rule, also if there are no rows
WamitTable read_wamit_table(const SourceFile& file, WamitQuantity quantity);

}  // namespace raftup::hydro
