#pragma once

#include "solver/loads/base/force_element.hpp"
#include "solver/loads/control/command.hpp"
#include "solver/loads/lines/line_values.hpp"
#include "solver/loads/rods/drum.hpp"
#include "solver/model/loads/elastic_line.hpp"

namespace raftup::solver {

/// The drum of a line in a simulation: what it is ordered to do in a step, from its command, its
/// limits and what it stores.
class LineDrum {
 public:
  /// @param line with a winch
  LineDrum(const ElasticLine& line, const LoadSite& site);

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
  LineWinch winch_;
  Command command_;
  double spacing_;  ///< length of the elements of the first section [m]
  double fastest_;  ///< greatest speed of the drum [m/s]
  double all_;      ///< length of the line and of what the drum stores [m]
};

}  // namespace raftup::solver
