#pragma once

#include "solver/loads/rods/safe_step.hpp"

namespace raftup::solver::rods {

/// The motion of a rod whose ends are free or move as given. A step is one linear solution; if that
/// creates energy it is linearized again where the solution ended, and where this does not help,
/// the safe step is made instead. So the energy of a rod never grows but by what acts on it.
/// Not thread-safe.
class RodMotion {
 public:
  /// What the steps have cost.
  struct Count {
    long steps = 0, solutions = 0, safe_steps = 0;
  };

  explicit RodMotion(const DiscreteRod& rod) : step_(rod), safe_(rod) {}

  /// Makes one step of duration h [s].
  void advance(RodState& state, const StepLoads& loads, double h);

  const Count& count() const { return count_; }

 private:
  RodStep step_;
  SafeStep safe_;
  Count count_;
};

}  // namespace raftup::solver::rods
