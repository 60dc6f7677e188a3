#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>

namespace raftup::testing {

/// What all processes of a soak know together: memory that they share through a file, so that what
/// a client was told outlives its being killed.
struct Ledger {
  static constexpr int kSessionLimit = 2048;
  static constexpr int kStepLimit = 1 << 21;

  std::atomic<std::int64_t> lost;       ///< acknowledged steps that a session had not any more
  std::atomic<std::int64_t> divergent;  ///< states that differ from another session's at that step
  std::atomic<std::int64_t> refused;    ///< calls and streams that ended as they must not
  std::atomic<std::int64_t> frames;
  std::atomic<std::int64_t> attached;  ///< streams opened
  std::atomic<std::int64_t> watched;   ///< frames of watches
  std::atomic<std::int64_t>
      acknowledged[kSessionLimit];                    ///< newest step_index told to a controller
  std::atomic<std::uint64_t> state_hash[kStepLimit];  ///< 0 = no session has been there

  /// A session says that it stands at this step.
  void acknowledge(int session, std::int64_t step_index, std::uint64_t hash);
  /// A session shows where it stands to a client that has just come.
  void expect(int session, std::int64_t step_index);
};

/// The ledger in a file, mapped for the life of the program; made where absent.
/// @throws std::runtime_error
Ledger& open_ledger(const std::filesystem::path& file);

}  // namespace raftup::testing
