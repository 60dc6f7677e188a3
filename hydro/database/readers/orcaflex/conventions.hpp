/// @file Conventions of a vessel type of OrcaFlex: what its frequencies, amplitudes and phases mean.
#pragma once

#include <vector>

#include "hydro/database/readers/orcaflex/yaml.hpp"

namespace raftup::hydro {

/// The conventions of a vessel type.
struct OrcaflexConventions {
  enum class Waves { kOmega, kHertz, kPeriod };

  Waves waves = Waves::kPeriod;  ///< quantity that waves are referred to by
  bool phases_lag = false;
  double radians_per_phase = 1.0;  ///< radians in one unit of phase
  double phase_of_zero = 0.0;  ///< phase by which what a phase of 0 refers to leads the crest [rad]
  double per_amplitude = 1.0;  ///< factor from the wave unit of the file to the amplitude
  Vector6 signs = Vector6::Ones();  ///< -1 for dofs that are positive the other way
  bool mirrors_y = false;           ///< symmetry about the xz plane
  bool mirrors_x = false;           ///< symmetry about the yz plane

  /// The frequency [rad/s] of a filed value: 0 and infinity are limits.
  double omega(double filed) const;
  /// The force of a filed amplitude and phase, per amplitude of the wave, leading its crest.
  Complex force(double amplitude, double phase) const;
};

/// Reads the conventions. Those that a file leaves out are OrcaFlex's defaults: periods, phases in
/// degrees that lag the crest, amplitudes, dofs positive as here, no symmetry.
/// @throws Error(kInvalidArgument) with the file, the line, the words that are possible
/// @source OrcaFlex manual, "Vessel types: conventions"
OrcaflexConventions read_orcaflex_conventions(const SourceFile& file, const YamlNode& vessel_type);

}  // namespace raftup::hydro
