#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace raftup::server {

/// Samples of the inputs that a stream named, as they came.
struct InputSamples {
  std::int64_t sequence = 0;
  std::span<const std::int64_t> times_ns;
  std::span<const double> values;  ///< [sample][column]
  std::optional<std::int64_t> watermark_ns;
};

}  // namespace raftup::server
