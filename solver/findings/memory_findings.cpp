#include <fmt/format.h>

#include "hydro/radiation/radiation_findings.hpp"
#include "solver/findings/model_findings.hpp"

namespace raftup::solver {

void add_memory_findings(const Model& model, const std::vector<hydro::RadiationReport>& reports,
                         Findings& findings) {
  for (std::size_t i = 0; i < reports.size(); ++i) {
    for (const Finding& finding : reports[i].findings) {
      if (finding.name != hydro::kFarFromFile) continue;
      findings.push_back(
          {finding.name, finding.severity,
           fmt::format("hydrodynamics '{}': {}", model.hydrodynamics[i].name, finding.message),
           finding.value});
    }
  }
}

}  // namespace raftup::solver
