#include "server/model/hydrodynamics_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "hydro/database/select_bodies.hpp"
#include "hydro/error.hpp"
#include "server/base/service_error.hpp"
#include "server/model/shapes.hpp"

namespace raftup::server {

namespace {

using solver::AddedMassCoriolis;
using solver::GroupBody;
using solver::HydroFrame;

HydroFrame frame_from_proto(v1::HydroFrame frame) {
  switch (frame) {
    case v1::HYDRO_FRAME_BODY:
      return HydroFrame::kBody;
    case v1::HYDRO_FRAME_WORLD:
      return HydroFrame::kWorld;
    case v1::HYDRO_FRAME_FIRST_BODY:
      return HydroFrame::kFirstBody;
    default:
      return HydroFrame::kHeading;
  }
}

solver::AddedMassMode mode_from_proto(v1::AddedMassMode mode) {
  return mode == v1::ADDED_MASS_MODE_LUMPED ? solver::AddedMassMode::kLumped
                                            : solver::AddedMassMode::kCoupled;
}

v1::AddedMassMode mode_to_proto(solver::AddedMassMode mode) {
  return mode == solver::AddedMassMode::kLumped ? v1::ADDED_MASS_MODE_LUMPED
                                                : v1::ADDED_MASS_MODE_COUPLED;
}

v1::HydroFrame frame_to_proto(HydroFrame frame) {
  switch (frame) {
    case HydroFrame::kBody:
      return v1::HYDRO_FRAME_BODY;
    case HydroFrame::kWorld:
      return v1::HYDRO_FRAME_WORLD;
    case HydroFrame::kFirstBody:
      return v1::HYDRO_FRAME_FIRST_BODY;
    case HydroFrame::kHeading:
      break;
  }
  return v1::HYDRO_FRAME_HEADING;
}

/// Default: off, as linear seakeeping theory has it, but full in the body frame.
AddedMassCoriolis coriolis_from_proto(v1::MunkMoment coriolis, HydroFrame frame) {
  switch (coriolis) {
    case v1::MUNK_MOMENT_OFF:
      return AddedMassCoriolis::kOff;
    case v1::MUNK_MOMENT_YAW:
      return AddedMassCoriolis::kMunkYaw;
    case v1::MUNK_MOMENT_FULL:
      return AddedMassCoriolis::kFull;
    default:
      return frame == HydroFrame::kBody ? AddedMassCoriolis::kFull : AddedMassCoriolis::kOff;
  }
}

v1::MunkMoment coriolis_to_proto(AddedMassCoriolis coriolis) {
  switch (coriolis) {
    case AddedMassCoriolis::kMunkYaw:
      return v1::MUNK_MOMENT_YAW;
    case AddedMassCoriolis::kFull:
      return v1::MUNK_MOMENT_FULL;
    case AddedMassCoriolis::kOff:
      break;
  }
  return v1::MUNK_MOMENT_OFF;
}

hydro::RadiationOptions radiation_options(const v1::HydrodynamicGroup& group,
                                          const std::string& path, Violations& violations) {
  const v1::Radiation& radiation = group.radiation();
  hydro::RadiationOptions options;
  switch (radiation.memory()) {
    case v1::RADIATION_MEMORY_CONVOLUTION:
      options.form = hydro::RadiationForm::kConvolution;
      break;
    case v1::RADIATION_MEMORY_STATE_SPACE:
      options.form = hydro::RadiationForm::kStateSpace;
      break;
    case v1::RADIATION_MEMORY_NONE:
      options.form = hydro::RadiationForm::kNone;
      break;
    case v1::RADIATION_MEMORY_PARTITIONED:
      options.form = hydro::RadiationForm::kPartitioned;
      break;
    default:
      break;
  }
  if (radiation.has_kernel_step()) violations.add(path + ".kernel_step", kNotInThisVersion);
  if (radiation.has_kernel_duration()) options.kernel_duration = radiation.kernel_duration();
  if (radiation.has_tolerance()) options.tolerance = radiation.tolerance();
  if (radiation.data() == v1::RADIATION_DATA_AS_FILED) {
    options.data = hydro::RadiationData::kAsFiled;
  }
  if (group.has_body_interaction()) options.body_interaction = group.body_interaction();
  return options;
}

/// Place in the file of what a model calls a database body, or none.
std::optional<Eigen::Index> place_in_database(const hydro::Database& database,
                                              const std::string& name) {
  for (std::size_t i = 0; i < database.bodies.size(); ++i) {
    if (name == database.bodies[i].name || name == fmt::format("body{}", i + 1)) {
      return static_cast<Eigen::Index>(i);
    }
  }
  return std::nullopt;
}

std::string names_in(const hydro::Database& database) {
  std::string names;
  for (const auto& body : database.bodies) names += (names.empty() ? "" : ", ") + body.name;
  return names;
}

/// Default of database_body: the body's own name if the file has it, else its place in the order.
Eigen::Index database_body(const hydro::Database& database, const v1::DatabaseBody& body, int order,
                           const std::string& path, Violations& violations) {
  if (body.database_body().empty()) {
    if (const auto named = place_in_database(database, body.body())) return *named;
    violations.expect(order < database.body_count(), path + ".database_body",
                      "must be given: the database has only " + names_in(database), body.body());
    return order;
  }
  if (const auto named = place_in_database(database, body.database_body())) return *named;
  violations.add(path + ".database_body", "must be one of " + names_in(database),
                 body.database_body());
  return order;
}

std::shared_ptr<const hydro::Database> find_database(const v1::HydrodynamicGroup& group,
                                                     const std::string& path,
                                                     const DatabaseLookup& databases,
                                                     Violations& violations) {
  if (!violations.expect(!group.database().empty(), path + ".database", "must be given")) {
    return nullptr;
  }
  try {
    return databases(group.database());
  } catch (const Error& error) {
    violations.add(path + ".database", error.what(), group.database());
  } catch (const ServiceError& error) {
    if (error.reason() != Reason::kNotFound) throw;
    violations.add(path + ".database", error.what(), group.database());
  }
  return nullptr;
}

/// Keeps only the bodies that the model names, in the file's order, so that every group of the same
/// bodies shares one radiation fit whatever order the model has.
void select_named_bodies(solver::HydrodynamicGroup& group, const std::string& path,
                         Violations& violations) {
  std::vector<Eigen::Index> places;
  for (const auto& body : group.bodies) places.push_back(body.database_body);
  std::sort(places.begin(), places.end());
  const auto twice = std::adjacent_find(places.begin(), places.end());
  if (twice != places.end()) {
    violations.add(path + ".bodies", "must name each body of the database once",
                   group.database->bodies[static_cast<std::size_t>(*twice)].name);
    return;
  }
  if (static_cast<Eigen::Index>(places.size()) == group.database->body_count()) return;
  group.database =
      std::make_shared<const hydro::Database>(hydro::select_bodies(*group.database, places));
  for (auto& body : group.bodies) {
    body.database_body =
        std::lower_bound(places.begin(), places.end(), body.database_body) - places.begin();
  }
}

void add_bodies(const v1::HydrodynamicGroup& message, const std::string& path,
                solver::HydrodynamicGroup& group, Violations& violations) {
  for (int i = 0; i < message.bodies_size(); ++i) {
    const v1::DatabaseBody& body = message.bodies(i);
    const std::string body_path = fmt::format("{}.bodies[{}]", path, i);
    GroupBody& built = group.bodies.emplace_back();
    built.body = body.body();
    built.linear_damping =
        matrix6(body.linear_damping(), true, body_path + ".linear_damping", violations);
    built.quadratic_damping =
        matrix6(body.quadratic_damping(), true, body_path + ".quadratic_damping", violations);
    if (!group.database) continue;
    built.database_body = database_body(*group.database, body, i, body_path, violations);
  }
}

void refuse_what_later_versions_bring(const v1::HydrodynamicGroup& group, const std::string& path,
                                      Violations& violations) {
  violations.expect(group.hydrostatics().mode() != v1::HYDROSTATICS_MODE_NONLINEAR,
                    path + ".hydrostatics.mode", kNotInThisVersion, "nonlinear");
  violations.expect(group.hydrostatics().mesh().empty(), path + ".hydrostatics.mesh",
                    kNotInThisVersion, group.hydrostatics().mesh());
}

}  // namespace

v1::RadiationMemory radiation_form_to_proto(hydro::RadiationForm form) {
  switch (form) {
    case hydro::RadiationForm::kConvolution:
      return v1::RADIATION_MEMORY_CONVOLUTION;
    case hydro::RadiationForm::kPartitioned:
      return v1::RADIATION_MEMORY_PARTITIONED;
    case hydro::RadiationForm::kStateSpace:
      return v1::RADIATION_MEMORY_STATE_SPACE;
    case hydro::RadiationForm::kNone:
      return v1::RADIATION_MEMORY_NONE;
    case hydro::RadiationForm::kAuto:
      break;
  }
  return v1::RADIATION_MEMORY_AUTO;
}

solver::HydrodynamicGroup build_group(const v1::HydrodynamicGroup& message, const std::string& path,
                                      const DatabaseLookup& databases, Violations& violations) {
  refuse_what_later_versions_bring(message, path, violations);
  solver::HydrodynamicGroup group;
  group.name = message.name();
  group.database = find_database(message, path, databases, violations);
  const std::size_t before = violations.count();
  add_bodies(message, path, group, violations);
  const bool bodies_found = group.database && violations.count() == before;
  if (bodies_found && !group.bodies.empty()) select_named_bodies(group, path, violations);
  group.origin = vector2(message.origin(), path + ".origin", violations).value_or(Vector2::Zero());
  group.heading = radians(message.heading_deg());
  const auto& added_mass = message.added_mass();
  group.frame = frame_from_proto(added_mass.frame());
  group.coriolis = coriolis_from_proto(added_mass.coriolis(), group.frame);
  group.mode = mode_from_proto(added_mass.mode());
  if (added_mass.has_lumped_factor()) group.lumped_factor = added_mass.lumped_factor();
  if (added_mass.has_frequency()) group.added_mass_frequency = added_mass.frequency();
  group.radiation = radiation_options(message, path + ".radiation", violations);
  const auto& excitation = message.excitation();
  group.excitation_enabled = !excitation.has_enabled() || excitation.enabled();
  group.excitation.at_body_position =
      !excitation.has_at_body_position() || excitation.at_body_position();
  group.hydrostatics = message.hydrostatics().mode() != v1::HYDROSTATICS_MODE_NONE;
  group.allow_asymmetric = message.allow_asymmetric();
  return group;
}

void complete_group(const solver::HydrodynamicGroup& group, v1::HydrodynamicGroup& message) {
  for (std::size_t i = 0; i < group.bodies.size(); ++i) {
    auto& body = *message.mutable_bodies(static_cast<int>(i));
    const auto place = static_cast<std::size_t>(group.bodies[i].database_body);
    body.set_database_body(group.database->bodies[place].name);
    set_matrix(*body.mutable_linear_damping(), group.bodies[i].linear_damping);
    set_matrix(*body.mutable_quadratic_damping(), group.bodies[i].quadratic_damping);
  }
  set_numbers(*message.mutable_origin(), group.origin);
  auto& added_mass = *message.mutable_added_mass();
  added_mass.set_mode(mode_to_proto(group.mode));
  added_mass.set_lumped_factor(group.lumped_factor);
  added_mass.set_frame(frame_to_proto(group.frame));
  added_mass.set_coriolis(coriolis_to_proto(group.coriolis));
  auto& radiation = *message.mutable_radiation();
  radiation.set_memory(radiation_form_to_proto(group.radiation.form));
  radiation.set_tolerance(group.radiation.tolerance);
  radiation.set_data(group.radiation.data == hydro::RadiationData::kAsFiled
                         ? v1::RADIATION_DATA_AS_FILED
                         : v1::RADIATION_DATA_REPAIRED);
  message.mutable_excitation()->set_enabled(group.excitation_enabled);
  message.mutable_excitation()->set_at_body_position(group.excitation.at_body_position);
  message.mutable_hydrostatics()->set_mode(group.hydrostatics ? v1::HYDROSTATICS_MODE_LINEAR
                                                              : v1::HYDROSTATICS_MODE_NONE);
  message.set_body_interaction(group.radiation.body_interaction);
}

solver::AddedMassInteraction build_interaction(const v1::AddedMassInteraction& message,
                                               const std::string& path, Violations& violations) {
  solver::AddedMassInteraction interaction;
  interaction.name = message.name();
  interaction.body1 = message.body1();
  interaction.body2 = message.body2();
  interaction.blocks.body1 =
      matrix6(message.body1_block(), false, path + ".body1_block", violations);
  interaction.blocks.body2 =
      matrix6(message.body2_block(), false, path + ".body2_block", violations);
  interaction.blocks.off_diagonal =
      matrix6(message.off_diagonal_block(), false, path + ".off_diagonal_block", violations);
  interaction.frame = frame_from_proto(message.frame());
  interaction.coriolis = coriolis_from_proto(message.coriolis(), interaction.frame);
  interaction.mode = mode_from_proto(message.mode());
  if (message.has_lumped_factor()) interaction.lumped_factor = message.lumped_factor();
  interaction.enabled = !message.has_enabled() || message.enabled();
  return interaction;
}

void complete_interaction(const solver::AddedMassInteraction& interaction,
                          v1::AddedMassInteraction& message) {
  set_matrix(*message.mutable_body1_block(), interaction.blocks.body1);
  if (!interaction.body2.empty()) {
    set_matrix(*message.mutable_body2_block(), interaction.blocks.body2);
    set_matrix(*message.mutable_off_diagonal_block(), interaction.blocks.off_diagonal);
  }
  message.set_frame(frame_to_proto(interaction.frame));
  message.set_coriolis(coriolis_to_proto(interaction.coriolis));
  message.set_mode(mode_to_proto(interaction.mode));
  message.set_lumped_factor(interaction.lumped_factor);
  message.set_enabled(interaction.enabled);
}

}  // namespace raftup::server
