/// @file Components whose amplitudes [m] change with time: for a sequence of sea states, and for
///         spectra that arrive one by one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hydro/sea/sea.hpp"
#include "hydro/sea/wave_systems.hpp"

namespace raftup::hydro {

/// Components whose amplitudes [m] change with time.
struct VaryingWaves {
  /// amplitude [m]: the largest that each component reaches
  std::vector<WaveComponent> components;
  VarianceHistory history;  ///< of all of them, first = 0
};

/// Components for a sequence of sea states. Every component keeps its frequency [rad/s], direction
/// and phase; its variance [m2] changes linearly from one state to the next. For each set of
/// directions that any state has, the mean spectrum of these states is divided into bins, so that
/// every state is equally resolved. In a state each bin carries the energy of that state's own
/// spectrum, and all bins together carry exactly its m0. If all states are equal the components are
/// those of irregular_waves(); a wind that turns is one sea that dies out while another rises.
/// @param times   s, strictly ascending, at least two
/// @param states  one per time
/// @param options of the mean spectra; default limits: those of all states together
/// @throws Error(kInvalidArgument) naming the entry
VaryingWaves varying_waves(const std::vector<double>& times,
                           const std::vector<std::vector<DirectedSpectrum>>& states,
                           const DiscretisationOptions& options);

/// Components of a spectrum that may change arbitrarily and is given repeatedly by its density [m2
/// s/rad] at the same frequencies [rad/s], linear in between. The components have equal steps of
/// omega, each at a random place of its step. Frequencies, directions and phases are constant, and
/// each component carries the energy of its step, so that all of them carry m0 exactly. A constant
/// spectrum gives the components of irregular_waves() with equal steps.
class SpectrumStream {
 public:
  /// @param omega           rad/s, > 0, strictly ascending, at least two
  /// @param directions      rad, where the waves go, at least one: equal shares of the energy
  /// @param seed            of phases and places
  /// @param component_count per direction, >= 1
  /// @param same_seed_before DiscretisationOptions
  /// @throws Error(kInvalidArgument) naming the parameter
  SpectrumStream(std::vector<double> omega, const std::vector<double>& directions,
                 std::uint64_t seed, int component_count, std::uint64_t same_seed_before = 0);

  const std::vector<WaveComponent>& components() const { return components_; }  ///< amplitude 1 m

  /// Amplitudes [m] of the components; a negative density counts as zero.
  /// @param density m2 s/rad, one per omega
  void amplitudes(std::span<const double> density, AmplitudeFactors& factors) const;

 private:
  /// The edge between two steps: its place among the frequencies [rad/s].
  struct Edge {
    std::size_t after;  ///< index of the frequency [rad/s] at or below it
    double distance;    ///< rad/s, distance from that frequency
    double fraction;    ///< of the interval
  };

  std::vector<double> omega_;
  std::size_t direction_count_;
  std::vector<Edge> edges_;
  std::vector<WaveComponent> components_;
};

}  // namespace raftup::hydro
