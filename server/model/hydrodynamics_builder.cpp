#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/database/transformation.hpp"
#include "server/base/service_error.hpp"
#include "server/model/message_fields.hpp"
#include "server/model/model_parts.hpp"

namespace raftup::server {

namespace {

using solver::AddedMassCoriolis;
using solver::HydroFrame;

/// Returns the default of coriolis: off as in linear seakeeping theory, but full in the body frame.
AddedMassCoriolis default_coriolis(HydroFrame frame) {
  return frame == HydroFrame::kBody ? AddedMassCoriolis::kFull : AddedMassCoriolis::kOff;
}

/// Converts the letters A to Z of a name to lower case.
std::string without_case(std::string name) {
  for (char& letter : name) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return name;
}

/// Returns the index of the body whose name `matches`, or nothing if no or several bodies match.
template <typename Matches>
std::optional<Eigen::Index> only_place(const hydro::Database& database, const Matches& matches) {
  std::optional<Eigen::Index> place;
  for (std::size_t i = 0; i < database.bodies.size(); ++i) {
    if (!matches(database.bodies[i].name)) continue;
    if (place) return std::nullopt;
    place = static_cast<Eigen::Index>(i);
  }
  return place;
}

/// Returns the index of a body of the database. The name of the body is compared first, then the
/// name without regard to case. At last, a name "body1", "body2" ... stands for the index.
std::optional<Eigen::Index> place_in_database(const hydro::Database& database,
                                              const std::string& name) {
  if (const auto exact = only_place(database, [&](const std::string& it) { return it == name; })) {
    return exact;
  }
  const std::string wanted = without_case(name);
  if (const auto named =
          only_place(database, [&](const std::string& it) { return without_case(it) == wanted; })) {
    return named;
  }
  for (std::size_t i = 0; i < database.bodies.size(); ++i) {
    if (name == fmt::format("body{}", i + 1)) return static_cast<Eigen::Index>(i);
  }
  return std::nullopt;
}

std::string names_in(const hydro::Database& database) {
  std::string names;
  for (Eigen::Index i = 0; i < database.body_count(); ++i) {
    if (hydro::is_carrier(database, i)) continue;
    names += (names.empty() ? "" : ", ") + database.bodies[static_cast<std::size_t>(i)].name;
  }
  return names;
}

/// Number of bodies that are no carriers of modes; these come first.
Eigen::Index hull_count(const hydro::Database& database) {
  Eigen::Index count = 0;
  while (count < database.body_count() && !hydro::is_carrier(database, count)) ++count;
  return count;
}

/// Finds the database body of a body without the field database_body: by the name of the body, else
/// by its place in the group. The latter is noted if the database has several bodies.
void find_by_own_name(const hydro::Database& database, int order, const std::string& path,
                      solver::GroupBody& member, FieldViolations& violations) {
  const auto named = place_in_database(database, member.body);
  member.database_body = named.value_or(order);
  if (named) return;
  violations.expect(order < hull_count(database), path + ".database_body",
                    "must be given: the database has only " + names_in(database), member.body);
  member.placed_by_order = hull_count(database) > 1;
}

/// Finds the body of the database that belongs to a body of the group.
void find_database_body(const hydro::Database& database, const v1::DatabaseBody& message, int order,
                        const std::string& path, solver::GroupBody& member,
                        FieldViolations& violations) {
  if (message.database_body().empty()) {
    return find_by_own_name(database, order, path, member, violations);
  }
  const auto named = place_in_database(database, message.database_body());
  member.database_body = named.value_or(order);
  if (named) return;
  violations.add(path + ".database_body", "must be one of " + names_in(database),
                 message.database_body());
}

/// Finds the database of a group or, if the group has configurations, its family of databases.
void find_database(const v1::HydrodynamicGroup& message, const std::string& path,
                   const DatabaseLookup& databases, solver::HydrodynamicGroup& group,
                   FieldViolations& violations) {
  const std::string at = path + ".database";
  if (group.coefficients) {
    violations.expect(message.database().empty(), at, "must be left out with coefficients",
                      message.database());
    return;
  }
  if (!violations.expect(!message.database().empty(), at, "must be given, or coefficients")) return;
  if (!message.has_configurations()) {
    group.database = find_named(message.database(), at, databases, violations);
    return;
  }
  const auto family = [&](const std::string& name) { return databases.family(name); };
  group.family = find_named(message.database(), at, family, violations);
  if (group.family) group.database = group.family->nodes.front();
}

/// Finds the meshes of a group. Their names are replaced by names with digests, so that the session
/// always uses the same meshes.
void find_meshes(const std::string& path, const DatabaseLookup& databases,
                 solver::HydrodynamicGroup& group, FieldViolations& violations) {
  for (std::size_t i = 0; i < group.bodies.size(); ++i) {
    solver::GroupBody& member = group.bodies[i];
    if (member.mesh_name.empty()) continue;
    const auto as_hull = [&](const std::string& name) {
      const NamedMesh found = databases.mesh(name);
      return std::pair(found.hull(), found.name);
    };
    std::tie(member.mesh, member.mesh_name) = find_named(
        member.mesh_name, fmt::format("{}.bodies[{}].mesh", path, i), as_hull, violations);
  }
}

/// Adds the carriers of the modes of some bodies, which the solver removes if these are rigid.
void add_carriers(const hydro::Database& database, std::vector<Eigen::Index>& places) {
  std::set<Eigen::Index> carriers;
  for (const hydro::GeneralisedMode& mode : database.modes.modes) {
    const bool named = std::find(places.begin(), places.end(), mode.body) != places.end();
    if (named) carriers.insert(mode.dof / kDofs);
  }
  places.insert(places.end(), carriers.begin(), carriers.end());
}

/// Keeps only the bodies of the database that the model names, in the order of the file. All groups
/// of the same bodies then share one radiation fit, whatever their order in the model.
void select_named_bodies(solver::HydrodynamicGroup& group, const std::string& path,
                         FieldViolations& violations) {
  std::vector<Eigen::Index> places;
  for (const auto& body : group.bodies) places.push_back(body.database_body);
  std::sort(places.begin(), places.end());
  const auto twice = std::adjacent_find(places.begin(), places.end());
  if (twice != places.end()) {
    violations.add(path + ".bodies", "must name each body of the database once",
                   group.database->bodies[static_cast<std::size_t>(*twice)].name);
    return;
  }
  add_carriers(*group.database, places);
  if (static_cast<Eigen::Index>(places.size()) == group.database->body_count()) return;
  if (group.family) {
    const char* which = group.family->grid.positions() != nullptr ? "both" : "all";
    violations.add(path + ".bodies",
                   fmt::format("must name {} bodies of a family of databases", which),
                   fmt::format("{}", places.size()));
    return;
  }
  group.database =
      std::make_shared<const hydro::Database>(hydro::select_bodies(*group.database, places));
  for (auto& body : group.bodies) {
    body.database_body =
        std::lower_bound(places.begin(), places.end(), body.database_body) - places.begin();
  }
}

void find_database_bodies(const v1::HydrodynamicGroup& message, const std::string& path,
                          solver::HydrodynamicGroup& group, FieldViolations& violations) {
  for (int i = 0; i < message.bodies_size(); ++i) {
    find_database_body(*group.database, message.bodies(i), i, fmt::format("{}.bodies[{}]", path, i),
                       group.bodies[static_cast<std::size_t>(i)], violations);
  }
}

void refuse_what_later_versions_bring(const v1::HydrodynamicGroup& group, const std::string& path,
                                      FieldViolations& violations) {
  violations.expect(group.hydrostatics().mesh().empty(), path + ".hydrostatics.mesh",
                    "must be left out: each body has its own, bodies[].mesh",
                    group.hydrostatics().mesh());
  for (int i = 0; i < group.bodies_size(); ++i) {
    violations.expect(group.bodies(i).hydrostatics().mesh().empty(),
                      fmt::format("{}.bodies[{}].hydrostatics.mesh", path, i),
                      "must be left out: it stands beside hydrostatics, bodies[].mesh",
                      group.bodies(i).hydrostatics().mesh());
  }
  violations.expect(!group.radiation().has_kernel_step(), path + ".radiation.kernel_step",
                    kNotInThisVersion);
}

/// Sets the options of a group whose hydrodynamics are given by coefficients. A message with all
/// defaults written out may contain options that do not apply to such a group.
void leave_out_database(const v1::HydrodynamicGroup& message, const std::string& path,
                        solver::HydrodynamicGroup& group, FieldViolations& violations) {
  const auto given = group;
  stand_without_database(group);
  if (message.radiation().memory() != v1::RADIATION_MEMORY_UNSPECIFIED) {
    group.radiation.form = given.radiation.form;
  }
  if (message.excitation().has_enabled()) group.excitation_enabled = given.excitation_enabled;
  if (message.hydrostatics().mode() != v1::HYDROSTATICS_MODE_UNSPECIFIED) {
    group.hydrostatics = given.hydrostatics;
  }
  for (int i = 0; i < message.bodies_size(); ++i) {
    const std::string& name = message.bodies(i).database_body();
    violations.expect(name.empty(), fmt::format("{}.bodies[{}].database_body", path, i),
                      "must be left out with coefficients: no database", name);
  }
}

solver::HydrostaticsMode hydrostatics_mode(v1::HydrostaticsMode mode) {
  switch (mode) {
    case v1::HYDROSTATICS_MODE_NONLINEAR:
      return solver::HydrostaticsMode::kNonlinear;
    case v1::HYDROSTATICS_MODE_NONE:
      return solver::HydrostaticsMode::kNone;
    default:
      return solver::HydrostaticsMode::kLinear;
  }
}

v1::HydrostaticsMode hydrostatics_mode_to_proto(solver::HydrostaticsMode mode) {
  switch (mode) {
    case solver::HydrostaticsMode::kNonlinear:
      return v1::HYDROSTATICS_MODE_NONLINEAR;
    case solver::HydrostaticsMode::kNone:
      return v1::HYDROSTATICS_MODE_NONE;
    default:
      return v1::HYDROSTATICS_MODE_LINEAR;
  }
}

}  // namespace

solver::HydrodynamicGroup build_group(const v1::HydrodynamicGroup& message, const std::string& path,
                                      const DatabaseLookup& databases,
                                      FieldViolations& violations) {
  refuse_what_later_versions_bring(message, path, violations);
  solver::HydrodynamicGroup group;
  const std::size_t before = violations.count();
  MessageReader::read(message, path, group, violations);
  find_database(message, path, databases, group, violations);
  find_meshes(path, databases, group, violations);
  group.hydrostatics = hydrostatics_mode(message.hydrostatics().mode());
  if (group.coefficients) leave_out_database(message, path, group, violations);
  if (group.database && group.has_database())
    find_database_bodies(message, path, group, violations);
  const bool bodies_found = group.database && group.has_database() && violations.count() == before;
  if (bodies_found && !group.bodies.empty()) select_named_bodies(group, path, violations);
  if (message.added_mass().coriolis() == v1::MUNK_MOMENT_UNSPECIFIED) {
    group.coriolis = default_coriolis(group.frame);
  }
  return group;
}

void complete_group(solver::HydrodynamicGroup& group, v1::HydrodynamicGroup& message) {
  MessageWriter::write(group, message);
  // Options without effect are omitted, so that models from older versions remain unchanged.
  if (!group.second_order.acts()) message.clear_second_order();
  if (!group.froude_krylov.is_nonlinear()) message.clear_froude_krylov();
  if (!group.forward_speed.acts()) message.clear_forward_speed();
  for (std::size_t i = 0; i < group.bodies.size(); ++i) {
    const solver::GroupBody& member = group.bodies[i];
    v1::DatabaseBody& body = *message.mutable_bodies(static_cast<int>(i));
    if (!member.hydrostatics) body.clear_hydrostatics();
    if (!member.froude_krylov && !member.stretching) body.clear_froude_krylov();
    if (!group.has_database()) continue;
    const auto place = static_cast<std::size_t>(member.database_body);
    body.set_database_body(group.database->bodies[place].name);
  }
  message.mutable_hydrostatics()->set_mode(hydrostatics_mode_to_proto(group.hydrostatics));
}

solver::AddedMassInteraction build_interaction(const v1::AddedMassInteraction& message,
                                               const std::string& path,
                                               FieldViolations& violations) {
  solver::AddedMassInteraction interaction;
  MessageReader::read(message, path, interaction, violations);
  if (message.coriolis() == v1::MUNK_MOMENT_UNSPECIFIED) {
    interaction.coriolis = default_coriolis(interaction.frame);
  }
  return interaction;
}

void complete_interaction(solver::AddedMassInteraction& interaction,
                          v1::AddedMassInteraction& message) {
  MessageWriter::write(interaction, message);
  if (!interaction.body2.empty()) return;
  message.clear_body2_block();
  message.clear_off_diagonal_block();
}

}  // namespace raftup::server
