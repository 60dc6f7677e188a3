#include <algorithm>
#include <string>
#include <utility>

#include "hydro/base/finding.hpp"
#include "hydro/database/checks/checks.hpp"

namespace raftup::hydro {

namespace {

bool is_among(const Findings& findings, const Finding& finding) {
  return std::any_of(findings.begin(), findings.end(), [&](const Finding& other) {
    return other.name == finding.name && other.message == finding.message;
  });
}

/// Moves findings of checks that no longer apply, such as those before a repair, to the history.
void retire_findings(const Findings& present, Database& database) {
  Findings kept;
  for (Finding& finding : database.findings) {
    if (!is_check(finding.name) || is_among(present, finding)) {
      kept.push_back(std::move(finding));
    } else {
      database.history.push_back("found before: " + finding.message);
    }
  }
  database.findings = std::move(kept);
}

}  // namespace

Database make_database(Database filed) {
  validate(filed);
  bound_findings(filed.findings);
  Findings present = run_checks(filed);
  retire_findings(present, filed);
  for (Finding& finding : present) {
    // Findings of the import may already be in the file.
    if (!is_among(filed.findings, finding)) filed.findings.push_back(std::move(finding));
  }
  return filed;
}

}  // namespace raftup::hydro
