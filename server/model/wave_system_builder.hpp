#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hydro/sea/sea.hpp"
#include "hydro/sea/stationary_sea.hpp"
#include "hydro/sea/wave_systems.hpp"
#include "raftup/v1/sea.pb.h"
#include "server/base/service_error.hpp"

namespace raftup::server {

/// Components of one wave system and the change of their amplitudes [m] with time, if any.
struct BuiltWaves {
  std::vector<hydro::WaveComponent> components;
  std::optional<hydro::VarianceHistory> history;
};

/// Number of systems before this one with the same seed; 0 for a system without a seed. As many
/// draws of phases [rad] are skipped, so that no two systems are in phase.
std::uint64_t same_seed_before(const v1::Sea& sea, int system);

/// Builds a wave system. What hydro refuses becomes a violation of the system's kind; the result is
/// then empty.
/// @param same_seed its same_seed_before()
/// @param path      "environment.sea.waves[0]"
BuiltWaves build_wave_system(const v1::WaveSystem& system, std::uint64_t same_seed,
                             const std::string& path, const hydro::Sea::Water& water,
                             FieldViolations& violations);

/// The spectra of which a system with spectra consists.
struct SystemSpectra {
  std::vector<hydro::DirectedSpectrum> spectra;  ///< of every state
  hydro::DiscretisationOptions options;
};

/// Nothing for a system without spectra.
/// @param gravity m/s2
/// @throws Error(kInvalidArgument) naming the parameter
std::optional<SystemSpectra> spectra_of(const v1::WaveSystem& system, double gravity);

/// Ends a system with spectra at a frequency [rad/s].
void set_omega_max(v1::WaveSystem& system, double omega);

/// Adds the stationary part of a wave system: spectra, spread over 72 directions if they have a
/// spreading, and single harmonics; of a record and of waves with an extreme in them the spectrum.
/// @param path of the system, "environment.sea.waves[0]"
void add_stationary_waves(const v1::WaveSystem& system, const std::string& path,
                          const hydro::Sea::Water& water, hydro::StationarySea& sea,
                          FieldViolations& violations);

/// Directions [rad] of the waves around a mean direction, with or without spreading.
/// @throws Error(kInvalidArgument) naming the parameter
std::vector<double> spread(double mean, const v1::Spreading* spreading);

/// Largest number of components of one wave system.
inline constexpr int kComponentLimit = 100000;
/// Largest number of components of all systems of a sea.
inline constexpr std::size_t kSeaComponentLimit = 200000;
/// Variances of the components of a varying system, one per component and state.
inline constexpr double kVarianceLimit = 1e7;
/// Number of components per direction unless a model gives it.
inline constexpr int kDefaultComponentCount = 512;
/// Default peak enhancement of a JONSWAP spectrum.
inline constexpr double kPeakEnhancement = 3.3;

/// The bytes of a sea state without its spectrum and direction, so that the options of two states
/// can be compared.
std::string options_of_state(v1::IrregularWave state);

/// Writes the defaults of a wave system into it.
void complete_wave_system(v1::WaveSystem& system);

}  // namespace raftup::server
