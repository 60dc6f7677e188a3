/// @file Regular waves that model files describe: linear ones and steep ones.
#pragma once

#include "hydro/sea/sea.hpp"
#include "hydro/sea/steep_wave.hpp"
#include "solver/model/water/waves.hpp"

namespace raftup::solver {

/// The options of a steep wave.
/// @param wave wave for which is_steep() holds
/// @throws Error(kInvalidArgument) with the name of a field that does not belong to the theory
hydro::SteepWaveOptions steep_options(const RegularWave& wave);

/// The sea that consists of one steep wave.
/// @param wave          wave for which is_steep() holds
/// @param ramp_duration time in which the wave grows from the start of a run on [s]
/// @throws Error(kInvalidArgument) with the name of the invalid field; with the limit if the wave
///         is too high [m]
hydro::Sea steep_sea(const RegularWave& wave, const hydro::Sea::Water& water, double ramp_duration);

/// A linear wave [m, rad/s], or the first harmonic of the elevation of a steep one.
/// @throws Error(kInvalidArgument) with the name of the invalid field
hydro::WaveComponent make_wave(const RegularWave& wave, const hydro::Sea::Water& water);

}  // namespace raftup::solver
