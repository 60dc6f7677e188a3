/// @file The samples that a session writes instead of silent participants.
#pragma once

#include <cstdint>

#include "server/sessions/recording/recorded_simulation.hpp"

namespace raftup::server {

/// Starts the substitution for a participant: from now on substitute_samples() writes samples by
/// its SilenceRule, which continue those that it has sent. Inputs without samples are not written.
void begin_substitution(const RecordedSimulation& recorded, InputWriter& writer);

/// Writes, as a SamplesRecord, the samples of silent participants that the step [start, end] needs.
/// @returns true if the step may run now; if others delay it nothing is written
bool substitute_samples(RecordedSimulation& recorded, std::int64_t start_ns, std::int64_t end_ns);

}  // namespace raftup::server
