#include <fmt/format.h>

#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/wetted_mesh/floating_pose.hpp"
#include "solver/loads/wetted_mesh/wetted_mesh_force.hpp"
#include "solver/simulation/findings/model_findings.hpp"

namespace raftup::solver {

namespace {

constexpr double kNotableVolume = 0.01;  ///< share of the volume in the database

void add_volume_finding(const GroupBody& member, const hydro::DatabaseBody& data, double volume,
                        Findings& findings) {
  const double difference = volume - data.displaced_volume;
  if (std::abs(difference) <= kNotableVolume * data.displaced_volume) return;
  findings.push_back({"mesh_volume", Severity::kWarning,
                      fmt::format("mesh of '{}' at rest should displace what its database says, "
                                  "{:.6g} m3, displaces {:.6g} m3",
                                  member.body, data.displaced_volume, volume),
                      difference});
}

/// Adds the pose at which the hull floats under its own weight. Other loads may hold the body at
/// another pose.
void add_floating_finding(const RigidBody& body, hydro::HullPressure& pressure,
                          const hydro::HullPose& rest, double gravity, Findings& findings) {
  if (!body.gravity || body.motion != Motion::kDynamic) return;
  try {
    const auto found = hydro::find_floating_pose(pressure, rest, body.mass * gravity);
    if (found) {
      findings.push_back(
          {"floating_pose", Severity::kInfo,
           fmt::format("'{}' floats by itself {:+.4g} m above where its database has it, turned by "
                       "{:+.4g} deg about x and {:+.4g} deg about y, and displaces {:.6g} m3",
                       body.name, found->moved[0], found->moved[1] / kRadiansPerDegree,
                       found->moved[2] / kRadiansPerDegree, found->displacement.volume),
           found->moved[0]});
      return;
    }
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kOutOfRange) throw;
  }
  findings.push_back({"floating_pose", Severity::kWarning,
                      fmt::format("'{}' should float by itself, its weight of {:.4g} N sinks it",
                                  body.name, body.mass * gravity),
                      body.mass * gravity});
}

/// Adds a finding if a group has second-order forces and a nonlinear Froude-Krylov force, which
/// contains a part of the second-order forces.
void add_second_order_finding(const HydrodynamicGroup& group, Findings& findings) {
  if (!group.any_nonlinear_froude_krylov() || !group.second_order.acts()) return;
  findings.push_back({"counted_twice", Severity::kWarning,
                      fmt::format("'{}' should not have both froude_krylov.mode nonlinear and "
                                  "second_order.method {}: forces of the second order hold the "
                                  "pressure on the changing wetted surface, too",
                                  group.name, name_of(group.second_order.method)),
                      0.0});
}

}  // namespace

void add_wetted_mesh_findings(const Model& model, Findings& findings) {
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    if (!group.any_hydrostatics(HydrostaticsMode::kNonlinear)) continue;
    add_second_order_finding(group, findings);
    for (const GroupBody& member : group.bodies) {
      if (group.hydrostatics_of(member) != HydrostaticsMode::kNonlinear) continue;
      const auto index = static_cast<std::size_t>(member.database_body);
      const hydro::DatabaseBody& data = group.database->bodies[index];
      for (Finding finding : member.mesh->findings()) {
        finding.message = fmt::format("'{}': {}", member.body, finding.message);
        findings.push_back(finding);
      }
      hydro::HullPressure pressure = hull_pressure(model, group, member);
      const hydro::HullPose rest{data.center_of_gravity, Matrix3::Identity()};
      add_volume_finding(member, data, pressure.displacement(rest).volume, findings);
      add_floating_finding(model.bodies[find_body(model, member.body)], pressure, rest,
                           model.gravity, findings);
    }
  }
}

}  // namespace raftup::solver
