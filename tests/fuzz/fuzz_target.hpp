/// @file What a fuzz target defines. main() comes from libFuzzer (deploy/fuzz.sh) or from
/// replay_main.cpp, which runs the same target in the test suite.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

/// Gives the bytes to the code under test. What must never be is told by ending the program.
/// @returns 0
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace raftup::testing {

/// Inputs that the target understands as they are: where mutation begins.
std::vector<std::string> fuzz_seeds();

/// Ends the program where what must hold does not.
inline void must_hold(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "must hold: %s\n", what);
  std::abort();
}

}  // namespace raftup::testing
