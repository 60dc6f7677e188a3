#pragma once

#include <string>

namespace raftup::server {

/// The identity of the program that computed a state. No decision depends on it, since all programs
/// should give the same results; it is used in messages if results differ nevertheless.
struct BuildIdentity {
  std::string build_id;  ///< build id that the linker computed for the program, hexadecimal digits
  /// Instruction set whose code this processor runs: "x86-64", "x86-64-v3" or "x86-64-v4".
  std::string cpu_level;

  bool operator==(const BuildIdentity&) const = default;
};

/// The identity of the running program on this machine.
const BuildIdentity& this_build();

/// Returns a text for messages, such as "build 1a2b3c on x86-64-v3".
std::string describe(const BuildIdentity& build);

}  // namespace raftup::server
