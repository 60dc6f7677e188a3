/// @file What a fuzz target defines. main() comes from libFuzzer (deploy/fuzz.sh) or from
/// replay_main.cpp, which runs the same target in the test suite.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <span>
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

/// Turns the bytes of a fuzzer into decisions: the same bytes, the same decisions; zeros once they
/// are used up.
class ByteSource {
 public:
  explicit ByteSource(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  bool empty() const { return bytes_.empty(); }

  std::uint8_t byte() {
    if (bytes_.empty()) return 0;
    const std::uint8_t value = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return value;
  }

  /// From 0 to `count` - 1.
  std::size_t below(std::size_t count) { return byte() % count; }
  bool flag() { return (byte() & 1) != 0; }

  /// Mostly small, of either sign; now and then as large as they come.
  std::int64_t integer() {
    constexpr std::int64_t kSmall = 100;
    const std::uint8_t value = byte();
    if (value == 255) return std::numeric_limits<std::int64_t>::max();
    if (value == 254) return std::numeric_limits<std::int64_t>::min();
    return static_cast<std::int64_t>(value) - kSmall;
  }

  /// Any bits, so infinities and NaN too.
  double number() {
    std::uint64_t bits = 0;
    for (int i = 0; i < 8; ++i) bits = (bits << 8U) | byte();
    double value = 0.0;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }

 private:
  std::span<const std::uint8_t> bytes_;
};

}  // namespace raftup::testing
