#include <fmt/format.h>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "solver/loads/hydrodynamics/given_axes.hpp"
#include "solver/simulation/checks/model_checks.hpp"
#include "solver/water/groups/family_configuration.hpp"
#include "solver/water/groups/node_spacing.hpp"

namespace raftup::solver {

namespace {

/// Refuses options that cannot be combined with a family of databases.
void check_options(const Model& model, const HydrodynamicGroup& group, const std::string& path,
                   Violations& violations) {
  violations.require(group.frame == HydroFrame::kHeading, path + ".added_mass.frame",
                     "must be heading: the configurations of a family are", "another");
  violations.require(group.mode == AddedMassMode::kCoupled, path + ".added_mass.mode",
                     "must be coupled with a family of databases", "lumped");
  violations.require(group.excitation.at_body_position, path + ".excitation.at_body_position",
                     "must be true: the bodies of a family move", "false");
  violations.require(!group.any_nonlinear_froude_krylov(), path + ".froude_krylov.mode",
                     "must be linear with a family of databases", "nonlinear");
  const bool fades =
      group.configurations && group.configurations->outside == OutsideConfigurations::kUncoupled;
  violations.require(group.family->axes.empty() || !fades, path + ".configurations.outside",
                     "must be refuse with axes other than relative_position", "uncoupled");
  for (std::size_t i = 0; i < model.inputs.size(); ++i) {
    violations.require(!std::holds_alternative<WaveElevationInput>(model.inputs[i].kind),
                       fmt::format("inputs[{}]", i),
                       "must stream the waves as components or a spectrum: a family of databases "
                       "has no impulse response to their elevation",
                       model.inputs[i].name);
  }
}

void check_spacing(const Model& model, const HydrodynamicGroup& group, const std::string& path,
                   Violations& violations) {
  const std::optional<NodeSpacing> found = node_spacing(model, group);
  if (!found) return;
  violations.require(found->spacing <= kWidestSpacing * found->wavelength, path,
                     fmt::format("must have nodes at most a sixth of the shortest wave that counts "
                                 "apart, {:.4g} m of {:.4g} m",
                                 kWidestSpacing * found->wavelength, found->wavelength),
                     fmt::format("{:.4g} m", found->spacing));
}

void check_start(const Model& model, const HydrodynamicGroup& group, const std::string& path,
                 Violations& violations) {
  for (const GroupBody& member : group.bodies) {
    if (!has_body(model, member.body)) return;
  }
  try {
    (void)FamilyConfiguration(model, group).weights(configured_kinematics(model));
  } catch (const Error& error) {
    violations.require(false, path, "must cover the bodies at the start", error.what());
  }
}

}  // namespace

void check_configurations(const Model& model, const HydrodynamicGroup& group,
                          const std::string& path, Violations& violations) {
  if (group.family == nullptr) {
    violations.require(!group.configurations, path + ".configurations",
                       "must be left out: the database is no family", "given");
    return;
  }
  violations.require(group.configurations.has_value(), path + ".configurations",
                     "must be given: the database is a family over relative position", "nothing");
  check_options(model, group, path, violations);
  check_spacing(model, group, path + ".database", violations);
  const std::size_t before = violations.list().size();
  if (group.configurations) {
    check_axes(model, group, path + ".configurations.axes", violations);
  }
  const bool has_axes = !group.family->axes.empty();
  if (has_axes && (!group.configurations || violations.list().size() > before)) return;
  check_start(model, group, path + ".configurations", violations);
}

}  // namespace raftup::solver
