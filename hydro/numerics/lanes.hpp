#pragma once

namespace raftup {

/// Eight doubles on which arithmetic works lane by lane. The compiler maps them to whatever vector
/// registers a processor has (one of 512, two of 256 or four of 128 bits), so that the order of
/// every sum, hence every bit of it, is the same in each.
inline constexpr int kLaneCount = 8;
using Lanes = double __attribute__((vector_size(kLaneCount * sizeof(double))));

/// The same in memory, at any address of doubles.
using LanesInMemory =
    double __attribute__((vector_size(kLaneCount * sizeof(double)), aligned(8), may_alias));

}  // namespace raftup
