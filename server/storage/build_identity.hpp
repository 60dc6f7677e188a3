#pragma once

#include <string>

namespace raftup::server {

/// What computed a state. Nothing is decided by it, because results do not depend on it where all
/// is well; it is there to say what differs where they do.
struct BuildIdentity {
  std::string build_id;   ///< of the program: the linker's digest in hexadecimal digits
  std::string cpu_level;  ///< "x86-64-v3": the code that runs on this processor

  bool operator==(const BuildIdentity&) const = default;
};

/// Of this program on this machine.
const BuildIdentity& this_build();

/// "build 1a2b3c on x86-64-v3".
std::string describe(const BuildIdentity& build);

}  // namespace raftup::server
