/// @file Wave components whose amplitudes [m] change with time, for a sequence of sea states or for
///         spectra that are received during a simulation.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hydro/sea/sea.hpp"
#include "hydro/sea/wave_systems.hpp"

namespace raftup::hydro {

/// Wave components whose amplitudes [m] change with time.
struct VaryingWaves {
  /// Components; `amplitude` [m] is the largest amplitude that each component reaches.
  std::vector<WaveComponent> components;
  VarianceHistory history;  ///< variance of all components over time [m2]; its member `first` is 0
};

/// Creates components for a sequence of sea states. Every component keeps its frequency [rad/s],
/// direction and phase; its variance [m2] changes linearly from one state to the next. For each set
/// of directions that occurs in a state, the mean spectrum of all states with these directions is
/// divided into bins, so that all states are resolved equally well. In each state, a bin has the
/// energy of that state's own spectrum, and all bins together have exactly its m0. If all states
/// are equal, the components are those of irregular_waves(). If the wind turns, one sea decays
/// while another one in a new direction grows.
/// @param times   s, strictly ascending, at least two
/// @param states  spectra of the sea at each time
/// @param options division of the mean spectra into bins; the default limits are those of all
///         states together
/// @throws Error(kInvalidArgument) with the entry that is invalid
VaryingWaves varying_waves(const std::vector<double>& times,
                           const std::vector<std::vector<DirectedSpectrum>>& states,
                           const DiscretisationOptions& options);

/// Components of a spectrum that may change arbitrarily during a simulation. The spectrum is
/// received repeatedly as density [m2 s/rad] at the same frequencies [rad/s], and is linear between
/// them. The components have equal steps of omega, each at a random position within its step.
/// Frequencies, directions and phases are constant. Each component has the energy of its step, so
/// that all of them together have exactly m0. A constant spectrum gives the same components as
/// irregular_waves() with equal steps.
class SpectrumStream {
 public:
  /// @param omega            frequencies of the spectrum [rad/s], > 0, strictly ascending, at least
  ///         two
  /// @param directions       directions that waves travel to [rad], at least one; they have equal
  ///         shares of the energy
  /// @param seed             seed of the random phases and positions
  /// @param component_count  number of frequencies per direction, >= 1
  /// @param same_seed_before number of systems before this one with the same seed, see
  ///         DiscretisationOptions
  /// @throws Error(kInvalidArgument) with the parameter that is invalid
  SpectrumStream(std::vector<double> omega, const std::vector<double>& directions,
                 std::uint64_t seed, int component_count, std::uint64_t same_seed_before = 0);

  /// Components with an amplitude of 1 m.
  const std::vector<WaveComponent>& components() const { return components_; }

  /// Computes the amplitudes [m] of the components for a spectrum. A negative density is treated as
  /// zero.
  /// @param density spectral density [m2 s/rad], one per frequency
  /// @param factors receives the amplitudes, as factors of the amplitude 1 m of the components
  void amplitudes(std::span<const double> density, AmplitudeFactors& factors) const;

 private:
  /// The edge between two frequency steps, located among the frequencies of the spectrum [rad/s].
  struct Edge {
    std::size_t after;  ///< index of the greatest frequency [rad/s] that is not above the edge
    double distance;    ///< distance of the edge from that frequency [rad/s]
    double fraction;    ///< the distance as a fraction of the interval to the next frequency [1]
  };

  std::vector<double> omega_;
  std::size_t direction_count_;
  std::vector<Edge> edges_;
  std::vector<WaveComponent> components_;
};

}  // namespace raftup::hydro
