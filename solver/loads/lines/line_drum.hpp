#pragma once

#include "solver/loads/control/command.hpp"
#include "solver/loads/lines/line_forms.hpp"

namespace raftup::solver {

/// The drum of a line in a simulation: what it is ordered to do in a step, from its command, its
/// limits and what it stores.
class LineDrum {
 public:
  /// @param line with a winch
  LineDrum(const ElasticLine& line, const LoadSite& site);

  /// The order for a step of duration h [s].
  /// @param now the line at the start of the step
  /// @param removable true if a node can be removed beside the drum
  rods::DrumOrder order(const StageConditions& conditions, const LineNow& now, bool removable,
                        double h) const;

  /// Takes what the drum has paid out of the reserve from it, at the end of a step.
  static void take_reserve(SlidingEnd& end, double h);

 private:
  LineWinch winch_;
  Command command_;
  double spacing_;         ///< length of the elements of the first section [m]
  double fastest_;         ///< greatest speed of the drum [m/s]
  double all_;             ///< length of the first section and of what the drum stores [m]
  double other_sections_;  ///< length of the other sections [m]
};

}  // namespace raftup::solver
