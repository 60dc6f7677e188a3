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

/// What a check said of the data before they were repaired is history.
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
    // What an import found stands in its file already.
    if (!is_among(filed.findings, finding)) filed.findings.push_back(std::move(finding));
  }
  return filed;
}

}  // namespace raftup::hydro
