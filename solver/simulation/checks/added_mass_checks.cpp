#include <cmath>

#include "solver/model/checks/field_checks.hpp"
#include "solver/simulation/checks/model_checks.hpp"
#include "solver/water/masses/added_mass_assembly.hpp"

namespace raftup::solver {

namespace {

/// Checks the blocks that a user's own transformation returns at the poses at t = 0.
void check_transformer(const Model& model, const AddedMassInteraction& interaction,
                       const std::string& path, Violations& violations) {
  violations.require(interaction.coriolis == AddedMassCoriolis::kOff, path + ".coriolis",
                     "must be off with a matrix transformer",
                     std::string(name_of(interaction.coriolis)));
  const auto rotation = [&](const std::string& body) -> Matrix3 {
    if (body.empty()) return Matrix3::Identity();
    return model.bodies[find_body(model, body)].pose.attitude.normalized().toRotationMatrix();
  };
  const AddedMassBlocks blocks = interaction.transformer->transform(
      interaction.blocks, rotation(interaction.body1), rotation(interaction.body2));
  for (const Matrix6& block : {blocks.body1, blocks.body2, blocks.off_diagonal}) {
    violations.require_finite(block, path + ".transformer");
  }
  for (const Matrix6& block : {blocks.body1, blocks.body2}) {
    const double asymmetry = (block - block.transpose()).cwiseAbs().maxCoeff();
    // Round-off of a few products of matrices.
    violations.require(!(asymmetry > 1e-9 * block.cwiseAbs().maxCoeff()), path + ".transformer",
                       "must give symmetric diagonal blocks",
                       fmt::format("a difference of {}", asymmetry));
  }
}

}  // namespace

void require_symmetric(const Model& model, const MatrixXd& A,
                       const std::vector<std::size_t>& bodies, const std::string& path,
                       const std::string& remedy, Violations& violations) {
  const Asymmetry found = measure_asymmetry(model, A, bodies);
  std::vector<std::string> names;
  for (const std::size_t body : bodies) names.push_back(model.bodies[body].name);
  if (!std::isfinite(found.measure)) {
    const VectorXd sums = A.diagonal() + diagonal_mass(model, bodies);
    const Eigen::Index dof = sums[found.row] > 0.0 ? found.column : found.row;
    violations.require(
        false, path,
        "must keep the sum of mass and added mass of every dof positive; look at the "
        "signs and the units of the mass and of the added mass",
        fmt::format("{} in {}", sums[dof], describe_dof(names, dof)));
    return;
  }
  violations.require(
      found.measure <= kLargestAsymmetry, path,
      fmt::format("must be symmetric within {} of mass and added mass{}", kLargestAsymmetry,
                  remedy),
      fmt::format("{:.2g} between {} and {}", found.measure, describe_dof(names, found.row),
                  describe_dof(names, found.column)));
}

void check_lumped(AddedMassCoriolis coriolis, const std::string& path, Violations& violations) {
  violations.require(coriolis == AddedMassCoriolis::kOff, path + ".coriolis",
                     "must be off where added mass is lumped", std::string(name_of(coriolis)));
}

void check_added_mass_interaction(const Model& model, const AddedMassInteraction& interaction,
                                  const std::string& path, Violations& violations) {
  const std::size_t before = violations.list().size();
  FieldChecks::run(interaction, model, path, violations);
  const bool lumped = interaction.mode == AddedMassMode::kLumped;
  if (lumped) check_lumped(interaction.coriolis, path, violations);
  violations.require(!lumped || interaction.transformer == nullptr, path + ".mode",
                     "must be coupled with a matrix transformer", "lumped");
  if (violations.list().size() > before) return;
  if (interaction.transformer != nullptr) {
    return check_transformer(model, interaction, path, violations);
  }
  require_symmetric(model, interaction.blocks.body1, {find_body(model, interaction.body1)},
                    path + ".body1_block", "", violations);
  if (interaction.body2.empty()) return;
  require_symmetric(model, interaction.blocks.body2, {find_body(model, interaction.body2)},
                    path + ".body2_block", "", violations);
}

void check_added_mass_interactions(const Model& model, Violations& violations) {
  check_names(model.added_mass_interactions, "added_mass_interactions", violations);
  for (std::size_t i = 0; i < model.added_mass_interactions.size(); ++i) {
    check_added_mass_interaction(model, model.added_mass_interactions[i],
                                 fmt::format("added_mass_interactions[{}]", i), violations);
  }
}

}  // namespace raftup::solver
