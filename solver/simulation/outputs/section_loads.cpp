#include "solver/simulation/outputs/section_loads.hpp"

#include <algorithm>
#include <utility>

#include "solver/joints/joint_reaction.hpp"
#include "solver/loads/hydrodynamics/radiated_waves.hpp"
#include "solver/model/bodies/mass_distribution.hpp"
#include "solver/model/loads/load_description.hpp"
#include "solver/water/groups/section_places.hpp"

namespace raftup::solver {

namespace {

using Eigen::Index;

/// Returns the rate of momentum of a rigid part of a body about the center of mass of the body,
/// minus its weight, in body axes [N, N m]: d(M v)/dt - M [g; 0].
/// @param mass M of the part about that center, body axes
Vector6 inertia_and_weight(const Matrix6& mass, const BodyKinematics& body,
                           const Vector6& acceleration, const Vector3& gravity) {
  const Matrix3 to_body = body.rotation.transpose();
  Vector6 velocity, rate;
  velocity << to_body * body.velocity.head<3>(), to_body * body.velocity.tail<3>();
  const Vector3 v = velocity.head<3>(), omega = velocity.tail<3>();
  rate << to_body * (acceleration.head<3>() - gravity) - omega.cross(v),
      to_body * acceleration.tail<3>();
  const Vector6 momentum = mass * velocity;
  const Vector3 p = momentum.head<3>(), l = momentum.tail<3>();
  Vector6 result = mass * rate;
  result.head<3>() += omega.cross(p);
  result.tail<3>() += omega.cross(l) + v.cross(p);
  return result;
}

}  // namespace

SectionLoads::SectionLoads(const Model& model, const LoadSet::Places& places) : model_(model) {
  for (std::size_t i = 0; i < model.hydrodynamics.size(); ++i) {
    if (!sections_of(model, model.hydrodynamics[i]).empty()) add_group(i, places);
  }
}

void SectionLoads::add_group(std::size_t index, const LoadSet::Places& places) {
  const HydrodynamicGroup& description = model_.hydrodynamics[index];
  const hydro::Database& database = *description.database;
  Group& group = groups_.emplace_back();
  group.place = places.groups[index];
  group.radiation = make_section_radiation(model_, description);
  for (const std::size_t i : members_in_database_order(description)) {
    group.bodies.push_back(find_body(model_, description.bodies[i].body));
  }
  // Files say their forces with their own density and gravity.
  const double scale =
      model_.water_density * model_.gravity / (database.water_density * database.gravity);
  std::vector<hydro::Database> rows_in_place;
  const std::vector<SectionPlace> found = sections_of(model_, description);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const hydro::SectionRows& rows = database.sections[found[i].rows];
    const RigidBody& body = model_.bodies[found[i].body];
    const HullSection& section = body.sections[found[i].section];
    const std::size_t layer = found[i].section;
    while (rows_in_place.size() <= layer) rows_in_place.push_back(database);
    hydro::Database& in_place = rows_in_place[layer];
    for (std::size_t h = 0; h < in_place.excitation.values.size(); ++h) {
      in_place.excitation.values[h].middleRows<kDofs>(kDofs * rows.body) = rows.excitation[h];
    }
    // The excitation of very long waves is the stiffness in heave.
    in_place.bodies[static_cast<std::size_t>(rows.body)].hydrostatic_stiffness =
        rows.hydrostatic_stiffness;
    const auto member = std::find_if(description.bodies.begin(), description.bodies.end(),
                                     [&](const GroupBody& of) { return of.body == body.name; });
    const Pose pose =
        rest_pose(description, static_cast<std::size_t>(member - description.bodies.begin()),
                  body.center_of_mass);
    const RestPose rest(pose, body.center_of_mass);
    sections_.push_back(
        {found[i].body, found[i].section, groups_.size() - 1, i, layer,
         Vector3(section.x, section.y, section.z) - body.center_of_mass,
         mass_matrix_ahead(body, section.x), scale * rows.still_water_force,
         hydro::LinearHydrostatics(rows.hydrostatic_stiffness, rest.center(), 0.0, Vector3::Zero()),
         modes_of_section(model_, body, section, rows)});
  }
  add_excitation(description, std::move(rows_in_place), places, group);
}

SectionLoads::Modes SectionLoads::modes_of_section(const Model& model, const RigidBody& body,
                                                   const HullSection& section,
                                                   const hydro::SectionRows& rows) {
  const std::optional<ModesOfBody> of = modes_of(model, body);
  if (!of || of->modes.empty()) return {};
  const std::vector<Index> modes(of->modes.begin(), of->modes.end());
  const hydro::GeneralisedModes& filed = model.hydrodynamics[of->group].database->modes;
  Modes result{mode_places(model, body),
               filed.rigid_mass(modes, Eigen::all).transpose(),
               {},
               rows.mode_stiffness(Eigen::all, modes)};
  result.mass = mode_mass_ahead(body, section.x, result.whole_mass, [&](const Vector3& point) {
    return mode_shapes_at(model, body, point);
  });
  return result;
}

Vector6 SectionLoads::mode_forces(const Section& section, const StepStart& start) const {
  const Modes& modes = section.modes;
  const auto count = static_cast<Index>(modes.places.size());
  VectorXd q(count), acceleration(count);
  for (Index i = 0; i < count; ++i) {
    const auto& [carrier, axis] = modes.places[static_cast<std::size_t>(i)];
    q[i] = start.bodies[carrier].position[axis];
    acceleration[i] = start.accelerations[carrier][axis];
  }
  Vector6 sum = modes.mass * acceleration + modes.stiffness * q;
  // The weight goes with the mass, so that it turns about the center of mass.
  const Vector6 shifted = modes.mass * q;
  sum[3] += model_.gravity * shifted[1];
  sum[4] -= model_.gravity * shifted[0];
  return sum;
}

void SectionLoads::add_excitation(const HydrodynamicGroup& description,
                                  std::vector<hydro::Database> databases,
                                  const LoadSet::Places& places, Group& group) const {
  for (hydro::Database& database : databases) {
    HydrodynamicGroup of = description;
    of.database = std::make_shared<const hydro::Database>(std::move(database));
    group.excitation.push_back(
        std::make_unique<ExcitationForce>(model_, of, GroupPoses(model_, of, places.bodies)));
  }
}

Vector6 SectionLoads::radiation_force(const Section& section, const StepStart& start,
                                      const State& state) const {
  const Group& group = groups_[section.group];
  const hydro::SectionRadiation::Rows& rows = group.radiation->rows(section.radiation);
  Vector6 on_body = start.bodies[section.body].heading.from_world(
      start.forces.radiation[section.body] + start.added_mass_forces[section.body]);
  for (std::size_t i = 0; i < section.modes.places.size(); ++i) {  // the structure is no water
    const auto& [carrier, axis] = section.modes.places[i];
    on_body +=
        section.modes.whole_mass.col(static_cast<Index>(i)) * start.accelerations[carrier][axis];
  }
  VectorXd accelerations(first_dof(group.bodies.size()));
  for (std::size_t i = 0; i < group.bodies.size(); ++i) {
    const std::size_t body = group.bodies[i];
    accelerations.segment<kDofs>(first_dof(i)) =
        start.bodies[body].heading.from_world(start.accelerations[body]);
  }
  const std::size_t place =
      RadiatedWaves::place_of(RadiatedWaves::Use::kSections, group.place, state);
  return rows.share.cwiseProduct(on_body) - rows.added_mass * accelerations -
         group.radiation->remaining_memory(state.field_memories[place], section.radiation);
}

Vector6 SectionLoads::excitation_force(const Section& section, const StepStart& start,
                                       const State& state) {
  ExcitationForce& excitation = *groups_[section.group].excitation[section.excitation];
  const StageTime at{hydro::Stage::kStart, start.times.start, start.times.start};
  Forces forces(start.bodies.size());
  forces.set_zero();
  excitation.prepare(start.times, state, start.bodies);
  excitation.add({at, state}, start.bodies, forces);
  return start.bodies[section.body].heading.from_world(forces.excitation[section.body]);
}

Vector6 SectionLoads::water_force(const Section& section, const StepStart& start,
                                  const State& state) {
  const BodyKinematics& body = start.bodies[section.body];
  return section.buoyancy +
         section.hydrostatics.force(body.position, body.attitude, body.heading.angle()) +
         radiation_force(section, start, state) + excitation_force(section, start, state);
}

Vector6 SectionLoads::point_forces(const Section& section, const MultibodySystem& system,
                                   const StepStart& start, const State& state) const {
  const StageTime at{hydro::Stage::kStart, start.times.start, start.times.start};
  const RigidBody& body = model_.bodies[section.body];
  Forces forces(start.bodies.size());
  forces.set_zero();
  for (std::size_t i = 0; i < model_.loads.size(); ++i) {
    const std::vector<std::string> named = bodies_of(model_.loads[i]);
    if (std::find(named.begin(), named.end(), body.name) == named.end()) continue;
    const auto point = model_.loads[i].description().point_on(body.name);
    if (!point || !is_ahead(section, *point - body.center_of_mass)) continue;
    system.loads.add_load(i, {at, state}, start.bodies, forces);
  }
  Vector6 sum = forces.total[section.body];
  const ConstraintSet& constraints = system.constraints;
  for (std::size_t i = 0; i < constraints.joints().size(); ++i) {
    const JointConstraint& joint = constraints.joints()[i];
    const JointMotion motion = joint.motion(start.bodies);
    const std::span multipliers(start.multipliers.data() + constraints.first_row(i),
                                constraints.states().initial()[i].multipliers.size());
    for (const std::size_t side : {0U, 1U}) {
      if (joint.bodies()[side] != section.body) continue;
      const Matrix3 to_body = start.bodies[section.body].rotation.transpose();
      if (!is_ahead(section, to_body * motion.side[side].arm)) continue;
      sum += joint_wrench(joint, side, start.bodies, constraints.states().conditions(i),
                          multipliers, ReactionOf::kHeldDofsAndDrives, TorqueAbout::kCenterOfMass);
    }
  }
  return sum;
}

Vector6 SectionLoads::read(std::size_t body, std::size_t section, const MultibodySystem& system,
                           const StepStart& start, const State& state) {
  const auto found = std::find_if(sections_.begin(), sections_.end(), [&](const Section& one) {
    return one.body == body && one.section == section;
  });
  const BodyKinematics& at = start.bodies[body];
  const Vector6 outside = at.heading.to_world(water_force(*found, start, state)) +
                          point_forces(*found, system, start, state);
  const Matrix3 to_body = at.rotation.transpose();
  Vector6 R = inertia_and_weight(found->mass, at, start.accelerations[body],
                                 gravity_at(model_, model_.bodies[body], at.position));
  if (!found->modes.places.empty()) {
    const Vector6 of_modes = at.heading.to_world(mode_forces(*found, start));
    R.head<3>() += to_body * of_modes.head<3>();
    R.tail<3>() += to_body * of_modes.tail<3>();
  }
  R.head<3>() -= to_body * outside.head<3>();
  R.tail<3>() -= to_body * outside.tail<3>();
  const Vector3 force = R.head<3>();
  R.tail<3>() -= found->point.cross(force);
  R[4] = -R[4];
  return R;
}

}  // namespace raftup::solver
