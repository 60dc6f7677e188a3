#include <fmt/format.h>

#include "solver/simulation/checks/least_damping.hpp"
#include "solver/simulation/findings/model_findings.hpp"
#include "solver/water/groups/constant_matrices.hpp"

namespace raftup::solver {

namespace {

void add_finding(const std::string& path, double least, Findings& findings) {
  findings.push_back(
      {"damping_negative", Severity::kWarning,
       fmt::format("{} should take energy out in every motion, as damping does, brings it in: the "
                   "least eigenvalue of its symmetric part, every dof scaled to 1, is {:.3g}; look "
                   "at the signs of its entries",
                   path, least),
       least});
}

void check_matrix(const MatrixXd& damping, const std::string& path, Findings& findings) {
  const double least = least_damping(damping);
  if (least < kNegligibleDamping) add_finding(path, least, findings);
}

/// @param path of the group
void check_constants(const HydrodynamicGroup& group, const std::string& path, Findings& findings) {
  const ConstantCoefficients* constants = group.constants();
  if (constants == nullptr) return;
  const std::string at = path + (group.has_database() ? ".additional" : ".coefficients");
  check_matrix(in_database_order(constants->damping, group), at + ".damping", findings);
  const MatrixXd quadratic = in_database_order(constants->quadratic_damping, group);
  check_matrix(quadratic.diagonal().asDiagonal(), at + ".quadratic_damping", findings);
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
    check_constants(model.hydrodynamics[group], fmt::format("hydrodynamics[{}]", group), findings);
  }
  for (std::size_t i = 0; i < model.loads.size(); ++i) {
    const Load& load = model.loads[i];
    const Matrix6* const damping = load.description().world_damping();
    if (damping == nullptr) continue;
    check_matrix(*damping, fmt::format("loads[{}].{}.damping", i, kind_of(load)), findings);
  }
}

}  // namespace raftup::solver
