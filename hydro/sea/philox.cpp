#include "hydro/sea/philox.hpp"

namespace raftup::hydro {
namespace {

constexpr int kRounds = 10;
constexpr std::array<std::uint64_t, 2> kMultipliers{0xD2511F53U, 0xCD9E8D57U};
constexpr std::array<std::uint32_t, 2> kKeySteps{0x9E3779B9U, 0xBB67AE85U};

std::uint32_t high(std::uint64_t product) { return static_cast<std::uint32_t>(product >> 32U); }
std::uint32_t low(std::uint64_t product) { return static_cast<std::uint32_t>(product); }

/// The 53 upper bits of a 64-bit draw, centred in their step: in (0, 1) without either end.
double unit_interval(std::uint32_t upper, std::uint32_t lower) {
  const std::uint64_t bits = (static_cast<std::uint64_t>(upper) << 32U | lower) >> 12U;
  return (static_cast<double>(bits) + 0.5) * 0x1p-52;
}

}  // namespace

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < kRounds; ++round) {
    const std::uint64_t first = kMultipliers[0] * counter[0];
    const std::uint64_t second = kMultipliers[1] * counter[2];
    counter = {high(second) ^ counter[1] ^ key[0], low(second), high(first) ^ counter[3] ^ key[1],
               low(first)};
    key[0] += kKeySteps[0];
    key[1] += kKeySteps[1];
  }
  return counter;
}

std::array<double, 2> uniform_pair(std::uint64_t seed, std::uint64_t component) {
  const auto bits = philox({low(component), high(component), 0, 0}, {low(seed), high(seed)});
  return {unit_interval(bits[0], bits[1]), unit_interval(bits[2], bits[3])};
}

}  // namespace raftup::hydro
