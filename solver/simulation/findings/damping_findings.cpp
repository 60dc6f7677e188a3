#include <fmt/format.h>

#include "hydro/numerics/dense.hpp"
#include "solver/simulation/findings/model_findings.hpp"

namespace raftup::solver {

namespace {

constexpr double kNegligible = 1e-9;  ///< of the largest entry: rounding of what was symmetric

/// The least eigenvalue of what a damping matrix takes out, v^T D v, scaled so that metres and
/// radians are alike: below 0 it brings energy in.
double least_damping(const Matrix6& damping) {
  const Vector6 diagonal = damping.diagonal().cwiseAbs();
  const double largest = damping.cwiseAbs().maxCoeff();
  if (largest == 0.0) return 0.0;
  Vector6 scale;
  for (Eigen::Index i = 0; i < kDofs; ++i) {
    scale[i] = diagonal[i] > 0.0 ? 1.0 / std::sqrt(diagonal[i]) : 1.0 / std::sqrt(largest);
  }
  const Matrix6 symmetric = 0.5 * (damping + damping.transpose());
  return symmetric_eigenvalues(scale.asDiagonal() * symmetric * scale.asDiagonal()).minCoeff();
}

void add_finding(const std::string& path, double least, Findings& findings) {
  findings.push_back(
      {"damping_negative", Severity::kWarning,
       fmt::format("{} should take energy out in every motion, as damping does, brings it in: the "
                   "least eigenvalue of its symmetric part, every dof scaled to 1, is {:.3g}; look "
                   "at the signs of its entries",
                   path, least),
       least});
}

void check_matrix(const Matrix6& damping, const std::string& path, Findings& findings) {
  const double least = least_damping(damping);
  if (least < -kNegligible) add_finding(path, least, findings);
}

}  // namespace

void add_damping_findings(const Model& model, Findings& findings) {
  for (std::size_t group = 0; group < model.hydrodynamics.size(); ++group) {
    const std::vector<GroupBody>& members = model.hydrodynamics[group].bodies;
    for (std::size_t i = 0; i < members.size(); ++i) {
      const std::string path = fmt::format("hydrodynamics[{}].bodies[{}]", group, i);
      check_matrix(members[i].linear_damping, path + ".linear_damping", findings);
      check_matrix(members[i].quadratic_damping.diagonal().asDiagonal(),
                   path + ".quadratic_damping", findings);
    }
  }
  for (std::size_t i = 0; i < model.loads.size(); ++i) {
    const Load& load = model.loads[i];
    const Matrix6* const damping = load.description().world_damping();
    if (damping == nullptr) continue;
    check_matrix(*damping, fmt::format("loads[{}].{}.damping", i, kind_of(load)), findings);
  }
}

}  // namespace raftup::solver
