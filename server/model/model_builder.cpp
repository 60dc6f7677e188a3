#include "server/model/model_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "hydro/base/error.hpp"
#include "hydro/base/sha256.hpp"
#include "server/model/computed_raos.hpp"
#include "server/model/elevation_builder.hpp"
#include "server/model/extreme_response.hpp"
#include "server/model/line_types.hpp"
#include "server/model/message_fields.hpp"
#include "server/model/message_rules.hpp"
#include "server/model/model_parts.hpp"
#include "server/model/sea_builder.hpp"
#include "solver/model/contacts/material.hpp"
#include "solver/model/loads/load_kinds.hpp"
#include "solver/simulation/inputs/event_inputs.hpp"
#include "solver/water/groups/constant_matrices.hpp"

namespace raftup::server {

namespace {

std::string element(const char* field, int index) { return fmt::format("{}[{}]", field, index); }

/// Sets the properties of the water. Their defaults come from the database of the first group that
/// has one, otherwise from solver::Model.
void build_water(const v1::Environment& environment, solver::Model& model,
                 FieldViolations& violations) {
  const auto first = std::find_if(model.hydrodynamics.begin(), model.hydrodynamics.end(),
                                  [](const auto& group) { return group.has_database(); });
  if (first != model.hydrodynamics.end() && first->database) {
    const hydro::Database& database = *first->database;
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
                  FieldViolations& violations) {
  for (int i = 0; i < message.hydrodynamics_size(); ++i) {
    model.hydrodynamics.push_back(
        build_group(message.hydrodynamics(i), element("hydrodynamics", i), databases, violations));
  }
}

/// Builds the water, current, wind and sea of a model.
/// @param message     the model that contains the environment
/// @param environment the sea is changed to end at the highest frequency of the groups' data, see
///         cut_to_data()
void build_environment(const v1::Model& message, v1::Environment& environment, solver::Model& model,
                       FieldViolations& violations) {
  build_water(environment, model, violations);
  if (environment.has_current()) {
    model.current = build_current(environment.current(), violations);
  }
  if (environment.has_wind()) {
    MessageReader::read(environment.wind(), "environment.wind", model.wind.emplace(), violations);
  }
  const hydro::Sea::Water water{model.water_depth, model.gravity, model.current};
  if (!environment.has_sea()) return;
  v1::Sea& sea = *environment.mutable_sea();
  const std::size_t before = violations.count();
  check_records(sea, run_duration(message.integration()), violations);
  violations.expect(model.course.stages.empty() || sea.ramp_duration() == 0.0,
                    "environment.sea.ramp_duration",
                    "must be omitted where integration.stages says how the waves begin",
                    fmt::format("{} s", sea.ramp_duration()));
  if (violations.count() > before) return;
  complete_records(sea, message, model);
  model.sea = build_sea(sea, water, violations);
  if (cut_to_data(sea, model)) model.sea = build_sea(sea, water, violations);
  check_waves_within_data(sea, model, violations);
}

/// Finds the meshes of loads. Their names are replaced by names with digests, so that the session
/// always uses the same meshes.
void find_load_meshes(const v1::Model& message, const DatabaseLookup& databases,
                      solver::Model& model, FieldViolations& violations) {
  const auto as_surface = [&](const std::string& name) {
    const NamedMesh found = databases.mesh(name);
    return std::pair(found.surface(), found.name);
  };
  for (int i = 0; i < message.loads_size(); ++i) {
    solver::Load& load = model.loads[static_cast<std::size_t>(i)];
    solver::LoadMesh* const mesh = load.description().load_mesh();
    if (mesh == nullptr || mesh->name.empty()) continue;
    const std::string path = fmt::format("loads[{}].{}.mesh", i, solver::kind_of(load));
    auto [triangles, name] = find_named(mesh->name, path, as_surface, violations);
    if (triangles) *mesh = {std::move(name), std::move(triangles)};
  }
}

void build_joints(const v1::Model& message, solver::Model& model, FieldViolations& violations) {
  MessageReader::read_each(message.joints(), "joints", model.joints, violations);
  for (int i = 0; i < message.joints_size(); ++i) {
    violations.expect(message.joints(i).type() != v1::JOINT_TYPE_UNSPECIFIED,
                      element("joints", i) + ".type", "must be given");
  }
  for (const v1::StrongInteraction& strong : message.strong_interactions()) {
    model.strong_joints.push_back({strong.name(), strong.joint()});
  }
}

/// Returns the indices of elements without a kind. The builders have reported them.
template <typename Messages>
std::set<std::size_t> without_kind(const Messages& messages) {
  std::set<std::size_t> indices;
  for (int i = 0; i < messages.size(); ++i) {
    if (messages[i].kind_case() == 0) indices.insert(static_cast<std::size_t>(i));
  }
  return indices;
}

/// Builds the other parts of the model.
/// @returns the places of the parts in the message
solver::ModelSource build_parts(const v1::Model& message, const DatabaseLookup& databases,
                                solver::Model& model, FieldViolations& violations) {
  const solver::MaterialLibrary* library = databases.materials().get();
  MessageReader::read_each(message.materials(), "materials", model.materials, violations);
  const std::vector<std::string> added = add_library_materials(message, library, model);
  std::vector<std::vector<solver::Shape>> solids;
  for (int i = 0; i < message.bodies_size(); ++i) {
    BuiltBody built =
        build_body(message.bodies(i), element("bodies", i), model, databases, violations);
    model.bodies.push_back(std::move(built.body));
    solids.push_back(std::move(built.solids));
  }
  for (int i = 0; i < message.added_mass_interactions_size(); ++i) {
    model.added_mass_interactions.push_back(build_interaction(
        message.added_mass_interactions(i), element("added_mass_interactions", i), violations));
  }
  build_joints(message, model, violations);
  solver::ModelSource source;
  source.shape_paths = build_contacts(message, databases, std::move(solids), model, violations);
  source.loads_without_kind = without_kind(message.loads());
  source.inputs_without_kind = without_kind(message.inputs());
  if (library != nullptr) library->add_pairs(added, model);
  MessageReader::read_each(message.loads(), "loads", model.loads, violations);
  find_load_meshes(message, databases, model, violations);
  for (int i = 0; i < message.inputs_size(); ++i) {
    model.inputs.push_back(build_input(message.inputs(i), element("inputs", i), model,
                                       message.environment().sea().ramp_duration(), violations));
  }
  check_tables(message, violations);
  MessageReader::read_each(message.observers(), "observers", model.observers, violations);
  MessageReader::read_each(message.probes(), "probes", model.probes, violations);
  MessageReader::read_each(message.machines(), "machines", model.machines, violations);
  MessageReader::read_each(message.events(), "events", model.events, violations);
  return source;
}

void complete_environment(solver::Model& model, v1::Environment& environment) {
  environment.set_gravity(model.gravity);
  environment.set_water_density(model.water_density);
  if (std::isfinite(model.water_depth)) environment.set_water_depth(model.water_depth);
  if (environment.has_sea()) complete_sea(*environment.mutable_sea());
  if (model.wind) MessageWriter::write(*model.wind, *environment.mutable_wind());
}

/// Calls `write` with each description and its message.
template <typename Descriptions, typename Messages, typename Write>
void write_each(Descriptions& descriptions, Messages& messages, const Write& write) {
  for (int i = 0; i < messages.size(); ++i) {
    write(descriptions[static_cast<std::size_t>(i)], messages[i]);
  }
}

/// Returns the given message with every default written out.
v1::Model write_out(const v1::Model& given, BuiltModel& built) {
  solver::Model& model = built.model;
  v1::Model message = given;
  *message.mutable_environment() = built.message.environment();
  complete_environment(model, *message.mutable_environment());
  const auto plainly = [](auto& description, auto& to) { MessageWriter::write(description, to); };
  write_each(model.bodies, *message.mutable_bodies(), complete_body);
  write_each(model.hydrodynamics, *message.mutable_hydrodynamics(), complete_group);
  write_each(model.added_mass_interactions, *message.mutable_added_mass_interactions(),
             complete_interaction);
  write_each(model.joints, *message.mutable_joints(), plainly);
  write_each(model.loads, *message.mutable_loads(), plainly);
  write_each(model.inputs, *message.mutable_inputs(), complete_input);
  write_each(model.observers, *message.mutable_observers(), plainly);
  write_each(model.probes, *message.mutable_probes(), plainly);
  write_each(model.machines, *message.mutable_machines(), plainly);
  write_each(model.events, *message.mutable_events(), plainly);
  complete_contacts(model, message);
  complete_integration(model, *message.mutable_integration());
  message.mutable_outputs()->Assign(built.outputs.begin(), built.outputs.end());
  if (model.statistics) complete_statistics(*model.statistics, *message.mutable_statistics());
  return message;
}

/// Moves databases that are given about the reference points of their bodies to the centers of
/// mass.
void move_databases(solver::Model& model, FieldViolations& violations) {
  try {
    solver::move_to_centers_of_mass(model);
  } catch (const Error& error) {
    violations.add("hydrodynamics",
                   "must have second-order forces that can be moved to the centre "
                   "of mass from the reference_point of each body",
                   error.what());
  }
}

/// Builds a model whose displacement RAOs and sections of lines are all in the message.
BuiltModel build_complete_model(const v1::Model& message, const DatabaseLookup& databases,
                                FieldViolations& violations) {
  const std::size_t before = violations.count();
  check_message_rules(message, "", violations);
  BuiltModel built;
  if (violations.expect(message.has_integration(), "integration", "must be given")) {
    built.output_stride = build_integration(message.integration(), built.model, violations);
  }
  build_groups(message, databases, built.model, violations);
  *built.message.mutable_environment() = message.environment();
  if (message.environment().has_sea()) {
    forget_extremes(*built.message.mutable_environment()->mutable_sea());
  }
  build_environment(message, *built.message.mutable_environment(), built.model, violations);
  built.model.mooring_library = databases.moorings();
  const solver::ModelSource source = build_parts(message, databases, built.model, violations);
  if (violations.count() == before) move_databases(built.model, violations);
  // A model that breaks a rule or lacks a database cannot be completed with defaults.
  if (violations.count() == before) solver::complete(built.model);
  built.outputs = build_outputs(message, built.model, violations);
  if (message.has_statistics()) {
    built.model.statistics = build_statistics(message.statistics(), built.outputs);
  }
  violations.add(solver::check(built.model, source));
  if (violations.count() > before) return built;
  solver::add_event_inputs(built.model);
  built.message = write_out(message, built);
  find_extremes(message, built, violations);
  return built;
}

}  // namespace

std::string digest_of(const BuiltModel& built) {
  std::string bytes = built.message.SerializeAsString();
  for (const solver::HydrodynamicGroup& group : built.model.hydrodynamics) {
    if (group.database) bytes += group.database->sha256;
  }
  return sha256(bytes);
}

BuiltModel build_model(const v1::Model& message, const DatabaseLookup& databases,
                       FieldViolations& violations) {
  const bool raos = has_computed_raos(message), types = has_line_types(message);
  if (!raos && !types) return build_complete_model(message, databases, violations);
  const std::size_t before = violations.count();
  v1::Model complete = message;
  if (types) apply_line_types(complete, violations);
  if (raos) compute_raos(complete, databases, violations);
  if (violations.count() > before) return {};
  return build_complete_model(complete, databases, violations);
}

}  // namespace raftup::server
