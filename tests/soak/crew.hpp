#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string>

namespace raftup::testing {

/// Which sessions the processes of a soak play in.
struct Crew {
  std::string address;
  std::filesystem::path ledger;
  int sessions = 200;
  int count = 8;      ///< crews
  int index = 0;      ///< of this one
  int pause_ms = 50;  ///< most, between two messages of a controller
};

/// "sessions/soak-17".
std::string session_of(int number);

/// Controls every session whose number is `index` modulo `count`, takes part in every one of the
/// crew before, and watches some. Never returns: crews are killed, stopped and started again.
[[noreturn]] void play(const Crew& crew);

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
