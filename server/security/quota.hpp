#pragma once

#include <cstdint>
#include <limits>

namespace raftup::server {

/// What a tenant may have at once; "no limit" leaves the caps that hold for every session.
struct Quota {
  static constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

  std::int64_t sessions = kNoLimit;
  std::int64_t bodies = kNoLimit;       ///< of all its sessions together
  std::int64_t streams = kNoLimit;      ///< calls of Exchange and other long streams that are open
  std::int64_t checkpoints = kNoLimit;  ///< of all its sessions together
  std::int64_t database_bytes = kNoLimit;       ///< stored databases and uploads that are announced
  std::int64_t requests_per_second = kNoLimit;  ///< calls that begin; a second's worth may come at
                                                ///< once
};

}  // namespace raftup::server
