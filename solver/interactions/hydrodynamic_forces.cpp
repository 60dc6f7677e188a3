#include "solver/interactions/hydrodynamic_forces.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hydro/numerics/sincos.hpp"
#include "solver/bodies/displacement.hpp"
#include "solver/interactions/body_current.hpp"

namespace raftup::solver {

namespace {

std::vector<hydro::HorizontalPose> rest_poses(const HydrodynamicGroup& group) {
  std::vector<hydro::HorizontalPose> rest;
  for (const std::size_t i : members_in_database_order(group)) {
    const Pose pose = rest_pose(group, i, Vector3::Zero());
    rest.push_back({pose.position.x(), pose.position.y(), group.heading});
  }
  return rest;
}

/// How far a body comes with its velocity. A turn that is no number or larger than a quarter turn
/// is left out: such a motion is not resolved by its steps.
hydro::HorizontalPose change_of_pose(const BodyKinematics& body, double duration) {
  const double turn = duration * heading_rate(body.rotation, body.velocity.tail<3>());
  return {duration * body.velocity.x(), duration * body.velocity.y(),
          std::abs(turn) < 0.25 * kTwoPi ? turn : 0.0};
}

/// Buoyancy and stiffness of a member of a group about its centre of mass, which rests at the
/// database's centre of gravity.
hydro::LinearHydrostatics make_hydrostatics(const Model& model, const hydro::DatabaseBody& data,
                                            const RestPose& rest) {
  const double buoyancy = model.water_density * model.gravity * data.displaced_volume;
  return {data.hydrostatic_stiffness, rest.center(), buoyancy,
          data.center_of_buoyancy - data.center_of_gravity};
}

}  // namespace

bool excitation_is_replaced(const Model& model, const std::string& body) {
  return std::any_of(model.inputs.begin(), model.inputs.end(), [&](const Input& input) {
    const auto* force = std::get_if<ExternalForce>(&input.kind);
    const auto* field = std::get_if<WaveField>(&input.kind);
    return (force != nullptr && force->replaces_excitation && force->body == body) ||
           (field != nullptr && field->replaces_excitation && field->body == body);
  });
}

HydrodynamicForces::HydrodynamicForces(const Model& model, std::size_t group,
                                       std::shared_ptr<const hydro::RadiationMemory> memory)
    : frame_(model.hydrodynamics[group].frame),
      world_frame_(Eigen::AngleAxisd(model.hydrodynamics[group].heading, Vector3::UnitZ())),
      hydrostatics_(model.hydrodynamics[group].hydrostatics),
      at_body_position_(model.hydrodynamics[group].excitation.at_body_position),
      memory_(std::move(memory)),
      excitation_(model, model.hydrodynamics[group], rest_poses(model.hydrodynamics[group])),
      current_(current_at_bodies(model)) {
  const HydrodynamicGroup& description = model.hydrodynamics[group];
  make_members(model, description);
  make_elevations(model, description);
  const Eigen::Index size = first_dof(members_.size());
  tails_ = {VectorXd::Zero(size), VectorXd::Zero(size), VectorXd::Zero(size)};
  for (const hydro::Stage stage :
       {hydro::Stage::kStart, hydro::Stage::kMiddle, hydro::Stage::kEnd}) {
    const RowMajorMatrix& factor = memory_->instantaneous(stage);
    if (!factor.isZero(0.0)) instantaneous_[static_cast<std::size_t>(stage)] = ColumnMatrix(factor);
  }
  poses_.resize(members_.size());
  nu_.setZero(size);
  mu_.setZero(size);
  excitation_force_.setZero(size);
}

void HydrodynamicForces::make_members(const Model& model, const HydrodynamicGroup& group) {
  for (const std::size_t i : members_in_database_order(group)) {
    const GroupBody& member = group.bodies[i];
    const std::size_t body = find_body(model, member.body);
    const Vector3& center_of_mass = model.bodies[body].center_of_mass;
    const RestPose rest(rest_pose(group, i, center_of_mass), center_of_mass);
    const auto& data = group.database->bodies[static_cast<std::size_t>(member.database_body)];
    members_.push_back({body, make_hydrostatics(model, data, rest), member.linear_damping,
                        member.quadratic_damping,
                        !member.linear_damping.isZero(0.0) || !member.quadratic_damping.isZero(0.0),
                        !excitation_is_replaced(model, member.body), rest.heading()});
  }
}

void HydrodynamicForces::make_elevations(const Model& model, const HydrodynamicGroup& group) {
  if (!group.excitation_enabled) return;
  for (std::size_t input = 0; input < model.inputs.size(); ++input) {
    const auto* elevation = std::get_if<WaveElevationInput>(&model.inputs[input].kind);
    if (elevation == nullptr) continue;
    const double step = 1e-9 * static_cast<double>(model.step_ns);
    elevations_.push_back(
        {input, {*group.database, elevation->direction, rest_poses(group), step}});
  }
}

Vector6 HydrodynamicForces::velocity_through_water(const BodyKinematics& body,
                                                   std::size_t index) const {
  return current_.empty() ? body.velocity : Vector6(body.velocity - current_[index]);
}

void HydrodynamicForces::hydro_velocities(const Kinematics& bodies, VectorXd& nu) const {
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const BodyKinematics& body = bodies[members_[i].body];
    nu.segment<6>(first_dof(i)) =
        to_hydro_frame(frame_, world_frame_, body, velocity_through_water(body, members_[i].body));
  }
}

void HydrodynamicForces::prepare(const hydro::MemoryState& state, const StepTimes& times,
                                 const std::vector<InputSeries>& inputs, const Kinematics& bodies) {
  memory_->prepare(state, tails_);
  if (!excitation_.empty()) linearise_excitation(times, inputs, bodies);
}

void HydrodynamicForces::linearise_excitation(const StepTimes& times,
                                              const std::vector<InputSeries>& inputs,
                                              const Kinematics& bodies) {
  motion_.middle = times.middle;
  motion_.half_duration = 0.5 * (times.end - times.start);
  motion_.poses.resize(members_.size());
  motion_.changes.resize(members_.size());
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const BodyKinematics& body = bodies[members_[i].body];
    const hydro::HorizontalPose change = change_of_pose(body, motion_.half_duration);
    motion_.changes[i] = change;
    motion_.poses[i] = {body.position.x() + change.x, body.position.y() + change.y,
                        body.heading.angle() + change.heading};
  }
  excitation_.linearise(motion_, times, inputs);
}

void HydrodynamicForces::add(const StageTime& at, const std::vector<InputSeries>& inputs,
                             const Kinematics& bodies, Forces& forces) {
  add_radiation(at.stage, bodies, forces);
  add_excitation(at.stage, bodies, forces);
  add_streamed_elevation(at.time, inputs, forces);
  add_hydrostatics_and_damping(bodies, forces);
}

void HydrodynamicForces::add_radiation(hydro::Stage stage, const Kinematics& bodies,
                                       Forces& forces) {
  mu_ = stage == hydro::Stage::kStart    ? tails_.start
        : stage == hydro::Stage::kMiddle ? tails_.middle
                                         : tails_.end;
  const ColumnMatrix& instantaneous = instantaneous_[static_cast<std::size_t>(stage)];
  if (instantaneous.cols() > 0) {
    hydro_velocities(bodies, nu_);
    instantaneous.add_product(nu_.data(), mu_.data());
  }
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const std::size_t body = members_[i].body;
    const Vector6 force = from_hydro_frame(frame_, world_frame_, bodies[body],
                                           Vector6(-mu_.segment<6>(first_dof(i))));
    forces.radiation[body] += force;
    forces.total[body] += force;
  }
}

void HydrodynamicForces::add_excitation(hydro::Stage stage, const Kinematics& bodies,
                                        Forces& forces) {
  if (excitation_.empty()) return;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const BodyKinematics& body = bodies[members_[i].body];
    poses_[i] = {body.position.x(), body.position.y(), body.heading.angle()};
  }
  excitation_.check(poses_);
  excitation_.evaluate(stage, poses_, excitation_force_);
  for (std::size_t i = 0; i < members_.size(); ++i) {
    if (!members_[i].excited) continue;
    const std::size_t body = members_[i].body;
    const Heading& heading = at_body_position_ ? bodies[body].heading : members_[i].rest_heading;
    const Vector6 force = heading.to_world(excitation_force_.segment<6>(first_dof(i)));
    forces.excitation[body] += force;
    forces.total[body] += force;
  }
}

void HydrodynamicForces::add_streamed_elevation(double time, const std::vector<InputSeries>& inputs,
                                                Forces& forces) {
  for (const StreamedElevation& elevation : elevations_) {
    const InputSeries& series = inputs[elevation.input];
    const auto eta = [&series](double at) {
      double value = 0.0;
      series.evaluate(at, {&value, 1});
      return value;
    };
    elevation.excitation.evaluate(time, eta, excitation_force_);
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const Member& member = members_[i];
      if (!member.excited) continue;
      const Vector6 force =
          member.rest_heading.to_world(excitation_force_.segment<6>(first_dof(i)));
      forces.excitation[member.body] += force;
      forces.total[member.body] += force;
    }
  }
}

void HydrodynamicForces::add_hydrostatics_and_damping(const Kinematics& bodies,
                                                      Forces& forces) const {
  for (const Member& member : members_) {
    const BodyKinematics& body = bodies[member.body];
    if (hydrostatics_) {
      const Vector6 force = body.heading.to_world(
          member.hydrostatics.force(body.position, body.attitude, body.heading.angle()));
      forces.hydrostatic[member.body] += force;
      forces.total[member.body] += force;
    }
    if (member.damped) {
      const Vector6 nu = body.heading.from_world(velocity_through_water(body, member.body));
      const Vector6 drag =
          member.linear_damping * nu + member.quadratic_damping * nu.cwiseAbs().cwiseProduct(nu);
      forces.total[member.body] -= body.heading.to_world(drag);
    }
  }
}

void HydrodynamicForces::add_jacobian(const Kinematics& bodies, LoadJacobian& jacobian) const {
  for (const Member& member : members_) {
    const BodyKinematics& body = bodies[member.body];
    Matrix6 stiffness = Matrix6::Zero();
    if (hydrostatics_) stiffness = member.hydrostatics.stiffness();
    // d(|nu| nu) = 2 |nu| d(nu), component by component.
    const Vector6 nu = body.heading.from_world(velocity_through_water(body, member.body));
    const Matrix6 damping =
        member.linear_damping + 2.0 * member.quadratic_damping * nu.cwiseAbs().asDiagonal();
    const Matrix3 R = body.heading.rotation();
    jacobian.add(member.body, member.body, turned(stiffness, R), turned(damping, R));
  }
}

double HydrodynamicForces::elevation_look_ahead(std::size_t input) const {
  for (const StreamedElevation& elevation : elevations_) {
    if (elevation.input == input) return elevation.excitation.look_ahead();
  }
  return 0.0;
}

}  // namespace raftup::solver
