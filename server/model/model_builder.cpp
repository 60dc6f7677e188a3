#include "server/model/model_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "server/model/body_builder.hpp"
#include "server/model/input_builder.hpp"
#include "server/model/integration_builder.hpp"
#include "server/model/joint_builder.hpp"
#include "server/model/load_builder.hpp"
#include "server/model/message_rules.hpp"
#include "server/model/observer_builder.hpp"
#include "server/model/output_builder.hpp"
#include "server/model/sea_builder.hpp"
#include "server/model/sea_cut.hpp"
#include "server/model/statistics_builder.hpp"

namespace raftup::server {

namespace {

std::string element(const char* field, int index) { return fmt::format("{}[{}]", field, index); }

/// Defaults: the first group's database, else those of solver::Model.
void build_water(const v1::Environment& environment, solver::Model& model, Violations& violations) {
  if (!model.hydrodynamics.empty() && model.hydrodynamics.front().database) {
    const hydro::Database& database = *model.hydrodynamics.front().database;
    model.gravity = database.gravity;
    model.water_density = database.water_density;
    model.water_depth = database.water_depth;
  }
  const auto positive = [&](double value, const char* field) {
    violations.expect(value > 0.0, std::string("environment.") + field, "must be positive",
                      fmt::format("{}", value));
    return value;
  };
  if (environment.has_gravity()) model.gravity = positive(environment.gravity(), "gravity");
  if (environment.has_water_density()) {
    model.water_density = positive(environment.water_density(), "water_density");
  }
  if (environment.has_water_depth()) {
    model.water_depth = positive(environment.water_depth(), "water_depth");
  }
}

void build_groups(const v1::Model& message, const DatabaseLookup& databases, solver::Model& model,
                  Violations& violations) {
  for (int i = 0; i < message.hydrodynamics_size(); ++i) {
    model.hydrodynamics.push_back(
        build_group(message.hydrodynamics(i), element("hydrodynamics", i), databases, violations));
  }
}

/// @param environment its sea ends where the data of the groups do, see cut_to_data()
/// @param known       the sea, where it is built already
void build_environment(v1::Environment& environment, const std::optional<hydro::Sea>& known,
                       solver::Model& model, Violations& violations) {
  build_water(environment, model, violations);
  if (environment.has_current()) {
    model.current = build_current(environment.current(), violations);
  }
  if (known) {
    model.sea = known;
    return;
  }
  const hydro::Sea::Water water{model.water_depth, model.gravity, model.current};
  if (!environment.has_sea()) return;
  v1::Sea& sea = *environment.mutable_sea();
  model.sea = build_sea(sea, water, violations);
  if (cut_to_data(sea, model)) model.sea = build_sea(sea, water, violations);
  check_waves_within_data(sea, model, violations);
}

void build_parts(const v1::Model& message, solver::Model& model, Violations& violations) {
  for (int i = 0; i < message.bodies_size(); ++i) {
    model.bodies.push_back(build_body(message.bodies(i), element("bodies", i), model, violations));
  }
  for (int i = 0; i < message.added_mass_interactions_size(); ++i) {
    model.added_mass_interactions.push_back(build_interaction(
        message.added_mass_interactions(i), element("added_mass_interactions", i), violations));
  }
  for (int i = 0; i < message.joints_size(); ++i) {
    model.joints.push_back(build_joint(message.joints(i), element("joints", i), violations));
  }
  for (const v1::StrongInteraction& strong : message.strong_interactions()) {
    model.strong_joints.push_back({strong.name(), strong.joint()});
  }
  for (int i = 0; i < message.loads_size(); ++i) {
    model.loads.push_back(build_load(message.loads(i), element("loads", i), violations));
  }
  for (int i = 0; i < message.inputs_size(); ++i) {
    model.inputs.push_back(build_input(message.inputs(i), element("inputs", i), model,
                                       message.environment().sea().ramp_duration(), violations));
  }
  for (int i = 0; i < message.observers_size(); ++i) {
    model.observers.push_back(
        build_observer(message.observers(i), element("observers", i), violations));
  }
}

void complete_environment(const solver::Model& model, v1::Environment& environment) {
  environment.set_gravity(model.gravity);
  environment.set_water_density(model.water_density);
  if (std::isfinite(model.water_depth)) environment.set_water_depth(model.water_depth);
  if (environment.has_sea()) complete_sea(*environment.mutable_sea());
}

/// The given message with every default written out.
v1::Model complete(const v1::Model& given, const BuiltModel& built) {
  const solver::Model& model = built.model;
  v1::Model message = given;
  *message.mutable_environment() = built.message.environment();
  complete_environment(model, *message.mutable_environment());
  for (int i = 0; i < message.bodies_size(); ++i) {
    complete_body(model.bodies[static_cast<std::size_t>(i)], *message.mutable_bodies(i));
  }
  for (int i = 0; i < message.hydrodynamics_size(); ++i) {
    complete_group(model.hydrodynamics[static_cast<std::size_t>(i)],
                   *message.mutable_hydrodynamics(i));
  }
  for (int i = 0; i < message.added_mass_interactions_size(); ++i) {
    complete_interaction(model.added_mass_interactions[static_cast<std::size_t>(i)],
                         *message.mutable_added_mass_interactions(i));
  }
  for (int i = 0; i < message.joints_size(); ++i) {
    complete_joint(model.joints[static_cast<std::size_t>(i)], model, *message.mutable_joints(i));
  }
  for (int i = 0; i < message.loads_size(); ++i) {
    complete_load(model.loads[static_cast<std::size_t>(i)], model, *message.mutable_loads(i));
  }
  for (int i = 0; i < message.inputs_size(); ++i) {
    complete_input(model.inputs[static_cast<std::size_t>(i)], *message.mutable_inputs(i));
  }
  for (int i = 0; i < message.observers_size(); ++i) {
    complete_observer(model.observers[static_cast<std::size_t>(i)], *message.mutable_observers(i));
  }
  complete_integration(model, *message.mutable_integration());
  message.mutable_outputs()->Assign(built.outputs.begin(), built.outputs.end());
  if (model.statistics) complete_statistics(*model.statistics, *message.mutable_statistics());
  return message;
}

/// Paths of the loads and inputs whose kind the message leaves open, so that the solver has another
/// than the user meant.
std::vector<std::string> parts_without_kind(const v1::Model& message) {
  std::vector<std::string> paths;
  for (int i = 0; i < message.loads_size(); ++i) {
    if (message.loads(i).kind_case() == v1::Load::KIND_NOT_SET)
      paths.push_back(element("loads", i));
  }
  for (int i = 0; i < message.inputs_size(); ++i) {
    if (message.inputs(i).kind_case() == v1::Input::KIND_NOT_SET) {
      paths.push_back(element("inputs", i));
    }
  }
  return paths;
}

/// Adds what the solver finds wrong, but nothing about the kind of a part that has none: the
/// builders have said that.
void check_whole(const v1::Model& message, const solver::Model& model, Violations& violations) {
  const std::vector<std::string> without_kind = parts_without_kind(message);
  for (const solver::Violation& violation : solver::check(model)) {
    const bool of_no_kind =
        std::any_of(without_kind.begin(), without_kind.end(), [&](const std::string& part) {
          return violation.path.starts_with(part + ".") && violation.path != part + ".name";
        });
    if (!of_no_kind) violations.add(violation.path, violation.rule, violation.value);
  }
}

/// build_model() without the message.
/// @param known the sea, where it is built already
BuiltModel build(const v1::Model& message, const std::optional<hydro::Sea>& known,
                 const DatabaseLookup& databases, Violations& violations) {
  check_message_rules(message, "", violations);
  BuiltModel built;
  if (violations.expect(message.has_integration(), "integration", "must be given")) {
    built.output_stride = build_integration(message.integration(), built.model, violations);
  }
  build_groups(message, databases, built.model, violations);
  *built.message.mutable_environment() = message.environment();
  build_environment(*built.message.mutable_environment(), known, built.model, violations);
  build_parts(message, built.model, violations);
  built.outputs = build_outputs(message, built.model, violations);
  if (message.has_statistics()) {
    built.model.statistics = build_statistics(message.statistics(), built.outputs);
  }
  check_whole(message, built.model, violations);
  return built;
}

}  // namespace

BuiltModel build_model(const v1::Model& message, const DatabaseLookup& databases,
                       Violations& violations) {
  const std::size_t before = violations.count();
  BuiltModel built = build(message, std::nullopt, databases, violations);
  if (violations.count() == before) built.message = complete(message, built);
  return built;
}

solver::Model build_written_out(const BuiltModel& built, const DatabaseLookup& databases,
                                Violations& violations) {
  return build(built.message, built.model.sea, databases, violations).model;
}

}  // namespace raftup::server
