#include <optional>
#include <utility>

#include "solver/model/checks/field_checks.hpp"
#include "solver/model/water/hydrodynamic_group.hpp"
#include "solver/simulation/checks/model_checks.hpp"
#include "solver/water/masses/added_mass_assembly.hpp"

namespace raftup::solver {

namespace {

/// Refuses databases with generalized modes. A Database does not contain the coupling between rigid
/// dofs and these modes, without which a hinged or flexible body would move wrongly.
void check_rigid(const GroupBody& member, const hydro::Database& database, const std::string& path,
                 Violations& violations) {
  if (member.database_body < 0 || member.database_body >= database.body_count()) return;
  const auto& body = database.bodies[static_cast<std::size_t>(member.database_body)];
  violations.require(body.generalised_modes == 0, path,
                     "must be a rigid body, without generalised modes in the database's source",
                     fmt::format("'{}' with {}", body.name, body.generalised_modes));
}

/// Checks that every body of the database is named once, by bodies that exist and that are in no
/// other group.
void check_members(const Model& model, std::size_t index, Violations& violations) {
  const HydrodynamicGroup& group = model.hydrodynamics[index];
  const std::string path = fmt::format("hydrodynamics[{}].bodies", index);
  const Eigen::Index count = group.database->body_count();
  violations.require(std::cmp_equal(group.bodies.size(), count), path,
                     fmt::format("must name each of the {} bodies of the database once", count),
                     fmt::format("{} bodies", group.bodies.size()));
  for (std::size_t i = 0; i < group.bodies.size(); ++i) {
    const GroupBody& member = group.bodies[i];
    const std::string member_path = fmt::format("{}[{}]", path, i);
    violations.require(member.database_body >= 0 && member.database_body < count,
                       member_path + ".database_body",
                       fmt::format("must be one of the {} bodies of the database", count),
                       fmt::format("index {}", member.database_body));
    check_rigid(member, *group.database, member_path + ".database_body", violations);
    for (std::size_t j = 0; j < i; ++j) {
      violations.require(member.database_body != group.bodies[j].database_body,
                         member_path + ".database_body",
                         fmt::format("must differ from {}[{}].database_body", path, j),
                         fmt::format("index {}", member.database_body));
    }
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

/// @param path path of the frequency
void check_frequency(const HydrodynamicGroup& group, double frequency, const std::string& path,
                     Violations& violations) {
  const VectorXd& omega = group.database->omega;
  if (group.database->added_mass.empty()) {
    violations.require(false, path, "must be omitted, the database has no added mass per frequency",
                       fmt::format("{}", frequency));
    return;
  }
  const double lowest = omega[0] * (1.0 - hydro::kSameFrequency);
  const double highest = omega[omega.size() - 1] * (1.0 + hydro::kSameFrequency);
  violations.require(frequency >= lowest && frequency <= highest, path,
                     fmt::format("must lie within the frequencies of the database, {} to {} rad/s",
                                 omega[0], omega[omega.size() - 1]),
                     fmt::format("{}", frequency));
}

void check_constant_radiation(const HydrodynamicGroup& group, const std::string& path,
                              Violations& violations) {
  const std::optional<double>& frequency = group.radiation.frequency;
  const std::string at = path + ".radiation.frequency";
  if (group.radiation.form != hydro::RadiationForm::kConstant) {
    violations.require(!frequency, at, "must be left out unless radiation.memory is constant",
                       fmt::format("{}", frequency.value_or(0.0)));
    return;
  }
  violations.require(frequency.has_value(), at, "must be given where radiation.memory is constant",
                     "nothing");
  violations.require(!group.added_mass_frequency, path + ".added_mass.frequency",
                     "must be left out where radiation.memory is constant: its frequency is that "
                     "of added mass, too",
                     fmt::format("{}", group.added_mass_frequency.value_or(0.0)));
  violations.require(!group.database->radiation_damping.empty(), path + ".radiation.memory",
                     "must be another: the database has no radiation damping per frequency",
                     "constant");
  if (frequency) check_frequency(group, *frequency, at, violations);
}

void check_options(const HydrodynamicGroup& group, const std::string& path,
                   Violations& violations) {
  violations.require(group.frame != HydroFrame::kFirstBody, path + ".added_mass.frame",
                     "must be heading, body or world for a group", "first_body");
  if (group.mode == AddedMassMode::kLumped) {
    check_lumped(group.coriolis, path + ".added_mass", violations);
  }
  if (group.added_mass_frequency) {
    check_frequency(group, *group.added_mass_frequency, path + ".added_mass.frequency", violations);
  }
  check_constant_radiation(group, path, violations);
  if (group.excitation_cutoff == 0.0) return;
  const std::string cutoff = path + ".excitation.low_frequency_cutoff";
  const std::string given = fmt::format("{}", group.excitation_cutoff);
  violations.require(group.excitation_enabled, cutoff,
                     "must be 0 where excitation.enabled is false", given);
  violations.require(group.excitation.at_body_position, cutoff,
                     "must be 0 where excitation.at_body_position is false", given);
  violations.require(!group.any_nonlinear_froude_krylov(), cutoff,
                     "must be 0 where froude_krylov.mode is nonlinear, which presses on the hull "
                     "where it is",
                     given);
}

/// Refuses constant radiation in a current: the damping B at one frequency would cause the force B
/// U in a current U, but radiation causes no such force.
void check_constant_radiation_in_current(const Model& model, const HydrodynamicGroup& group,
                                         const std::string& path, Violations& violations) {
  const bool constant = group.radiation.form == hydro::RadiationForm::kConstant;
  violations.require(!constant || model.current.is_still(), path + ".radiation.memory",
                     "must have a memory where there is a current: the damping of one frequency "
                     "would pull steadily along it",
                     "constant");
}

/// Checks that the waves of the sea are those for which the database was made.
void check_depth(const Model& model, const HydrodynamicGroup& group, const std::string& path,
                 Violations& violations) {
  if (!model.sea || !group.excitation_enabled) return;
  const auto mismatch = find_depth_mismatch(*model.sea, *group.database);
  if (mismatch) violations.require(false, path, mismatch->rule, mismatch->found);
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
    FieldChecks::run(group, model, path, violations);
    check_members(model, i, violations);
    check_options(group, path, violations);
    check_depth(model, group, path + ".database", violations);
    check_constant_radiation_in_current(model, group, path, violations);
    check_second_order(model, group, path + ".second_order", violations);
    check_wetted_meshes(model, group, path, violations);
    check_configurations(model, group, path, violations);
    check_forward_speed(model, group, path, violations);
    check_constant_coefficients(group, path, violations);
    if (violations.list().size() > before) continue;
    check_constant_matrices(model, group, path, violations);
    if (group.allow_asymmetric) continue;
    for (std::size_t k = 0; k < node_count(group); ++k) {
      const std::optional<MatrixXd> A = filed_added_mass(at_node(group, k));
      if (!A) continue;
      require_symmetric(
          model, *A, bodies_of(model, group), path + ".added_mass",
          fmt::format("; `raftup import --symmetrise` makes it so, {}.allow_asymmetric takes its "
                      "symmetric part as it is",
                      path),
          violations);
    }
  }
}

}  // namespace raftup::solver
