/// @file The samples that a session writes in place of the samples of silent participants.
#pragma once

#include <cstdint>

#include "server/sessions/recording/recorded_simulation.hpp"

namespace raftup::server {

/// Starts the substitution for a silent participant. From now on substitute_samples() writes
/// samples for its inputs, which its SilenceRule computes from the samples that the participant has
/// sent. No samples are written for inputs for which it has sent none.
void begin_substitution(const RecordedSimulation& recorded, InputWriter& writer);

/// Writes, as SamplesRecords, the samples that the step [start, end] needs from silent
/// participants. Nothing is written if the step also waits for other participants.
/// @returns true if the step can run now
bool substitute_samples(RecordedSimulation& recorded, std::int64_t start_ns, std::int64_t end_ns);

}  // namespace raftup::server
