#include "server/model/session_findings.hpp"

#include <fmt/format.h>

#include "server/model/sea_builder.hpp"
#include "solver/findings/model_findings.hpp"

namespace raftup::server {

Findings session_findings(const solver::Simulation& simulation, const v1::Model& model) {
  Findings findings = simulation.findings();
  const auto append = [&](const Findings& more) {
    findings.insert(findings.end(), more.begin(), more.end());
  };
  append(find_cuts(model.environment()));
  solver::add_duration_finding(simulation.model(), model.integration().duration(), findings);
  append(simulation.range_findings());
  return findings;
}

void refuse_warnings(const Findings& findings, const std::string& path, Violations& violations) {
  int count = 0;
  for (const Finding& finding : findings) {
    if (finding.severity == Severity::kInfo) continue;
    // Violations keeps one for each path.
    violations.add(fmt::format("{}.findings[{}]", path, count++),
                   fmt::format("({}) {}", finding.name, finding.message));
  }
}

}  // namespace raftup::server
