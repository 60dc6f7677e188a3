#pragma once

#include <string>
#include <vector>

#include "hydro/database/finding.hpp"

namespace raftup::hydro {

/// What a check measured of a database and what its rule allows; kept whether or not the rule
/// holds, so that a report can show how well data are.
struct Check {
  std::string name;       ///< of the finding where the rule is broken: "added_mass_asymmetric"
  double measured = 0.0;  ///< relative, as the check documents; negative where its rule is a floor
  double allowed = 0.0;   ///< the rule holds while |measured| <= allowed
  std::string message;    ///< rule and what was measured where, as the finding's

  bool is_broken() const { return measured > allowed || measured < -allowed; }

  /// What there is to say of a broken rule.
  Finding finding() const { return {name, Severity::kWarning, message, measured}; }
};

using Checks = std::vector<Check>;

}  // namespace raftup::hydro
