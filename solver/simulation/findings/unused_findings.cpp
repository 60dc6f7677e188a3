#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include "solver/simulation/findings/model_findings.hpp"

namespace raftup::solver {

namespace {

bool any_moves(const Model& model) {
  return std::any_of(model.bodies.begin(), model.bodies.end(),
                     [](const RigidBody& body) { return body.motion == Motion::kDynamic; });
}

void add_unused(const std::string& path, const std::string& why, Findings& findings) {
  findings.push_back({"environment_unused", Severity::kWarning,
                      fmt::format("{} should act on a body, acts on none: {}", path, why), 0.0});
}

/// @param feels a member function of LoadDescription that returns true, or a value, for the loads
///              sought
template <typename Answer>
bool any_load(const Model& model, Answer (LoadDescription::*feels)() const) {
  return std::any_of(model.loads.begin(), model.loads.end(), [feels](const Load& load) {
    return static_cast<bool>((load.description().*feels)());
  });
}

bool waves_act(const Model& model) {
  return any_load(model, &LoadDescription::feels_waves) ||
         std::any_of(model.bodies.begin(), model.bodies.end(),
                     [](const RigidBody& body) {
                       return body.prescribed &&
                              std::holds_alternative<DisplacementRao>(body.prescribed->kind);
                     }) ||
         std::any_of(model.hydrodynamics.begin(), model.hydrodynamics.end(),
                     [](const HydrodynamicGroup& group) {
                       return group.excitation_enabled || group.any_nonlinear_froude_krylov();
                     });
}

void add_environment_findings(const Model& model, Findings& findings) {
  if (!any_moves(model)) return;  // a sea or a wind to be looked at
  if (model.wind && !any_load(model, &LoadDescription::wind_height)) {
    add_unused("environment.wind", "give each body that the wind takes hold of a wind_force",
               findings);
  }
  if (model.sea && !model.sea->components().empty() && !waves_act(model)) {
    add_unused("environment.sea",
               "give bodies hydrodynamics with excitation enabled, or members (morison)", findings);
  }
  if (!model.current.is_still() && model.hydrodynamics.empty() &&
      !any_load(model, &LoadDescription::feels_current)) {
    add_unused("environment.current", "give bodies hydrodynamics, current_drag or members",
               findings);
  }
}

/// Adds a finding for each added-mass block of a static body, which has no effect.
void add_added_mass_findings(const Model& model, Findings& findings) {
  const auto is_fixed = [&](const std::string& body) {
    return !body.empty() && model.bodies[find_body(model, body)].motion == Motion::kStatic;
  };
  for (const AddedMassInteraction& interaction : model.added_mass_interactions) {
    const std::array<std::pair<const std::string*, const Matrix6*>, 2> sides{
        {{&interaction.body1, &interaction.blocks.body1},
         {&interaction.body2, &interaction.blocks.body2}}};
    for (const auto& [body, block] : sides) {
      if (!is_fixed(*body) || block->isZero(0.0)) continue;
      findings.push_back(
          {"added_mass_unused", Severity::kWarning,
           fmt::format("added mass '{}' should be of bodies that forces move, '{}' is static: its "
                       "block does nothing; look at the body's motion and at which body is meant",
                       interaction.name, *body),
           0.0});
    }
  }
}

void add_field_findings(const Model& model, Findings& findings) {
  for (const Load& load : model.loads) {
    const std::string_view field = load.description().field_without_effect();
    if (field.empty()) continue;
    findings.push_back({"field_unused", Severity::kInfo,
                        fmt::format("{} of load '{}' has no effect any more and may be left out",
                                    field, load.name),
                        0.0});
  }
}

}  // namespace

void add_unused_findings(const Model& model, Findings& findings) {
  add_environment_findings(model, findings);
  add_added_mass_findings(model, findings);
  add_field_findings(model, findings);
}

}  // namespace raftup::solver
