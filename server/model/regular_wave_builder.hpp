/// @file Regular waves from their messages: linear ones and steep ones.
#pragma once

#include <memory>

#include "hydro/sea/sea.hpp"
#include "raftup/v1/sea.pb.h"

namespace raftup::server {

/// True if the theory of a wave is another than Airy's.
bool is_steep(const v1::RegularWave& wave);

/// A steep wave of a message.
/// @param wave for which is_steep() holds
/// @throws Error(kInvalidArgument) naming the field; with the limit where the wave is too high [m]
std::shared_ptr<const hydro::SteepWave> steep_wave(const v1::RegularWave& wave,
                                                   const hydro::Sea::Water& water);

/// A linear wave [m, rad/s], or the first harmonic of the elevation of a steep one.
/// @throws Error(kInvalidArgument) naming the field
hydro::WaveComponent regular_component(const v1::RegularWave& wave, const hydro::Sea::Water& water);

/// Writes the defaults of a regular wave into it; those of a linear one say nothing.
void complete_regular_wave(v1::RegularWave& wave);

}  // namespace raftup::server
