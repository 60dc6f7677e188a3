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

/// The components of a wave system, and the change of their variances [m2] with time if the system
/// varies.
struct BuiltWaves {
  std::vector<hydro::WaveComponent> components;
  std::optional<hydro::VarianceHistory> history;
};

/// Number of earlier wave systems with the same seed; 0 for a system without a seed. As many phases
/// [rad] of each random sequence are skipped, so that no two systems have the same phases.
std::uint64_t same_seed_before(const v1::Sea& sea, int system);

/// Builds a wave system. An error of the functions in hydro becomes a violation of the system; the
/// result is then empty.
/// @param same_seed result of same_seed_before() for this system
/// @param path path of the system, such as "environment.sea.waves[0]"
BuiltWaves build_wave_system(const v1::WaveSystem& system, std::uint64_t same_seed,
                             const std::string& path, const hydro::Sea::Water& water,
                             FieldViolations& violations);

/// The spectra of a wave system that is described by spectra, and the options of their
/// discretization.
struct SystemSpectra {
  std::vector<hydro::DirectedSpectrum> spectra;  ///< spectra of all states of a varying system
  hydro::DiscretisationOptions options;
};

/// The spectra of a wave system; none if it is not described by spectra.
/// @param gravity acceleration of gravity [m/s2]
/// @throws Error(kInvalidArgument) with the name of the invalid parameter
std::optional<SystemSpectra> spectra_of(const v1::WaveSystem& system, double gravity);

/// Sets the frequency [rad/s] at which the spectra of a wave system end.
void set_omega_max(v1::WaveSystem& system, double omega);

/// Adds the stationary part of a wave system to `sea`: its spectra, spread over 72 directions if
/// they have a spreading, or its single harmonics. A recorded elevation and a system with a focused
/// wave or an extreme response are represented by their spectra.
/// @param path path of the system, such as "environment.sea.waves[0]"
void add_stationary_waves(const v1::WaveSystem& system, const std::string& path,
                          const hydro::Sea::Water& water, hydro::StationarySea& sea,
                          FieldViolations& violations);

/// Directions [rad] of the waves about a mean direction. Without a spreading the result is the mean
/// direction alone.
/// @throws Error(kInvalidArgument) with the name of the invalid parameter
std::vector<double> spread(double mean, const v1::Spreading* spreading);

/// Largest number of components of one wave system.
inline constexpr int kComponentLimit = 100000;
/// Largest number of components of all systems of a sea.
inline constexpr std::size_t kSeaComponentLimit = 200000;
/// Largest number of variances of a varying wave system: components times states.
inline constexpr double kVarianceLimit = 1e7;
/// Number of components for each direction if the model contains no number.
inline constexpr int kDefaultComponentCount = 512;
/// Default peak enhancement factor (gamma) of a JONSWAP spectrum.
inline constexpr double kPeakEnhancement = 3.3;

/// Serializes a sea state without its spectrum and direction, so that the options of two states can
/// be compared.
std::string options_of_state(v1::IrregularWave state);

/// Writes the defaults of a wave system into its message.
void complete_wave_system(v1::WaveSystem& system);

}  // namespace raftup::server
