/// @file Components whose amplitudes change with time: of sea states that follow one another, of
/// spectra that come one by one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hydro/sea/sea.hpp"
#include "hydro/sea/wave_systems.hpp"

namespace raftup::hydro {

/// Components whose amplitudes change with time.
struct VaryingWaves {
  std::vector<WaveComponent> components;  ///< amplitude: the largest that each reaches
  VarianceHistory history;                ///< of all of them, first = 0
};

/// Sea states that follow one another. Every component keeps its frequency, direction and phase;
/// the variance that it carries goes linearly from one state to the next. For each set of
/// directions that any state has, the mean over those states of their spectra is cut into bins, so
/// that every state is resolved alike; in its state a bin carries what the state's own spectrum has
/// there, and all of them exactly the state's m0. States that are all equal give the components of
/// irregular_waves(); a wind that turns is a sea that dies out while another rises.
/// @param times   s, strictly ascending, at least two
/// @param states  one per time
/// @param options of the mean spectra; default limits: those of all states together
/// @throws Error(kInvalidArgument) naming the entry
VaryingWaves varying_waves(const std::vector<double>& times,
                           const std::vector<std::vector<DirectedSpectrum>>& states,
                           const DiscretisationOptions& options);

/// Components of a spectrum that changes as it likes: given again and again by its density at the
/// same frequencies, linear in between. They have equal steps of omega, each at a random place of
/// its step; frequencies, directions and phases stay, and each carries the energy of its step, so
/// that all of them carry m0 exactly. A spectrum that stays gives the components that
/// irregular_waves() makes of it with equal steps.
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

  /// Amplitudes [m] of the components; what is below zero counts as zero.
  /// @param density m2 s/rad, one per omega
  void amplitudes(std::span<const double> density, AmplitudeFactors& factors) const;

 private:
  /// The edge between two steps: where it lies among the frequencies.
  struct Edge {
    std::size_t after;  ///< index of the frequency at or below it
    double distance;    ///< rad/s from there
    double fraction;    ///< of the interval
  };

  std::vector<double> omega_;
  std::size_t direction_count_;
  std::vector<Edge> edges_;
  std::vector<WaveComponent> components_;
};

}  // namespace raftup::hydro
