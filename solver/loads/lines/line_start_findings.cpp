#include "solver/loads/lines/line_start_findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solver/loads/rods/node_inertia.hpp"

namespace raftup::solver {

namespace {

/// Greatest z without a finding: d_a is then within 0.2 % of its greatest value, see NodeInertia. It
/// decides what is said and changes no number of a simulation.
constexpr double kGreatestWaveNumber = 300.0;

}  // namespace

void add_clamp_findings(const std::string& name, const LineAtRest& rest, Findings& findings) {
  const std::vector<rods::Element>& elements = rest.rod().elements();
  const auto check = [&](std::size_t at, const char* end) {
    const double tension = std::max(rest.state().tension[at], 0.0);
    const double reach = std::sqrt(elements[at].bending_stiffness / tension);
    if (!(elements[at].length > reach)) return;
    findings.push_back({"line_elements_long", Severity::kWarning,
                        fmt::format("elements of '{}' at its clamp at end {} should be at most "
                                    "sqrt(EI/T), {:.3g} m, at t = 0 for its curvature there, are "
                                    "{:.3g} m long; give it a short section there",
                                    name, end, reach, elements[at].length),
                        elements[at].length / reach});
  };
  if (rest.rod().kept_first() == 2) check(1, "a");
  if (rest.rod().kept_last() == 2) check(elements.size() - 2, "b");
}

void add_wave_finding(const std::string& name, const rods::DiscreteRod& rod, double h,
                      Findings& findings) {
  double greatest = 0.0;
  for (const rods::Element& element : rod.elements()) {
    if (element.mass <= 0.0) continue;  // the link to a director node
    greatest = std::max(greatest, std::sqrt(rods::NodeInertia::wave_number(element, h)));
  }
  if (greatest <= kGreatestWaveNumber) return;
  findings.push_back(
      {"line_waves_unseen", Severity::kInfo,
       fmt::format("steps of {:.4g} s see nothing of the waves along '{}', for whose "
                   "period in an element they should be below {:.2g} s: it stretches "
                   "as if it had no inertia along itself",
                   h, name, h * kGreatestWaveNumber / greatest),
       greatest});
}

}  // namespace raftup::solver
