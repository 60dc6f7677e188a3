#include "hydro/base/finding.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "hydro/base/utf8.hpp"

namespace raftup {

namespace {

constexpr std::size_t kLongestText = 1000;  // bytes

void shorten(std::string& text) {
  if (text.size() > kLongestText) text = utf8_start(text, kLongestText - 3) + "...";
}

}  // namespace

void bound_findings(Findings& findings) {
  if (findings.size() > kMostFindings) {
    const std::size_t kept = kMostFindings - 1, more = findings.size() - kept;
    findings.resize(kept);
    findings.push_back({"more_findings", Severity::kWarning, fmt::format("and {} more", more),
                        static_cast<double>(more)});
  }
  for (Finding& finding : findings) {
    shorten(finding.name);
    shorten(finding.message);
  }
}

void bound_findings_by_name(Findings& findings) {
  std::map<std::string, std::size_t> counts;
  Findings kept;
  for (Finding& finding : findings) {
    if (++counts[finding.name] <= kMostFindings) kept.push_back(std::move(finding));
  }
  for (const auto& [name, count] : counts) {
    if (count <= kMostFindings) continue;
    const std::size_t more = count - kMostFindings;
    kept.push_back({"more_findings", Severity::kWarning,
                    fmt::format("and {} more findings {}", more, name), static_cast<double>(more)});
  }
  findings = std::move(kept);
}

}  // namespace raftup
