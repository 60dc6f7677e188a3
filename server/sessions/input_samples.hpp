#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "server/sessions/input_writers.hpp"

namespace raftup::server {

/// Samples of the inputs that a stream named, as they came.
struct InputSamples {
  std::int64_t sequence = 0;
  std::span<const std::int64_t> times_ns;
  std::span<const double> values;  ///< [sample][column]
  std::optional<std::int64_t> watermark_ns;
};

/// Samples that are part of the session: those of a client that break no rule, or those written in
/// the place of a silent participant.
struct AcceptedSamples {
  InputWriter& writer;
  std::span<const std::size_t> inputs;     ///< places in Simulation::inputs(), in column order
  std::span<const std::int64_t> times_ns;  ///< ascending
  std::span<const double> values;          ///< [sample][column]
  std::int64_t watermark_ns;               ///< the writer's from now on
};

}  // namespace raftup::server
