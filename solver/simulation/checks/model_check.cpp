#include <algorithm>
#include <set>

#include "hydro/base/error.hpp"
#include "hydro/sea/steep_wave.hpp"
#include "solver/loads/hydrodynamics/given_axes.hpp"
#include "solver/model/checks/field_checks.hpp"
#include "solver/model/loads/load_kinds.hpp"
#include "solver/simulation/checks/model_checks.hpp"
#include "solver/water/groups/mode_carriers.hpp"
#include "solver/water/masses/added_mass_assembly.hpp"
#include "solver/water/masses/system_matrix.hpp"

namespace raftup::solver {

namespace {

void check_environment(const Model& model, Violations& violations) {
  check_number(model.gravity, model.gravity > 0.0 ? Bound::kPositive : Bound::kNotNegative,
               "environment.gravity", violations);
  check_number(model.water_density, Bound::kPositive, "environment.water_density", violations);
  violations.require(model.water_depth > 0.0, "environment.water_depth", "must be positive",
                     fmt::format("{}", model.water_depth));
  violations.require(model.gravity_field == nullptr || model.hydrodynamics.empty(), "gravity_field",
                     "must be omitted where bodies float: their buoyancy is that of "
                     "environment.gravity",
                     "a field");
  if (model.wind) FieldChecks::run(*model.wind, model, "environment.wind", violations);
}

/// Checks that waves and bodies are in the same current.
void check_current(const Model& model, Violations& violations) {
  if (!model.sea) return;
  violations.require(model.sea->water().current == model.current, "environment.current",
                     "must be that on which the waves of the sea ride", "another");
}

bool streams_waves(const Input& input) {
  return std::holds_alternative<StreamedComponents>(input.kind) ||
         std::holds_alternative<StreamedSpectrum>(input.kind) ||
         std::holds_alternative<WaveElevationInput>(input.kind);
}

/// Sum and full transfer functions contain the second-order pressure of the waves, which a mesh
/// feels too.
bool counts_twice(const HydrodynamicGroup& group) {
  return group.second_order.method == hydro::SecondOrderMethod::kFull &&
         group.any_nonlinear_froude_krylov();
}

/// Waves that are not linear are whole: they do not add up with others.
void check_nonlinear_sea(const Model& model, Violations& violations) {
  if (!model.sea) return;
  const bool streamed = std::any_of(model.inputs.begin(), model.inputs.end(), streams_waves);
  if (model.sea->steep_wave() != nullptr) {
    violations.require(!streamed, "environment.sea.waves[0].regular.theory",
                       "must be airy where clients stream waves: waves of finite height do not add "
                       "up",
                       std::string(name_of(model.sea->steep_wave()->options().theory)));
  }
  if (model.sea->bound_waves() == nullptr) return;
  violations.require(!streamed, "environment.sea.order",
                     "must be first where clients stream waves, which have no bound waves with "
                     "those of the sea",
                     "second");
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    violations.require(!counts_twice(group), "environment.sea.order",
                       fmt::format("must be first where '{}' has full transfer functions beside a "
                                   "nonlinear Froude-Krylov force, which then both contain the "
                                   "pressure of bound waves",
                                   group.name),
                       "second");
  }
}

void check_force_fields(const Model& model, Violations& violations) {
  check_names(model.force_fields, "force_fields", violations);
  for (std::size_t i = 0; i < model.force_fields.size(); ++i) {
    const ForceFieldUse& use = model.force_fields[i];
    const std::string path = fmt::format("force_fields[{}]", i);
    violations.require(use.field != nullptr, path + ".field", "must be given", "nothing");
    for (std::size_t body = 0; body < use.bodies.size(); ++body) {
      require_body(model, use.bodies[body], fmt::format("{}.bodies[{}]", path, body), violations);
    }
  }
}

void check_observers(const Model& model, Violations& violations) {
  check_names(model.observers, "observers", violations);
  for (std::size_t i = 0; i < model.observers.size(); ++i) {
    const ObserverFrame& observer = model.observers[i];
    const std::string path = fmt::format("observers[{}]", i);
    FieldChecks::run(observer, model, path, violations);
    const bool known =
        observer.relative_to.empty() ||
        (observer.relative_to != observer.name &&
         std::any_of(model.observers.begin(), model.observers.end(),
                     [&](const auto& other) { return other.name == observer.relative_to; }));
    violations.require(known, path + ".relative_to", "must name another observer",
                       fmt::format("'{}'", observer.relative_to));
  }
}

/// Checks descriptions one by one, without rules between them.
/// @param without_kind indices of descriptions of which only the name is checked
template <typename Descriptions>
void check_each(const Descriptions& descriptions, const char* list,
                const std::set<std::size_t>& without_kind, const Model& model,
                Violations& violations) {
  check_names(descriptions, list, violations);
  if (!without_kind.empty()) violations.note_reported();
  for (std::size_t i = 0; i < descriptions.size(); ++i) {
    if (without_kind.contains(i)) continue;
    FieldChecks::run(descriptions[i], model, fmt::format("{}[{}]", list, i), violations);
  }
}

void check_integration(const Model& model, Violations& violations) {
  violations.require(model.step_ns > 0, "integration.step", "must be positive",
                     fmt::format("{} ns", model.step_ns));
  violations.require(
      model.course.start == Start::kAsGiven || !needs_mooring_library(model), "integration.start",
      "must be as_given where a load is a mooring_system: MoorDyn tells its force where the bodies "
      "are at t = 0, not how it changes with their place",
      "equilibrium");
  check_names(model.course.stages, "integration.stages", violations);
  const std::size_t before = violations.list().size();
  for (std::size_t i = 0; i < model.course.stages.size(); ++i) {
    FieldChecks::run(model.course.stages[i], model, fmt::format("integration.stages[{}]", i),
                     violations);
  }
  if (model.step_ns > 0 && violations.list().size() == before) {
    check_stages(model.course.stages, model.step_ns, violations);
  }
  violations.require(model.course.stages.empty() || !model.sea || model.sea->ramp_duration() == 0.0,
                     "environment.sea.ramp_duration",
                     "must be omitted where integration.stages says how the waves begin",
                     fmt::format("{} s", model.sea ? model.sea->ramp_duration() : 0.0));
  if (!model.theta) return;
  violations.require(*model.theta >= 0.5 && *model.theta <= 1.0, "integration.theta",
                     "must lie within 0.5 to 1", fmt::format("{}", *model.theta));
  violations.require(model.stepper == StepperKind::kMoreauJean, "integration.theta",
                     "must be omitted where integration.stepper is not moreau_jean",
                     fmt::format("{}", *model.theta));
}

/// Checks that the names of bodies, joints, loads and inputs are all different, since outputs are
/// named after them.
void check_names_across_lists(const Model& model, Violations& violations) {
  const auto differ = [&](const auto& items, const char* path, const auto& others,
                          const char* other_path) {
    check_names_differ(items, path, others, other_path, violations);
  };
  differ(model.joints, "joints", model.bodies, "bodies");
  differ(model.loads, "loads", model.bodies, "bodies");
  differ(model.loads, "loads", model.joints, "joints");
  differ(model.observers, "observers", model.bodies, "bodies");
  differ(model.observers, "observers", model.joints, "joints");
  differ(model.observers, "observers", model.loads, "loads");
  differ(model.inputs, "inputs", model.observers, "observers");
  differ(model.inputs, "inputs", model.bodies, "bodies");
  differ(model.inputs, "inputs", model.joints, "joints");
  differ(model.inputs, "inputs", model.loads, "loads");
  const auto differ_from_all = [&](const auto& readers, const char* path) {
    differ(readers, path, model.bodies, "bodies");
    differ(readers, path, model.joints, "joints");
    differ(readers, path, model.loads, "loads");
    differ(readers, path, model.observers, "observers");
    differ(readers, path, model.inputs, "inputs");
  };
  differ_from_all(model.contact_readers, "contact_readers");
  differ_from_all(model.distance_readers, "distance_readers");
  differ(model.distance_readers, "distance_readers", model.contact_readers, "contact_readers");
  differ_from_all(model.events, "events");
  differ(model.events, "events", model.contact_readers, "contact_readers");
  differ(model.events, "events", model.distance_readers, "distance_readers");
  differ(model.events, "events", model.probes, "probes");
  differ_from_all(model.machines, "machines");
  differ(model.machines, "machines", model.contact_readers, "contact_readers");
  differ(model.machines, "machines", model.distance_readers, "distance_readers");
  differ(model.machines, "machines", model.probes, "probes");
  differ(model.events, "events", model.machines, "machines");
  differ_from_all(model.probes, "probes");
  differ(model.probes, "probes", model.contact_readers, "contact_readers");
  differ(model.probes, "probes", model.distance_readers, "distance_readers");
  for (std::size_t i = 0; i < model.loads.size(); ++i) {
    violations.require(model.loads[i].name != "energy", fmt::format("loads[{}].name", i),
                       "must not be that of the energy balance's outputs", "'energy'");
  }
}

}  // namespace

void require_none(const std::vector<Violation>& violations) {
  std::string message;
  for (const Violation& violation : violations) {
    if (!message.empty()) message += '\n';
    message += fmt::format("{} {}, got {}", violation.path, violation.rule, violation.value);
  }
  require(message.empty(), message);
}

void check_definiteness(const Model& model, Violations& violations) {
  std::vector<NodeMatrices> infinite;
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    NodeMatrices& nodes = infinite.emplace_back();
    const std::size_t count = node_count(group);
    for (std::size_t i = 0; i < (group.family ? 2 : 1) * count; ++i) {
      const std::optional<MatrixXd> filed = filed_added_mass(at_node(group, i % count));
      if (!filed) return;
      nodes.push_back(*filed);
    }
  }
  const std::vector<AddedMass> added_masses =
      assemble_added_masses(model, infinite, initial_added_masses(model));
  if (const auto dof =
          find_indefinite_dof(model.bodies, added_masses, configured_kinematics(model))) {
    violations.require(false, fmt::format("bodies[{}].mass", dof->body),
                       "must make mass plus added mass positive definite", dof->description);
  }
}

namespace {

/// True if the rules of the whole model can be checked as it is. A model with unknown bodies in a
/// group is, so that they are reported.
bool has_carriers_or_no_modes(const Model& model) {
  const auto all_exist = [&](const HydrodynamicGroup& group) {
    return std::all_of(group.bodies.begin(), group.bodies.end(),
                       [&](const GroupBody& member) { return has_body(model, member.body); });
  };
  const bool asked = std::any_of(model.bodies.begin(), model.bodies.end(), [](const auto& body) {
    return body.modes && body.carrier_of.empty();
  });
  const bool added = std::any_of(model.bodies.begin(), model.bodies.end(),
                                 [](const auto& body) { return !body.carrier_of.empty(); });
  return added || !(asked || needs_mode_carriers(model)) ||
         !std::all_of(model.hydrodynamics.begin(), model.hydrodynamics.end(), all_exist);
}

}  // namespace

std::vector<Violation> check(const Model& model, const ModelSource& source) {
  Violations violations;
  if (!has_carriers_or_no_modes(model)) {
    check_modes(model, violations);
    Model with_carriers = model;
    if (!violations.empty()) {  // what else is wrong is found without modes
      for (RigidBody& body : with_carriers.bodies) body.modes.reset();
    }
    add_mode_carriers(with_carriers);
    std::vector<Violation> all = violations.list();
    const std::vector<Violation> others = check(with_carriers, source);
    all.insert(all.end(), others.begin(), others.end());
    return all;
  }
  check_environment(model, violations);
  check_current(model, violations);
  check_nonlinear_sea(model, violations);
  check_bodies(model, violations);
  check_prescribed_motions(model, violations);
  check_hydrodynamics(model, violations);
  check_added_mass_interactions(model, violations);
  check_strong_interactions(model, violations);
  check_joints(model, violations);
  check_each(model.loads, "loads", source.loads_without_kind, model, violations);
  check_contacts(model, source, violations);
  check_each(model.inputs, "inputs", source.inputs_without_kind, model, violations);
  check_force_fields(model, violations);
  check_observers(model, violations);
  check_probes(model, violations);
  check_sections(model, violations);
  check_machines(model, violations);
  check_events(model, violations);
  check_names_across_lists(model, violations);
  check_integration(model, violations);
  check_statistics(model, violations);
  if (violations.empty()) check_input_sources(model, violations);
  if (violations.empty()) check_definiteness(model, violations);
  return violations.list();
}

}  // namespace raftup::solver
