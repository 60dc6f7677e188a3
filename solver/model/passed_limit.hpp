#pragma once

#include <cstdint>

namespace raftup::solver {

/// A limit of what a model can hold that a simulation has passed: see RunLimits.
struct PassedLimit {
  std::uint64_t limit = 0;      ///< which, as RunLimits counts them
  std::int64_t step_index = 0;  ///< where it was first found passed
  double value = 0.0;           ///< there, in the limit's unit
  std::int64_t worst_step = 0;  ///< where it has been passed furthest
  double worst = 0.0;           ///< there

  /// All but the worst, which stands apart where a state is written (serialise()).
  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("limit", self.limit);
    field("step_index", self.step_index);
    field("value", self.value);
  }
};

}  // namespace raftup::solver
