#include "hydro/database/checks/gross.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "hydro/base/error.hpp"
#include "hydro/database/checks/checks.hpp"
#include "hydro/database/checks/measures.hpp"

namespace raftup::hydro {

namespace {

/// A check, the measures from which on a database is refused (at the worst frequency and over all
/// frequencies together), and the usual mistakes in such files. A B_ii of the wrong sign is
/// negative at all frequencies; that of the spar of Capytaine's RM3, which was solved without a
/// lid, is negative at three quarters of the frequencies.
struct GrossRule {
  std::string_view check;
  double limit;
  double limit_on_the_whole;
  std::string_view look_at;
};

constexpr std::string_view kUnits =
    "units and scales (density, gravity, length), whether A and B are of the same run";

constexpr std::array kRules = {
    GrossRule{"haskind", 0.5, 0.5,
              "whether the first column of .1 and .3 is a period (--first-column), the wave "
              "directions, an amplitude against a wave height, and whether X and B are of one run "
              "and of one length scale"},
    GrossRule{"radiation_damping_negative", 0.5, 0.9,
              "the sign and the columns of B, and whether the frequencies are those of B"},
    GrossRule{"added_mass_asymmetric", 0.5, 0.5, kUnits},
    GrossRule{"radiation_damping_asymmetric", 0.5, 0.5, kUnits},
    GrossRule{"infinite_added_mass_mismatch", 0.5, 0.5,
              "whether A at infinite and at zero frequency are exchanged, whether the first column "
              "of .1 is a period (--first-column), and whether A_inf is of the same run"},
    GrossRule{"excitation_long_wave_heave", 0.5, 0.5,
              "the unit of X, an amplitude against a wave height, degrees against radians, and the "
              "sign of the phase"},
    GrossRule{"hydrostatics_mismatch", 0.5, 0.5,
              "the volume, the centres of gravity and buoyancy, the point that the stiffness is "
              "about (--reference-point) and whether it has the moment of the weight "
              "(--hydrostatics-without-weight)"},
};

void require_known(std::span<const std::string> accepted) {
  const std::vector<std::string> known = gross_checks();
  for (const std::string& name : accepted) {
    require(name == kEveryCheck || std::find(known.begin(), known.end(), name) != known.end(),
            fmt::format("--accept must name a check that can refuse a file ({}), is {}",
                        fmt::join(known, ", "), name));
  }
}

double mean_asymmetry(const Database& database, const std::vector<MatrixXd>& matrices,
                      bool damping) {
  double sum = 0.0;
  for (std::size_t k = 0; k < matrices.size(); ++k) {
    const MatrixXd& added_mass =
        database.added_mass.empty() ? *database.added_mass_infinite : database.added_mass[k];
    const double unit = damping ? database.omega[static_cast<Eigen::Index>(k)] : 1.0;
    sum += worst_asymmetry(matrices[k], unit * reference_inertia_with(database, added_mass)).value;
  }
  return sum / static_cast<double>(matrices.size());
}

/// Returns the largest share, over the radiating dofs, of frequencies at which B_ii is negative.
/// Frequencies count if B_ii is above a hundredth of its largest magnitude.
double negative_share(const Database& database) {
  /// Relative to the largest of the dof; relative to the largest of all dofs.
  constexpr double kCounts = 1e-2, kNoise = 1e-4;
  const VectorXd unit = inverse_root_reference_inertia(database).cwiseAbs2();
  VectorXd largest = VectorXd::Zero(unit.size());
  for (const MatrixXd& damping : database.radiation_damping) {
    largest = largest.cwiseMax(damping.diagonal().cwiseAbs());
  }
  const VectorXd rate = unit.cwiseProduct(largest);
  double worst = 0.0;
  for (Eigen::Index dof = 0; dof < rate.size(); ++dof) {
    if (rate[dof] <= kNoise * rate.maxCoeff()) continue;
    double negative = 0.0, all = 0.0;
    for (const MatrixXd& damping : database.radiation_damping) {
      const double value = damping(dof, dof);
      if (std::abs(value) > kCounts * largest[dof]) all += 1.0;
      if (value < -kCounts * largest[dof]) negative += 1.0;
    }
    worst = std::max(worst, negative / all);
  }
  return worst;
}

/// Returns the measure of a check over all frequencies together, for a check whose measure at the
/// worst frequency exceeds the limit. An irregular frequency affects a few frequencies, a wrong
/// unit or column affects all.
double measure_on_the_whole(const Database& database, const Finding& finding) {
  if (finding.name == "haskind") return haskind_error_on_the_whole(database);
  if (finding.name == "radiation_damping_negative") return negative_share(database);
  if (finding.name == "added_mass_asymmetric" && !database.added_mass.empty()) {
    return mean_asymmetry(database, database.added_mass, false);
  }
  if (finding.name == "radiation_damping_asymmetric") {
    return mean_asymmetry(database, database.radiation_damping, true);
  }
  return std::abs(finding.value);
}

std::string acceptance(std::string_view check) { return fmt::format("check {} accepted: ", check); }

}  // namespace

std::vector<std::string> gross_checks() {
  std::vector<std::string> names;
  for (const GrossRule& rule : kRules) names.emplace_back(rule.check);
  names.emplace_back(kReferencePointCheck);
  return names;
}

bool is_accepted(Database& database, std::string_view check, const std::string& message,
                 std::span<const std::string> accepted) {
  const std::string entry = acceptance(check);
  const bool before = std::any_of(database.history.begin(), database.history.end(),
                                  [&](const std::string& line) { return line.starts_with(entry); });
  if (before) return true;
  const bool accepts = std::any_of(accepted.begin(), accepted.end(), [&](const std::string& name) {
    return name == check || name == kEveryCheck;
  });
  if (!accepts) return false;
  database.history.push_back(entry + message);
  return true;
}

void refuse_gross_breaks(Database& database, std::span<const std::string> accepted,
                         const std::string& files) {
  require_known(accepted);
  for (const GrossRule& rule : kRules) {
    const auto found = std::find_if(
        database.findings.begin(), database.findings.end(), [&](const Finding& finding) {
          return finding.name == rule.check && std::abs(finding.value) >= rule.limit &&
                 measure_on_the_whole(database, finding) >= rule.limit_on_the_whole;
        });
    if (found == database.findings.end()) continue;
    if (is_accepted(database, rule.check, found->message, accepted)) continue;
    throw Error(
        ErrorCode::kInvalidArgument,
        fmt::format("{}: {}: this is far beyond what panels explain, so the file is not what "
                    "it is taken for. Look at {}. raftup import with --accept {} takes "
                    "the file as it is, with this finding",
                    files, found->message, rule.look_at, rule.check));
  }
}

}  // namespace raftup::hydro
