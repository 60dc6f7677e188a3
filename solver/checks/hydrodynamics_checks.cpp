#include "solver/checks/violations.hpp"
#include "solver/interactions/added_mass_assembly.hpp"

namespace raftup::solver {

namespace {

/// Every body of the database is named once, by bodies that exist and are in no other group.
void check_members(const Model& model, std::size_t index, Violations& violations) {
  const HydrodynamicGroup& group = model.hydrodynamics[index];
  const std::string path = fmt::format("hydrodynamics[{}].bodies", index);
  const Eigen::Index count = group.database->body_count();
  violations.require(static_cast<Eigen::Index>(group.bodies.size()) == count, path,
                     fmt::format("must name each of the {} bodies of the database once", count),
                     fmt::format("{} bodies", group.bodies.size()));
  for (std::size_t i = 0; i < group.bodies.size(); ++i) {
    const GroupBody& member = group.bodies[i];
    const std::string member_path = fmt::format("{}[{}]", path, i);
    require_body(model, member.body, member_path + ".body", violations);
    violations.require(member.database_body >= 0 && member.database_body < count,
                       member_path + ".database_body",
                       fmt::format("must be one of the {} bodies of the database", count),
                       fmt::format("index {}", member.database_body));
    for (std::size_t j = 0; j < i; ++j) {
      violations.require(member.database_body != group.bodies[j].database_body,
                         member_path + ".database_body",
                         fmt::format("must differ from {}[{}].database_body", path, j),
                         fmt::format("index {}", member.database_body));
    }
    violations.require_finite(member.linear_damping, member_path + ".linear_damping");
    violations.require_finite(member.quadratic_damping, member_path + ".quadratic_damping");
  }
}

void check_one_group_per_body(const Model& model, Violations& violations) {
  std::vector<std::string> seen;
  for (std::size_t g = 0; g < model.hydrodynamics.size(); ++g) {
    for (std::size_t i = 0; i < model.hydrodynamics[g].bodies.size(); ++i) {
      const std::string& body = model.hydrodynamics[g].bodies[i].body;
      violations.require(std::find(seen.begin(), seen.end(), body) == seen.end(),
                         fmt::format("hydrodynamics[{}].bodies[{}].body", g, i),
                         "must be in one hydrodynamic group only", fmt::format("'{}'", body));
      seen.push_back(body);
    }
  }
}

void check_frequency(const HydrodynamicGroup& group, const std::string& path,
                     Violations& violations) {
  if (!group.added_mass_frequency) return;
  const double frequency = *group.added_mass_frequency;
  const VectorXd& omega = group.database->omega;
  if (group.database->added_mass.empty()) {
    violations.require(false, path, "must be omitted, the database has no added mass per frequency",
                       fmt::format("{}", frequency));
    return;
  }
  violations.require(frequency >= omega[0] && frequency <= omega[omega.size() - 1], path,
                     fmt::format("must lie within the frequencies of the database, {} to {} rad/s",
                                 omega[0], omega[omega.size() - 1]),
                     fmt::format("{}", frequency));
}

void check_options(const HydrodynamicGroup& group, const std::string& path,
                   Violations& violations) {
  violations.require_finite(group.origin, path + ".origin");
  violations.require_finite(group.heading, path + ".heading_deg");
  violations.require(group.frame != HydroFrame::kFirstBody, path + ".added_mass.frame",
                     "must be heading, body or world for a group", "first_body");
  check_frequency(group, path + ".added_mass.frequency", violations);
  violations.require_positive(group.radiation.tolerance, path + ".radiation.tolerance");
  if (group.radiation.kernel_duration) {
    violations.require_positive(*group.radiation.kernel_duration,
                                path + ".radiation.kernel_duration");
  }
}

void require_symmetric(const Model& model, const MatrixXd& A,
                       const std::vector<std::size_t>& bodies, const std::string& path,
                       Violations& violations) {
  const Asymmetry found = measure_asymmetry(A, diagonal_mass(model, bodies));
  std::vector<std::string> names;
  for (const std::size_t body : bodies) names.push_back(model.bodies[body].name);
  violations.require(
      found.measure <= kLargestAsymmetry, path,
      fmt::format("must be symmetric within {} of mass and added mass", kLargestAsymmetry),
      fmt::format("{:.2g} between {} and {}", found.measure, describe_dof(names, found.row),
                  describe_dof(names, found.column)));
}

/// What a transformer of the user's own gives where the bodies start.
void check_transformer(const Model& model, const AddedMassInteraction& interaction,
                       const std::string& path, Violations& violations) {
  violations.require(interaction.coriolis == AddedMassCoriolis::kOff, path + ".coriolis",
                     "must be off with a matrix transformer",
                     interaction.coriolis == AddedMassCoriolis::kFull ? "full" : "munk_yaw");
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

void check_hydrodynamics(const Model& model, Violations& violations) {
  check_names(model.hydrodynamics, "hydrodynamics", violations);
  check_one_group_per_body(model, violations);
  for (std::size_t i = 0; i < model.hydrodynamics.size(); ++i) {
    const HydrodynamicGroup& group = model.hydrodynamics[i];
    const std::string path = fmt::format("hydrodynamics[{}]", i);
    violations.require(group.database != nullptr, path + ".database", "must be given", "nothing");
    if (group.database == nullptr) continue;
    const std::size_t before = violations.list().size();
    check_members(model, i, violations);
    check_options(group, path, violations);
    if (violations.list().size() > before || group.allow_asymmetric) continue;
    if (const std::optional<MatrixXd> A = filed_added_mass(group)) {
      require_symmetric(model, *A, bodies_of(model, group), path + ".added_mass", violations);
    }
  }
}

void check_added_mass_interactions(const Model& model, Violations& violations) {
  check_names(model.added_mass_interactions, "added_mass_interactions", violations);
  for (std::size_t i = 0; i < model.added_mass_interactions.size(); ++i) {
    const AddedMassInteraction& interaction = model.added_mass_interactions[i];
    const std::string path = fmt::format("added_mass_interactions[{}]", i);
    const bool pair = !interaction.body2.empty();
    const std::size_t before = violations.list().size();
    require_body(model, interaction.body1, path + ".body1", violations);
    if (pair) require_body(model, interaction.body2, path + ".body2", violations);
    violations.require(interaction.body1 != interaction.body2, path + ".body2",
                       "must differ from body1", fmt::format("'{}'", interaction.body2));
    violations.require_finite(interaction.blocks.body1, path + ".body1_block");
    violations.require_finite(interaction.blocks.body2, path + ".body2_block");
    violations.require_finite(interaction.blocks.off_diagonal, path + ".off_diagonal_block");
    if (violations.list().size() > before) continue;
    if (interaction.transformer != nullptr) {
      check_transformer(model, interaction, path, violations);
      continue;
    }
    std::vector<std::size_t> bodies{find_body(model, interaction.body1)};
    require_symmetric(model, interaction.blocks.body1, bodies, path + ".body1_block", violations);
    if (!pair) continue;
    bodies = {find_body(model, interaction.body2)};
    require_symmetric(model, interaction.blocks.body2, bodies, path + ".body2_block", violations);
  }
}

}  // namespace raftup::solver
