#pragma once

#include <string>

namespace raftup::server {

/// The identity of the program that computed a state. No decision depends on it, since results
/// should not; it is used in messages if results differ nevertheless.
struct BuildIdentity {
  std::string build_id;   ///< of the program: the linker's digest in hexadecimal digits
  std::string cpu_level;  ///< "x86-64-v3": the variant of the code that runs on this processor

  bool operator==(const BuildIdentity&) const = default;
};

/// The identity of this program on this machine.
const BuildIdentity& this_build();

/// "build 1a2b3c on x86-64-v3".
std::string describe(const BuildIdentity& build);

}  // namespace raftup::server
