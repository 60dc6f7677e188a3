#include <fmt/format.h>

#include "hydro/excitation/excitation_at_speed.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/model.hpp"
#include "solver/simulation/checks/model_checks.hpp"

namespace raftup::solver {

namespace {

/// Checks that the bodies start at speeds at which the database has their excitation.
void check_speeds_at_start(const Model& model, const HydrodynamicGroup& group,
                           const std::string& path, Violations& violations) {
  if (group.database->excitation_at_speed.empty()) return;
  const VectorXd& speeds = group.database->excitation_at_speed.speeds;
  const double last = speeds[speeds.size() - 1], margin = hydro::kSpeedMargin * last;
  const BodyVectors current = current_at_bodies(model);
  for (const GroupBody& member : group.bodies) {
    if (!has_body(model, member.body)) continue;
    const std::size_t index = find_body(model, member.body);
    const RigidBody& body = model.bodies[index];
    Vector6 velocity = Vector6::Zero();
    velocity.head<3>() = body.linear_velocity;
    if (!current.empty()) velocity -= current[index];
    const Heading heading = heading_of(body.pose.attitude.normalized().toRotationMatrix());
    const double ahead = heading.from_world(velocity)[0];
    violations.require(ahead >= -margin && ahead <= last + margin, path + ".database",
                       fmt::format("must have excitation_force_at_speed at the speed at which '{}' "
                                   "starts, it has 0 to {} m/s",
                                   member.body, last),
                       fmt::format("{:.6g} m/s", ahead));
  }
}

}  // namespace

void check_forward_speed(const Model& model, const HydrodynamicGroup& group,
                         const std::string& path, Violations& violations) {
  const ForwardSpeed& speed = group.forward_speed;
  if (!speed.acts()) {
    violations.require(!speed.low_frequency_cutoff, path + ".forward_speed.low_frequency_cutoff",
                       "must be left out where forward_speed.mode is none",
                       fmt::format("{}", speed.low_frequency_cutoff.value_or(0.0)));
    return;
  }
  const std::string where = "where forward_speed.mode is uniform_flow";
  violations.require(group.frame == HydroFrame::kHeading, path + ".added_mass.frame",
                     fmt::format("must be heading {}", where), std::string(name_of(group.frame)));
  violations.require(group.mode == AddedMassMode::kCoupled, path + ".added_mass.mode",
                     fmt::format("must be coupled {}", where), std::string(name_of(group.mode)));
  violations.require(
      group.coriolis == AddedMassCoriolis::kOff, path + ".added_mass.coriolis",
      fmt::format("must be off {}, which includes the Munk moment of forward speed", where),
      std::string(name_of(group.coriolis)));
  violations.require(group.family == nullptr, path + ".configurations",
                     fmt::format("must be left out {}", where), "a family of databases");
  violations.require(
      group.radiation.form != hydro::RadiationForm::kConstant, path + ".radiation.memory",
      fmt::format("must have a memory {}: the damping of one frequency has no impulse", where),
      "constant");
  check_speeds_at_start(model, group, path, violations);
}

}  // namespace raftup::solver
