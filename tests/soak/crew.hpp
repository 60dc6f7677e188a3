#pragma once

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

}  // namespace raftup::testing
