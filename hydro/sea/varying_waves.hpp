#pragma once

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

}  // namespace raftup::hydro
