#pragma once

#include <string>

#include "hydro/base/finding.hpp"
#include "solver/loads/lines/line_at_rest.hpp"

namespace raftup::solver {

/// Adds the finding "line_elements_long" for each clamp of a line whose elements are longer than
/// sqrt(EI/T), over which the curvature at the clamp decays.
/// @param name of the line
/// @param rest the line, or a piece of it, at rest at t = 0
void add_clamp_findings(const std::string& name, const LineAtRest& rest, Findings& findings);

/// Adds the finding "line_waves_unseen" if steps see nothing of waves along the line: z = (2 h/l)
/// sqrt(EA/m) above 300 in some element of length l.
/// @param h duration of the steps [s]
void add_wave_finding(const std::string& name, const rods::DiscreteRod& rod, double h,
                      Findings& findings);

}  // namespace raftup::solver
