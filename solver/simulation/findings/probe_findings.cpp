#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solver/simulation/findings/model_findings.hpp"
#include "solver/water/groups/probed_points.hpp"

namespace raftup::solver {

namespace {

using Eigen::Index;

/// Share of the largest radiated wave below which it counts as none. Chosen, not swept.
constexpr double kNotableShare = 0.05;
/// Turn of the phase between two frequencies that a spline still follows, an eighth of a turn
/// [rad]. Chosen, not swept.
constexpr double kFollowed = 0.785;

/// Adds a finding if a probe's radiated wave has not died out at the last frequency.
void add_cut_finding(const std::string& probe, const VectorXd& omega, const MatrixXcd& radiated,
                     Findings& findings) {
  const Index last = omega.size() - 1;
  double share = 0.0;
  for (Index first = 0; first < radiated.rows(); first += kDofs / 2) {
    const auto kind = radiated.middleRows(first, kDofs / 2).real().cwiseAbs();
    const double largest = kind.maxCoeff();
    if (largest > 0.0) share = std::max(share, kind.col(last).maxCoeff() / largest);
  }
  if (share <= kNotableShare) return;
  findings.push_back(
      {"radiated_waves_cut", Severity::kWarning,
       fmt::format("the waves that bodies radiate to probe '{}' should have died out at the last "
                   "frequency of the database, {:.4g} rad/s, are {:.3g} % of their largest there "
                   "and 0 beyond it: solve higher frequencies",
                   probe, omega[last], 100.0 * share),
       share});
}

/// Returns the largest turn of phase between neighboring frequencies of the rows that matter [rad].
double largest_turn(const MatrixXcd& waves) {
  const double least = 2.0 * kNotableShare * waves.cwiseAbs().maxCoeff();
  double largest = 0.0;
  for (Index row = 0; row < waves.rows(); ++row) {
    for (Index k = 1; k < waves.cols(); ++k) {
      const Complex before = waves(row, k - 1), after = waves(row, k);
      if (std::abs(before) < least || std::abs(after) < least) continue;
      largest = std::max(largest, std::abs(std::arg(after / before)));
    }
  }
  return largest;
}

/// Adds a finding if the frequencies are too far apart for the way of the radiated waves.
void add_turn_finding(const std::string& probe, const MatrixXcd& radiated, Findings& findings) {
  double turn = 0.0;
  for (Index first = 0; first < radiated.rows(); first += kDofs / 2) {
    turn = std::max(turn, largest_turn(radiated.middleRows(first, kDofs / 2)));
  }
  if (turn <= kFollowed) return;
  findings.push_back(
      {"field_frequencies", Severity::kWarning,
       fmt::format("the waves that bodies radiate to probe '{}' should turn by less than {:.2g} "
                   "rad from one frequency of the database to the next, turn by up to {:.2g} rad: "
                   "solve more frequencies",
                   probe, kFollowed, turn),
       turn});
}

}  // namespace

void add_probe_findings(const Model& model, Findings& findings) {
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    for (const ProbedPoint& probed : probed_points(model, group)) {
      const std::string& name = model.probes[probed.probe].name;
      const MatrixXcd& radiated = group.database->field.radiation[probed.point];
      add_cut_finding(name, group.database->omega, radiated, findings);
      add_turn_finding(name, radiated, findings);
    }
  }
}

}  // namespace raftup::solver
