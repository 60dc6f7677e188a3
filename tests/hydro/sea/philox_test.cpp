#include <cmath>

#include "hydro/sea/wave_systems.hpp"
#include "tests/support/catch.hpp"

using raftup::hydro::philox;
using raftup::hydro::uniform_pair;
using Bits = std::array<std::uint32_t, 4>;

TEST_CASE("Philox 4x32-10: the published known-answer vectors", "[sea][reference]") {
  // kat_vectors of Random123
  CHECK(philox({0, 0, 0, 0}, {0, 0}) == Bits{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  constexpr std::uint32_t kOnes = 0xffffffff;
  CHECK(philox({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}) ==
        Bits{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
        Bits{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("uniform pairs: in (0, 1), even and independent", "[sea]") {
  constexpr int kDraws = 100000;
  double mean_first = 0.0, mean_second = 0.0, correlation = 0.0;
  for (std::uint64_t i = 0; i < kDraws; ++i) {
    const auto [first, second] = uniform_pair(7, i);
    REQUIRE((first > 0.0 && first < 1.0 && second > 0.0 && second < 1.0));
    mean_first += first / kDraws;
    mean_second += second / kDraws;
    correlation += 12.0 * (first - 0.5) * (second - 0.5) / kDraws;
  }
  // standard deviations of these estimates: 1/sqrt(12 n) = 9e-4 and 1/sqrt(n) = 3e-3; four of them
  CHECK(std::abs(mean_first - 0.5) < 4e-3);
  CHECK(std::abs(mean_second - 0.5) < 4e-3);
  CHECK(std::abs(correlation) < 1.3e-2);
}

TEST_CASE("uniform pairs: another seed or component gives other numbers", "[sea]") {
  CHECK(uniform_pair(1, 0) != uniform_pair(2, 0));
  CHECK(uniform_pair(1, 0) != uniform_pair(1, 1));
  CHECK(uniform_pair(1, 0) != uniform_pair(1ULL << 32U, 0));
}
