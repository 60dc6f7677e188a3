#include "solver/water/groups/probed_points.hpp"

#include <algorithm>
#include <utility>

namespace raftup::solver {

namespace {

const GroupBody* member_of(const HydrodynamicGroup& group, const std::string& body) {
  const auto found = std::find_if(group.bodies.begin(), group.bodies.end(),
                                  [&](const GroupBody& member) { return member.body == body; });
  return found == group.bodies.end() ? nullptr : &*found;
}

/// Returns a group whose database has elevations per meter of wave amplitude in the place of X [m/m
/// in the place of N/m]. There are no elevations yet.
HydrodynamicGroup without_excitation(const HydrodynamicGroup& group) {
  HydrodynamicGroup scattering = group;
  auto database = std::make_shared<hydro::Database>(*group.database);
  for (MatrixXcd& force : database->excitation.values) force.setZero();
  // Very long waves are not diffracted. Their excitation would be the stiffness in heave.
  for (hydro::DatabaseBody& body : database->bodies) body.hydrostatic_stiffness.setZero();
  scattering.database = std::move(database);
  scattering.froude_krylov = {};
  for (GroupBody& body : scattering.bodies) body.froude_krylov = FroudeKrylovMode::kLinear;
  return scattering;
}

}  // namespace

std::optional<std::size_t> group_of_body(const Model& model, const std::string& body) {
  for (std::size_t i = 0; i < model.hydrodynamics.size(); ++i) {
    if (member_of(model.hydrodynamics[i], body) != nullptr) return i;
  }
  return {};
}

std::optional<Vector3> probe_at_rest(const Model& model, const HydrodynamicGroup& group,
                                     const Probe& probe) {
  const GroupBody* const member = member_of(group, probe.body);
  if (member == nullptr || group.database == nullptr || !has_body(model, probe.body)) return {};
  if (member->database_body < 0 || member->database_body >= group.database->body_count()) return {};
  const auto place = static_cast<std::size_t>(member->database_body);
  const RigidBody& body = model.bodies[find_body(model, probe.body)];
  return group.database->bodies[place].center_of_gravity + probe.point - body.center_of_mass;
}

std::optional<std::size_t> field_point_of(const Model& model, const HydrodynamicGroup& group,
                                          const Probe& probe) {
  const std::optional<Vector3> place = probe_at_rest(model, group, probe);
  if (!place) return {};
  const Eigen::Index body = member_of(group, probe.body)->database_body;
  const std::vector<hydro::WaveField::Point>& points = group.database->field.points;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double distance = (points[i].position - *place).head<2>().norm();
    if (points[i].body == body && distance <= kSameFieldPoint) return i;
  }
  return {};
}

std::vector<ProbedPoint> probed_points(const Model& model, const HydrodynamicGroup& group) {
  std::vector<ProbedPoint> found;
  for (std::size_t i = 0; i < model.probes.size(); ++i) {
    const Probe& probe = model.probes[i];
    if (!probe.disturbed) continue;
    if (const auto point = field_point_of(model, group, probe)) found.push_back({i, *point});
  }
  return found;
}

DiffractingGroups diffracting_groups(const HydrodynamicGroup& group,
                                     const std::vector<ProbedPoint>& probed) {
  using Eigen::Index;
  const hydro::WaveField& field = group.database->field;
  const HydrodynamicGroup scattering = without_excitation(group);
  std::vector<hydro::Database> databases;
  std::vector<Index> counts(static_cast<std::size_t>(group.database->body_count()), 0);
  DiffractingGroups found;
  for (const ProbedPoint& each : probed) {
    const Index body = field.points[each.point].body;
    const Index count = counts[static_cast<std::size_t>(body)]++;  // points of each body so far
    const auto index = static_cast<std::size_t>(count / kDofs);
    if (index == databases.size()) databases.push_back(*scattering.database);
    const Index row = kDofs * body + count % kDofs;
    hydro::TransferFunction& excitation = databases[index].excitation;
    for (std::size_t h = 0; h < excitation.values.size(); ++h) {
      excitation.values[h].row(row) = field.diffraction[each.point].row(static_cast<Index>(h));
    }
    found.places.push_back({index, row});
  }
  for (hydro::Database& database : databases) {
    HydrodynamicGroup& of = found.groups.emplace_back(scattering);
    of.database = std::make_shared<const hydro::Database>(std::move(database));
  }
  return found;
}

std::shared_ptr<const hydro::ElevationMemory> make_elevation_memory(
    const Model& model, const HydrodynamicGroup& group) {
  std::vector<std::size_t> points;
  for (const ProbedPoint& probed : probed_points(model, group)) points.push_back(probed.point);
  if (points.empty()) return nullptr;
  const double step = 1e-9 * static_cast<double>(model.step_ns);
  return std::make_shared<const hydro::ElevationMemory>(*group.database, points, step);
}

}  // namespace raftup::solver
