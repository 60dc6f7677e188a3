/// @file One run of WAMIT, from its numeric files or its output.
#pragma once

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

/// One entry of a force as WAMIT writes it, without its scales.
struct WamitForceEntry {
  double period;     ///< s
  double direction;  ///< deg
  Eigen::Index influenced;
  Complex force;
};

/// What one run of WAMIT says, from whichever files: numbers without their scales.
struct WamitRun {
  std::vector<WamitRadiationEntry> radiation;
  std::vector<WamitForceEntry> excitation;
  std::vector<WamitForceEntry> froude_krylov;
  std::vector<WamitForceEntry> diffraction;
  std::vector<WamitForceEntry> mean_drift;
};

/// Multiplies the scales and sorts the entries into series:
///   A = rho L^k A', B = rho L^k omega B', X = rho g L^m X', drift = rho g L^(m - 1) D',
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

/// What the rows of a numeric file of WAMIT hold. The columns tell it.
enum class WamitQuantity {
  kRadiation,     ///< .1: period, i, j, A[, B]
  kForce,         ///< .2 .3 .3fk .3sc: period, direction, i, modulus, phase, re, im
  kHydrostatics,  ///< .hst: i, j, C
  kDrift          ///< .7 .8 .9: period, two directions, i, modulus, phase, re, im
};

/// The numbers of a file, a row each.
struct WamitTable {
  std::vector<std::vector<double>> rows;
};

/// By the first row, or the second where the first is a heading; nothing where neither fits.
std::optional<WamitQuantity> wamit_quantity(const std::vector<TextLine>& lines);

/// All rows of a file of this quantity, which is not empty; A without B, at the periods -1 and 0,
/// gets B = 0. Dofs become 0-based.
/// @throws Error(kInvalidArgument) naming file, line and rule
WamitTable read_wamit_table(const SourceFile& file, WamitQuantity quantity);

}  // namespace raftup::hydro
