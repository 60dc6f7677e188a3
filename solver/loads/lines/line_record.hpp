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

/// The break of a line that may break: the values in a State before its LineRecord.
struct BreakRecord {
  double time = 0.0;         ///< end of the step at which it broke [s]; 0 = it is whole
  double arc = 0.0;          ///< unstretched length from end a, that of t = 0 [m]
  double tension = 0.0;      ///< the greater one of both elements beside the node [N]
  double lost_energy = 0.0;  ///< of the bend at the node and of the torsion, at the break [J]

  static constexpr std::size_t kSize = 4;

  /// @param values of a line that may break in a State
  static BreakRecord of(std::span<const double> values) {
    const double* at = values.data() + values.size() - LineRecord::kSize - kSize;
    return {at[0], at[1], at[2], at[3]};
  }
  void append_to(std::vector<double>& values) const {
    values.insert(values.end(), {time, arc, tension, lost_energy});
  }
};

}  // namespace raftup::solver
