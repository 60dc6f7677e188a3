#include "solver/water/groups/probed_points.hpp"

#include <algorithm>

namespace raftup::solver {

namespace {

const GroupBody* member_of(const HydrodynamicGroup& group, const std::string& body) {
  const auto found = std::find_if(group.bodies.begin(), group.bodies.end(),
                                  [&](const GroupBody& member) { return member.body == body; });
  return found == group.bodies.end() ? nullptr : &*found;
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

std::shared_ptr<const hydro::ElevationMemory> make_elevation_memory(
    const Model& model, const HydrodynamicGroup& group) {
  std::vector<std::size_t> points;
  for (const ProbedPoint& probed : probed_points(model, group)) points.push_back(probed.point);
  if (points.empty()) return nullptr;
  const double step = 1e-9 * static_cast<double>(model.step_ns);
  return std::make_shared<const hydro::ElevationMemory>(*group.database, points, step);
}

}  // namespace raftup::solver
