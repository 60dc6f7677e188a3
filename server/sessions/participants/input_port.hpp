#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "server/sessions/recording/recorded_simulation.hpp"

namespace raftup::server {

/// Samples of the inputs of a stream, in the order in which they arrived.
struct InputSamples {
  std::int64_t sequence = 0;
  std::span<const std::int64_t> times_ns;
  std::span<const double> values;  ///< [sample][column]
  std::optional<std::int64_t> watermark_ns;
};

/// The entry of the samples of one stream into its session.
struct InputPort {
  InputWriter* writer = nullptr;  ///< null for an observer
  std::vector<std::size_t> inputs;
  std::size_t width = 0;           ///< values of a sample
  std::int64_t next_sequence = 1;  ///< of the next InputSamples
  bool sequenced = true;  ///< false for a call of its own, which does not move a watermark either
};

/// The start of a step that a time in single precision stands for. A time within time / 2^23 of a
/// start (the resolution of a 32-bit float of seconds), but at most a quarter of a step, is moved
/// to it. Otherwise a sample for .3 s, which such a float represents as .30000001192 s, would act a
/// step late.
std::int64_t at_step(std::int64_t time_ns, std::int64_t step_ns);

/// Writes, as a SamplesRecord, the samples that obey the rules and have not been written before.
/// @throws ServiceError(kBadField, kSequenceGap, kQuotaSamples); nothing is then written
void accept_samples(RecordedSimulation& recorded, InputPort& port, const InputSamples& samples);

/// Number of samples that may be sent ahead now; 0 without inputs.
int input_credit(const RecordedSimulation& recorded, const InputPort& port);

}  // namespace raftup::server
