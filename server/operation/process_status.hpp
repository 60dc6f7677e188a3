#pragma once

#include <cstdint>

namespace raftup::server {

/// What the operating system says about this process.
struct ProcessStatus {
  std::int64_t open_descriptors = 0;
  std::int64_t descriptor_limit = 0;  ///< beyond it nothing can be opened
  std::int64_t resident_bytes = 0;
  double processor_seconds = 0.0;  ///< user and system, since the start
};

ProcessStatus process_status();

}  // namespace raftup::server
