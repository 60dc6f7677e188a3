/// @file What is written in the place of participants that are silent.
#pragma once

#include <cstdint>

#include "server/sessions/recording/recorded_simulation.hpp"

namespace raftup::server {

/// From now on substitute_samples() writes for this participant, by its SilenceRule, going on from
/// the samples that it has sent. Inputs without any stay as they are.
void begin_substitution(const RecordedSimulation& recorded, InputWriter& writer);

/// Writes what silent participants owe to the step [start, end], by SamplesRecord.
/// @returns whether it may run now; where somebody else holds it nothing is written
bool substitute_samples(RecordedSimulation& recorded, std::int64_t start_ns, std::int64_t end_ns);

}  // namespace raftup::server
