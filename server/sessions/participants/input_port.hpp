#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "server/sessions/recording/recorded_simulation.hpp"

namespace raftup::server {

/// Samples of the inputs that a stream named, as they came.
struct InputSamples {
  std::int64_t sequence = 0;
  std::span<const std::int64_t> times_ns;
  std::span<const double> values;  ///< [sample][column]
  std::optional<std::int64_t> watermark_ns;
};

/// Where the samples of one stream enter its session.
struct InputPort {
  InputWriter* writer = nullptr;  ///< none for an observer
  std::vector<std::size_t> inputs;
  std::size_t width = 0;           ///< values of a sample
  std::int64_t next_sequence = 1;  ///< of the next InputSamples
  bool sequenced = true;           ///< else a call of its own, which moves no watermark either
};

/// The start of a step that a time in single precision means: a time within time / 2^23 of it (the
/// resolution of a 32-bit float of seconds), but never more than a quarter of a step, is put there.
/// Otherwise a sample for .3 s, which such a float makes .30000001192 s, would act a step late.
std::int64_t at_step(std::int64_t time_ns, std::int64_t step_ns);

/// Writes what follows the rules and has not come before, by SamplesRecord.
/// @throws ServiceError(kBadField, kSequenceGap, kQuotaSamples); then nothing is written
void accept_samples(RecordedSimulation& recorded, InputPort& port, const InputSamples& samples);

/// Samples that may be sent ahead now; 0 without inputs.
int input_credit(const RecordedSimulation& recorded, const InputPort& port);

}  // namespace raftup::server
