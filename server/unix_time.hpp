/// @file The wall clock in nanoseconds since 1970, UTC, as files and messages hold it.
#pragma once

#include <chrono>
#include <cstdint>

namespace raftup::server {

inline std::int64_t to_unix_ns(std::chrono::system_clock::time_point time) {
  return std::chrono::nanoseconds(time.time_since_epoch()).count();
}

inline std::chrono::system_clock::time_point from_unix_ns(std::int64_t unix_ns) {
  return std::chrono::system_clock::time_point(
      std::chrono::duration_cast<std::chrono::system_clock::duration>(
          std::chrono::nanoseconds(unix_ns)));
}

}  // namespace raftup::server
