#pragma once

#include <span>
#include <vector>

#include "solver/loads/rods/discrete_rod.hpp"
#include "solver/loads/rods/rod_state.hpp"

namespace raftup::solver {

/// What a line has come through since t = 0: the last two of its values in a State, where LineLimits
/// reads them.
struct LineRecord {
  double safe_steps = 0.0;  ///< number of steps that ended as the safe step
  /// number of steps at whose end the line was slack at end a, while steps are longer than l/(2 c), with
  /// the length l of the element there and the speed c of waves along it
  double slack_steps = 0.0;

  static constexpr std::size_t kSize = 2;

  /// @param values of a line in a State
  static LineRecord of(std::span<const double> values) {
    return {values[values.size() - kSize], values[values.size() - kSize + 1]};
  }
  void append_to(std::vector<double>& values) const {
    values.insert(values.end(), {safe_steps, slack_steps});
  }

  /// Counts a step of duration h [s].
  /// @param safe true if it ended as the safe step
  /// @param rod, state of the line, or of its part at end a, at the end of the step
  void count(bool safe, const rods::DiscreteRod& rod, const rods::RodState& state, double h);
};

}  // namespace raftup::solver
