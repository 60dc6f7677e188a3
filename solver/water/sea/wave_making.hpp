/// @file Components and spectra of the wave systems that model files describe.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hydro/sea/sea.hpp"
#include "hydro/sea/stationary_sea.hpp"
#include "hydro/sea/varying_waves.hpp"
#include "hydro/sea/wave_systems.hpp"
#include "solver/model/water/waves.hpp"

namespace raftup::solver {

/// Largest number of components of one wave system.
inline constexpr int kComponentLimit = 100000;
/// Largest number of variances of a varying wave system: components times states.
inline constexpr double kVarianceLimit = 1e7;

/// The spectra of a wave system [m2 s/rad], and the options of their division into components.
struct SystemSpectra {
  std::vector<hydro::DirectedSpectrum> spectra;  ///< spectra of all states of a varying system
  hydro::DiscretisationOptions options;
};

/// Directions [rad] of the waves about a mean direction. Without a spreading the result is the mean
/// direction alone.
/// @throws Error(kInvalidArgument) with the name of the invalid parameter
std::vector<double> spread(double mean, const std::optional<WaveSpreading>& spreading);

/// The spectra of random waves.
/// @param gravity acceleration of gravity [m/s2]
/// @throws Error(kInvalidArgument) with the name of the invalid parameter
SystemSpectra spectra_of(const IrregularWave& wave, double gravity);

/// The spectra of all sea states that follow one another.
/// @param gravity acceleration of gravity [m/s2]
/// @throws Error(kInvalidArgument) with the number of the state and the name of the parameter
SystemSpectra spectra_of(const VaryingWave& wave, double gravity);

/// The components of random waves [m, rad/s].
/// @param same_seed number of wave systems before this one that have the same seed
/// @param gravity   acceleration of gravity [m/s2]
/// @throws Error(kInvalidArgument) with the name of the invalid parameter, or for more than
///         kComponentLimit components
std::vector<hydro::WaveComponent> make_waves(const IrregularWave& wave, std::uint64_t same_seed,
                                             double gravity);

/// The components of sea states that follow one another, and their variances over time [m2].
/// @param same_seed number of wave systems before this one that have the same seed
/// @param gravity   acceleration of gravity [m/s2]
/// @throws Error(kInvalidArgument) as make_waves() does for each state, or for more than
///         kVarianceLimit variances
hydro::VaryingWaves make_waves(const VaryingWave& wave, std::uint64_t same_seed, double gravity);

/// The components that are listed [m, rad/s].
/// @throws Error(kInvalidArgument) if the lists do not have the same size, or for more than
///         kComponentLimit components
std::vector<hydro::WaveComponent> make_waves(const WaveComponents& waves);

/// The components of a random sea with a crest at a place and time [m, rad/s].
/// @param same_seed number of wave systems before this one that have the same seed
/// @throws Error(kInvalidArgument) with the name of the invalid parameter
std::vector<hydro::WaveComponent> make_waves(const FocusedWave& wave, std::uint64_t same_seed,
                                             const hydro::Sea::Water& water);

/// The components of a random sea in which an output reaches a level [m, rad/s].
/// @param same_seed number of wave systems before this one that have the same seed
/// @param gravity   acceleration of gravity [m/s2]
/// @throws Error(kInvalidArgument) with the name of the invalid parameter
std::vector<hydro::WaveComponent> make_waves(const ExtremeWave& wave, std::uint64_t same_seed,
                                             double gravity);

/// A spectrum over the directions of its spreading, or in one direction without a spreading.
/// @param mean mean direction that waves travel to [rad]
hydro::SpreadSpectrum spread_spectrum(std::shared_ptr<const hydro::Spectrum> spectrum, double mean,
                                      const std::optional<WaveSpreading>& spreading);

/// The spectra of random waves [m2 s/rad] for computations in the frequency domain, over 72
/// directions if the waves have a spreading.
/// @param gravity acceleration of gravity [m/s2]
/// @throws Error(kInvalidArgument) with the name of the invalid parameter
std::vector<hydro::SpreadSpectrum> stationary_spectra(const IrregularWave& wave, double gravity);

}  // namespace raftup::solver
