#include "solver/water/masses/added_mass_assembly.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include "hydro/database/at_frequency.hpp"
#include "solver/water/groups/constant_matrices.hpp"
#include "solver/water/masses/acceleration_gains.hpp"
#include "solver/water/masses/added_mass.hpp"
#include "solver/water/masses/added_mass_terms.hpp"

namespace raftup::solver {

namespace {

bool couples_bodies(const MatrixXd& A) {
  const Eigen::Index count = A.rows() / kDofs;
  for (Eigen::Index i = 0; i < count; ++i) {
    for (Eigen::Index j = 0; j < count; ++j) {
      if (i != j && !A.block<kDofs, kDofs>(kDofs * i, kDofs * j).isZero(0.0)) return true;
    }
  }
  return false;
}

AddedMass make(const AddedMassTerm& term) {
  const AddedMassProperties& how = term.properties;
  AddedMass result(term.bodies, term.matrix, how.frame, how.world_frame, how.coriolis);
  if (how.mode == AddedMassMode::kLumped) result.lump(how.lumped_factor);
  return result;
}

/// Appends A as one term, or as one term for each body if nothing couples the bodies.
void append(const std::vector<std::size_t>& bodies, const MatrixXd& A,
            const AddedMassProperties& how, std::vector<AddedMassTerm>& terms) {
  if (couples_bodies(A)) {
    terms.push_back({bodies, A, how});
    return;
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Eigen::Index row = kDofs * static_cast<Eigen::Index>(i);
    terms.push_back({{bodies[i]}, A.block<kDofs, kDofs>(row, row), how});
  }
}

AddedMassBlocks symmetrized(const AddedMassBlocks& blocks) {
  return {0.5 * (blocks.body1 + blocks.body1.transpose()),
          0.5 * (blocks.body2 + blocks.body2.transpose()), blocks.off_diagonal};
}

/// Added mass as it is collected: terms in frames of their own bodies, and other added masses.
struct Collected {
  std::vector<AddedMassTerm> terms;
  std::vector<AddedMass> others;
};

/// Appends the added mass of an interaction without a user's rule.
void append_in_frames(const std::vector<std::size_t>& bodies, const AddedMassBlocks& blocks,
                      const AddedMassProperties& how, Collected& result) {
  const bool pair = bodies.size() == 2;
  if (how.frame != HydroFrame::kFirstBody || !pair) {
    result.terms.push_back({bodies, stacked(blocks, pair), how});
    return;
  }
  const AddedMassBlocks diagonal{blocks.body1, blocks.body2, Matrix6::Zero()};
  const AddedMassBlocks coupling{Matrix6::Zero(), Matrix6::Zero(), blocks.off_diagonal};
  result.terms.push_back({bodies, stacked(diagonal, pair), how});
  result.others.emplace_back(bodies, stacked(coupling, pair), bodies.front(), how.coriolis);
  if (how.mode == AddedMassMode::kLumped) result.others.back().lump(how.lumped_factor);
}

void append(const Model& model, const AddedMassInteraction& interaction, const AddedMassState& now,
            Collected& result) {
  std::vector<std::size_t> bodies{find_body(model, interaction.body1)};
  if (!interaction.body2.empty()) bodies.push_back(find_body(model, interaction.body2));
  if (interaction.transformer == nullptr) {
    append_in_frames(bodies, now.enabled ? symmetrized(now.blocks) : AddedMassBlocks{},
                     {interaction.frame, Matrix3::Identity(), interaction.coriolis,
                      interaction.mode, interaction.lumped_factor},
                     result);
  } else if (now.enabled) {
    result.others.emplace_back(bodies, now.blocks, interaction.transformer);
  } else {
    result.others.emplace_back(bodies, stacked({}, bodies.size() == 2), HydroFrame::kWorld,
                               Matrix3::Identity(), interaction.coriolis);
  }
}

/// The added mass of each of GroupMemories::nodes that is in use.
NodeMatrices node_matrices(const Model& model, const HydrodynamicGroup& group,
                           const NodeMatrices& infinite) {
  NodeMatrices nodes;
  for (std::size_t i = 0; i < infinite.size(); ++i) {
    const std::size_t k = i % node_count(group);
    HydrodynamicGroup node = at_node(group, k);
    node.radiation.body_interaction = group.radiation.body_interaction && i == k;
    nodes.push_back(added_mass_in_use(model, node, infinite[i]));
  }
  return nodes;
}

/// Appends the added mass of a group: constant in its frame, or a function of the configuration of
/// its bodies.
void append(const Model& model, const HydrodynamicGroup& group, const NodeMatrices& infinite,
            Collected& result) {
  if (auto blend = blended_added_mass(model, group, infinite)) {
    result.others.emplace_back(bodies_of(model, group), std::move(blend), group.coriolis);
    return;
  }
  const Matrix3 world_frame(Eigen::AngleAxisd(group.heading, Vector3::UnitZ()));
  append(bodies_of(model, group), node_matrices(model, group, infinite).front(),
         {group.frame, world_frame, group.coriolis, group.mode, group.lumped_factor}, result.terms);
}

/// Appends the constant added mass that a load adds to its body.
void append(const Model& model, const Load& load, std::vector<AddedMassTerm>& terms) {
  const std::optional<OwnAddedMass> own = load.description().own_added_mass(model);
  if (!own || own->matrix.isZero(0.0)) return;
  terms.push_back({{find_body(model, bodies_of(load).front())},
                   own->matrix,
                   {own->frame, Matrix3::Identity(), own->coriolis, AddedMassMode::kCoupled,
                    kDefaultLumpedFactor}});
}

bool has_coefficients(const RigidBody& body) {
  return !body.mass_coefficients.isZero(0.0) || !body.inertia_coefficients.isZero(0.0);
}

}  // namespace

Asymmetry measure_asymmetry(const Model& model, const MatrixXd& A,
                            const std::vector<std::size_t>& bodies) {
  const VectorXd scale = (A.diagonal() + diagonal_mass(model, bodies)).cwiseMax(0.0).cwiseSqrt();
  const auto is_fixed = [&](Eigen::Index dof) {
    return model.bodies[bodies[static_cast<std::size_t>(dof / kDofs)]].motion == Motion::kStatic;
  };
  Asymmetry largest;
  for (Eigen::Index i = 0; i < A.rows(); ++i) {
    if (is_fixed(i)) continue;
    for (Eigen::Index j = 0; j < i; ++j) {
      if (is_fixed(j)) continue;
      const double difference = std::abs(A(i, j) - A(j, i));
      if (difference == 0.0) continue;
      const double measure = difference / (scale[i] * scale[j]);
      if (measure > largest.measure) largest = {measure, i, j};
    }
  }
  return largest;
}

std::optional<MatrixXd> filed_added_mass(const HydrodynamicGroup& group) {
  const bool constant = group.radiation.form == hydro::RadiationForm::kConstant;
  const auto frequency = constant ? group.radiation.frequency : group.added_mass_frequency;
  const hydro::Database& database = *group.database;
  if (!frequency) return database.added_mass_infinite;
  return hydro::at_frequency(database.omega, database.added_mass, *frequency);
}

VectorXd diagonal_mass(const Model& model, const std::vector<std::size_t>& bodies) {
  VectorXd diagonal(kDofs * static_cast<Eigen::Index>(bodies.size()));
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const RigidBody& body = model.bodies[bodies[i]];
    diagonal.segment<kDofs>(kDofs * static_cast<Eigen::Index>(i)) << Vector3::Constant(body.mass),
        body.inertia.diagonal();
  }
  return diagonal;
}

std::vector<std::size_t> bodies_of(const Model& model, const HydrodynamicGroup& group) {
  std::vector<std::size_t> bodies;
  for (const std::size_t member : members_in_database_order(group)) {
    bodies.push_back(find_body(model, group.bodies[member].body));
  }
  return bodies;
}

MatrixXd consistent_added_mass(const MatrixXd& filed, bool body_interaction) {
  MatrixXd symmetric = 0.5 * (filed + filed.transpose());
  if (body_interaction) return symmetric;
  MatrixXd diagonal = MatrixXd::Zero(filed.rows(), filed.cols());
  for (Eigen::Index row = 0; row < filed.rows(); row += kDofs) {
    diagonal.block<kDofs, kDofs>(row, row) = symmetric.block<kDofs, kDofs>(row, row);
  }
  return diagonal;
}

MatrixXd added_mass_in_use(const Model& model, const HydrodynamicGroup& group,
                           const MatrixXd& infinite) {
  MatrixXd added_mass =
      consistent_added_mass(group.added_mass_frequency ? *filed_added_mass(group) : infinite,
                            group.radiation.body_interaction);
  const std::optional<ConstantMatrices> constant = constant_matrices(model, group);
  if (constant) added_mass += constant->added_mass;
  return added_mass;
}

std::shared_ptr<const BlendedAddedMass> blended_added_mass(const Model& model,
                                                           const HydrodynamicGroup& group,
                                                           const NodeMatrices& infinite) {
  if (group.family == nullptr) return nullptr;
  const std::vector<std::size_t>& same_as = group.family->same_as;
  const bool fades =
      group.configurations && group.configurations->outside == OutsideConfigurations::kUncoupled;
  const bool differ =
      fades || same_as.empty() ||
      std::any_of(same_as.begin(), same_as.end(), [](std::size_t first) { return first > 0; });
  if (!differ) return nullptr;
  return std::make_shared<const BlendedAddedMass>(FamilyConfiguration(model, group),
                                                  node_matrices(model, group, infinite));
}

std::vector<NodeMatrices> infinite_added_masses(const std::vector<GroupMemories>& memories) {
  std::vector<NodeMatrices> infinite;
  for (const GroupMemories& group : memories) {
    NodeMatrices& nodes = infinite.emplace_back();
    for (const auto& memory : group.nodes) nodes.push_back(memory->infinite_added_mass());
  }
  return infinite;
}

std::vector<AddedMass> assemble_added_masses(const Model& model,
                                             const std::vector<NodeMatrices>& infinite_added_mass,
                                             const std::vector<AddedMassState>& interactions) {
  Collected collected;
  for (std::size_t i = 0; i < model.hydrodynamics.size(); ++i) {
    append(model, model.hydrodynamics[i], infinite_added_mass[i], collected);
  }
  for (std::size_t i = 0; i < model.added_mass_interactions.size(); ++i) {
    append(model, model.added_mass_interactions[i], interactions[i], collected);
  }
  for (const Load& load : model.loads) append(model, load, collected.terms);
  std::vector<AddedMass> result;
  for (const AddedMassTerm& term : merge_terms(collected.terms)) result.push_back(make(term));
  std::move(collected.others.begin(), collected.others.end(), std::back_inserter(result));
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    if (!has_coefficients(model.bodies[i])) continue;
    result.push_back(AddedMass::of_coefficients(i, model.bodies[i]));
  }
  for (const std::vector<std::size_t>& bodies : bodies_with_gains(model)) {
    result.push_back(AddedMass::place_of(AddedMass::Role::kGain, bodies));
  }
  for (const Load& load : model.loads) {
    if (!load.description().has_added_mass()) continue;
    result.push_back(
        AddedMass::place_of(AddedMass::Role::kLoad, {find_body(model, bodies_of(load).front())}));
  }
  for (const std::vector<std::size_t>& bodies : bodies_of_strong_terms(model)) {
    result.push_back(AddedMass::place_of(AddedMass::Role::kStrongInteraction, bodies));
  }
  return result;
}

std::vector<AddedMassState> initial_added_masses(const Model& model) {
  std::vector<AddedMassState> states;
  for (const AddedMassInteraction& interaction : model.added_mass_interactions) {
    states.push_back({interaction.enabled, interaction.blocks});
  }
  return states;
}

std::optional<Finding> asymmetry_finding(const std::string& name, const Asymmetry& found,
                                         const std::vector<std::string>& bodies) {
  if (found.measure <= kNotableAsymmetry) return std::nullopt;
  return Finding{
      "added_mass_asymmetric", Severity::kWarning,
      fmt::format("added mass of '{}' must be symmetric, differs by {:.2g} of mass and added mass "
                  "between {} and {}; symmetrised",
                  name, found.measure, describe_dof(bodies, found.row),
                  describe_dof(bodies, found.column)),
      found.measure};
}

std::string describe_dof(const std::vector<std::string>& bodies, Eigen::Index row) {
  static constexpr std::array<const char*, 6> kNames{"surge", "sway",  "heave",
                                                     "roll",  "pitch", "yaw"};
  return fmt::format("body '{}' {}", bodies[static_cast<std::size_t>(row / kDofs)],
                     kNames[static_cast<std::size_t>(row % kDofs)]);
}

namespace {

std::vector<std::size_t> find_bodies(const Model& model, const std::vector<std::string>& names) {
  std::vector<std::size_t> bodies;
  for (const std::string& name : names) bodies.push_back(find_body(model, name));
  return bodies;
}

bool has_drive_force(const Joint& joint) {
  return std::any_of(joint.drives.begin(), joint.drives.end(), [](const JointDrive& drive) {
    return std::holds_alternative<SpringDamper>(drive.kind) ||
           std::holds_alternative<TableDrive>(drive.kind);
  });
}

/// Names of the bodies of each load with a LoadJacobian; bodies that it may couple are in one
/// entry.
std::vector<std::vector<std::string>> names_of_loads(const Model& model) {
  std::vector<std::vector<std::string>> names;
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    for (const GroupBody& member : group.bodies) names.push_back({member.body});
    if (!group.has_constant_force()) continue;
    std::vector<std::string>& all = names.emplace_back();
    for (const GroupBody& member : group.bodies) all.push_back(member.body);
  }
  for (const Load& load : model.loads) {
    if (!load.description().has_jacobian()) continue;
    std::vector<std::string>& all = names.emplace_back(bodies_of(load));
    for (const RigidBody& body : model.bodies) {
      const bool is_of_load = std::find(all.begin(), all.end(), body.carrier_of) != all.end();
      if (!body.carrier_of.empty() && is_of_load) all.push_back(body.name);
    }
  }
  for (const Joint& joint : model.joints) {
    if (has_drive_force(joint)) names.push_back({joint.body1, joint.body2});
  }
  return names;
}

/// Pairs [row, column], row >= column, of the blocks of LoadJacobian between bodies that are not
/// static.
std::set<std::pair<std::size_t, std::size_t>> blocks_of_loads(const Model& model) {
  std::set<std::pair<std::size_t, std::size_t>> blocks;
  for (const std::vector<std::string>& names : names_of_loads(model)) {
    std::vector<std::size_t> bodies;
    for (const std::string& name : names) {
      if (!has_body(model, name)) continue;  // the world
      const std::size_t body = find_body(model, name);
      if (model.bodies[body].motion != Motion::kStatic) bodies.push_back(body);
    }
    for (const std::size_t row : bodies) {
      for (const std::size_t column : bodies) {
        if (row >= column) blocks.emplace(row, column);
      }
    }
  }
  return blocks;
}

/// True if the stepper of the model takes its loads by their stiffness and damping, or may do so: it
/// chooses kMoreauJean for loads that act over steps where something may need impulses.
bool may_have_implicit_loads(const Model& model) {
  if (model.stepper) return *model.stepper == StepperKind::kMoreauJean;
  return loads_act_over_steps(model) &&
         (can_touch(model) || !model.joints.empty() || !model.machines.empty() ||
          !model.strong_interactions.empty());
}

}  // namespace

bool loads_act_over_steps(const Model& model) {
  return std::any_of(model.loads.begin(), model.loads.end(),
                     [](const Load& load) { return load.description().acts_over_steps(); });
}

std::vector<std::vector<std::size_t>> bodies_of_strong_terms(const Model& model) {
  std::vector<std::vector<std::size_t>> bodies;
  for (const auto& interaction : model.strong_interactions) {
    bodies.push_back(find_bodies(model, interaction->bodies()));
  }
  for (const StrongJoint& strong : model.strong_joints) {
    const Joint& joint = model.joints[find_joint(model, strong.joint).value()];
    bodies.push_back({find_body(model, joint.body1)});
    if (!joint.body2.empty()) bodies.back().push_back(find_body(model, joint.body2));
  }
  if (!may_have_implicit_loads(model)) return bodies;
  for (const auto& [row, column] : blocks_of_loads(model)) {
    bodies.push_back(row == column ? std::vector{row} : std::vector{row, column});
  }
  return bodies;
}

}  // namespace raftup::solver
