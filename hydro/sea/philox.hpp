#pragma once

#include <array>
#include <cstdint>

namespace raftup::hydro {

/// Philox 4x32-10: a random function rather than a generator. The same counter and key give the
/// same 128 bits everywhere, and no draw depends on another.
/// @source Salmon, Moraes, Dror, Shaw: Parallel random numbers, as easy as 1, 2, 3 (SC11)
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key);

/// Two independent uniform numbers in (0, 1) for one component of a seeded sea: odd multiples of
/// 2^-53, so neither end is ever drawn.
std::array<double, 2> uniform_pair(std::uint64_t seed, std::uint64_t component);

}  // namespace raftup::hydro
