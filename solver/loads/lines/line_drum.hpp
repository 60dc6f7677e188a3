#pragma once

#include "solver/loads/base/force_element.hpp"
#include "solver/loads/control/command.hpp"
#include "solver/loads/lines/line_values.hpp"
#include "solver/loads/rods/drum.hpp"
#include "solver/model/loads/line_winch.hpp"

namespace raftup::solver {

/// The drum of a line in a simulation: what it is ordered to do in a step, from its command, its
/// limits and what it stores.
class LineDrum {
 public:
  /// What a drum knows of its line.
  struct Line {
    LineWinch winch;
    double spacing = 0.0;  ///< length of the elements of the first section [m]
    double fastest = 0.0;  ///< greatest speed of the drum [m/s]
    double length = 0.0;   ///< of the line, with what the drum stores [m]
  };
  LineDrum(const Line& line, const Command& command) : line_(line), command_(command) {}

  /// What is out of the drum.
  struct Out {
    double length = 0.0;     ///< unstretched length of the line, with its reserves [m]
    bool removable = false;  ///< true if a node can be removed beside the drum
  };
  /// The order for a step of duration h [s].
  /// @param first values of the line, or of its piece at the drum, at the start of the step
  rods::DrumOrder order(const StageConditions& conditions, const LineValues& first, const Out& out,
                        double h) const;

 private:
  Line line_;
  Command command_;
};

}  // namespace raftup::solver
