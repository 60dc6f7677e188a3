#include "solver/loads/hydrodynamics/hydrodynamic_forces.hpp"

#include <utility>

#include "hydro/configurations/upright.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

GroupMotion::GroupMotion(const Model& model, const HydrodynamicGroup& group)
    : frame_(group.frame),
      world_frame_(Eigen::AngleAxisd(group.heading, Vector3::UnitZ())),
      current_(model) {
  for (const std::size_t i : members_in_database_order(group)) {
    bodies_.push_back(find_body(model, group.bodies[i].body));
  }
}

Vector6 GroupMotion::velocity_through_water(const Kinematics& bodies, std::size_t member,
                                            double time) const {
  const std::size_t body = bodies_[member];
  const Vector6& velocity = bodies[body].velocity;
  return current_.empty() ? velocity : Vector6(velocity - current_.at(body, time));
}

VectorXd GroupMotion::speeds_ahead(const Kinematics& bodies, double time) const {
  VectorXd speeds(static_cast<Eigen::Index>(bodies_.size()));
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Heading& heading = bodies[bodies_[i]].heading;
    speeds[static_cast<Eigen::Index>(i)] =
        heading.from_world(velocity_through_water(bodies, i, time))[0];
  }
  return speeds;
}

void GroupMotion::hydro_velocities(const Kinematics& bodies, double time, VectorXd& nu) const {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    nu.segment<6>(first_dof(i)) = to_hydro_frame(frame_, world_frame_, bodies[bodies_[i]],
                                                 velocity_through_water(bodies, i, time));
  }
}

Vector6 GroupMotion::from_hydro_frame(const Kinematics& bodies, std::size_t member,
                                      const Vector6& wrench) const {
  return solver::from_hydro_frame(frame_, world_frame_, bodies[bodies_[member]], wrench);
}

void GroupMotion::add_radiation(const Kinematics& bodies, const VectorXd& mu,
                                Forces& forces) const {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Vector6 force = from_hydro_frame(bodies, i, Vector6(-mu.segment<6>(first_dof(i))));
    forces.radiation[bodies_[i]] += force;
    forces.total[bodies_[i]] += force;
  }
}

InstantaneousRadiation::InstantaneousRadiation(const hydro::RadiationMemory& memory) {
  for (const hydro::Stage stage :
       {hydro::Stage::kStart, hydro::Stage::kMiddle, hydro::Stage::kEnd}) {
    const RowMajorMatrix& factor = memory.instantaneous(stage);
    if (!factor.isZero(0.0)) factors_[static_cast<std::size_t>(stage)] = ColumnMatrix(factor);
  }
}

void InstantaneousRadiation::add_product(hydro::Stage stage, const VectorXd& nu,
                                         VectorXd& mu) const {
  if (acts(stage)) factor(stage).add_product(nu.data(), mu.data());
}

RadiationForce::RadiationForce(const GroupMotion& motion,
                               std::shared_ptr<const hydro::RadiationMemory> memory,
                               std::size_t place)
    : motion_(motion), memory_(std::move(memory)), place_(place), instantaneous_(*memory_) {
  const Eigen::Index size = first_dof(motion_.size());
  tails_ = {VectorXd::Zero(size), VectorXd::Zero(size), VectorXd::Zero(size)};
  nu_ = mu_ = end_velocities_ = VectorXd::Zero(size);
}

void RadiationForce::initialize(const Kinematics& bodies, State& state) const {
  VectorXd nu = VectorXd::Zero(memory_->dof_count());
  motion_.hydro_velocities(bodies, 0.0, nu);
  state.radiation[place_] = memory_->initial_state(nu);
}

void RadiationForce::prepare(const StepTimes& /*times*/, const State& state,
                             const Kinematics& /*bodies*/) {
  memory_->prepare(state.radiation[place_], tails_);
}

void RadiationForce::add(const StageConditions& conditions, const Kinematics& bodies,
                         Forces& forces) {
  const hydro::Stage stage = conditions.at.stage;
  mu_ = tails_.at(stage);
  if (instantaneous_.acts(stage)) {
    motion_.hydro_velocities(bodies, conditions.at.time, nu_);
    instantaneous_.add_product(stage, nu_, mu_);
  }
  motion_.add_radiation(bodies, mu_, forces);
}

void RadiationForce::finish(const StageConditions& conditions, const Kinematics& bodies) {
  motion_.hydro_velocities(bodies, conditions.at.time, end_velocities_);
}

void RadiationForce::commit(State& state) noexcept {
  memory_->advance(state.radiation[place_], end_velocities_);
}

namespace {

/// Makes the buoyancy and hydrostatic stiffness of a member of a group about its center of mass.
/// The center of mass rests at the center of gravity in the database.
/// @param attitudes roll, pitch and heading at rest of each body of the database [rad]; empty if
///        all are upright
hydro::LinearHydrostatics make_hydrostatics(const Model& model, const HydrodynamicGroup& group,
                                            std::size_t member, std::size_t body,
                                            const std::vector<Vector3>& attitudes) {
  const Vector3& center_of_mass = model.bodies[body].center_of_mass;
  const RestPose rest(rest_pose(group, member, center_of_mass), center_of_mass);
  const auto index = static_cast<std::size_t>(group.bodies[member].database_body);
  Vector6 turned = Vector6::Zero();
  if (!attitudes.empty()) turned.segment<2>(3) = attitudes[index].head<2>();
  const hydro::DatabaseBody data =
      hydro::as_if_upright(group.database->bodies[index], turned,
                           group.database->water_density * group.database->gravity);
  const double buoyancy = model.water_density * model.gravity * data.displaced_volume;
  return {data.hydrostatic_stiffness, rest.center(), buoyancy,
          data.center_of_buoyancy - data.center_of_gravity};
}

}  // namespace

HydrostaticForce::HydrostaticForce(const Model& model, const HydrodynamicGroup& group,
                                   const std::vector<Vector3>& attitudes) {
  for (const std::size_t i : members_in_database_order(group)) {
    if (group.hydrostatics_of(group.bodies[i]) != HydrostaticsMode::kLinear) continue;
    if (!group.bodies[i].carrier_of.empty()) continue;  // see HydrodynamicGroup::of_modes
    const std::size_t body = find_body(model, group.bodies[i].body);
    members_.push_back({body, make_hydrostatics(model, group, i, body, attitudes)});
  }
}

void HydrostaticForce::add(const StageConditions& /*conditions*/, const Kinematics& bodies,
                           Forces& forces) {
  for (const Member& member : members_) {
    const BodyKinematics& body = bodies[member.body];
    const Vector6 force = body.heading.to_world(
        member.hydrostatics.force(body.position, body.attitude, body.heading.angle()));
    forces.hydrostatic[member.body] += force;
    forces.total[member.body] += force;
  }
}

void HydrostaticForce::add_stiffness(double weight, const Kinematics& bodies,
                                     LoadJacobian& jacobian) const {
  for (const Member& member : members_) {
    const Matrix3 R = bodies[member.body].heading.rotation();
    jacobian.add(member.body, member.body, turned(weight * member.hydrostatics.stiffness(), R),
                 Matrix6::Zero());
  }
}

void HydrostaticForce::add_jacobian(const StageConditions& /*conditions*/, const Kinematics& bodies,
                                    LoadJacobian& jacobian) const {
  add_stiffness(1.0, bodies, jacobian);
}

Potential HydrostaticForce::potential(const StageConditions& /*conditions*/,
                                      const Kinematics& bodies) const {
  Potential sum;
  for (const Member& member : members_) {
    const BodyKinematics& body = bodies[member.body];
    const hydro::LinearHydrostatics& water = member.hydrostatics;
    const Vector6 xi = water.displacement(body.position, body.attitude, body.heading.angle());
    // The axes turn about z with the heading. Velocities are therefore given relative to the axes.
    const Vector3 spin(0.0, 0.0, heading_rate(body.rotation, body.velocity.tail<3>()));
    Vector6 rate = body.heading.from_world(body.velocity);
    rate.head<3>() -= spin.cross(xi.head<3>());
    rate.tail<3>() = rotation_vector_jacobian(xi.tail<3>()) * (rate.tail<3>() - spin);
    const Matrix6& C = water.stiffness();
    const Vector6 slope = 0.5 * (C + C.transpose()) * xi - water.force_at_rest();
    sum += {0.5 * xi.dot(C * xi) - water.force_at_rest().dot(xi), slope.dot(rate)};
  }
  return sum;
}

WaterDamping::WaterDamping(const Model& model, const GroupMotion& motion,
                           const HydrodynamicGroup& group)
    : motion_(motion) {
  for (const std::size_t i : members_in_database_order(group)) {
    const DampingCoefficients damping = damping_coefficients(model, group, group.bodies[i]);
    const bool quadratic = !damping.quadratic.isZero(0.0);
    const bool acts = quadratic || !damping.linear.isZero(0.0) || damping.cubic_roll != 0.0;
    members_.push_back({damping, acts, quadratic});
  }
}

void WaterDamping::add(const StageConditions& conditions, const Kinematics& bodies,
                       Forces& forces) {
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const Member& member = members_[i];
    if (!member.acts) continue;
    const std::size_t body = motion_.body(i);
    const Heading& heading = bodies[body].heading;
    const Vector6 nu =
        heading.from_world(motion_.velocity_through_water(bodies, i, conditions.at.time));
    const DampingCoefficients& damping = member.coefficients;
    Vector6 drag = damping.linear * nu;
    if (member.quadratic_acts) drag += damping.quadratic * nu.cwiseAbs().cwiseProduct(nu);
    if (damping.cubic_roll != 0.0) drag[3] += damping.cubic_roll * nu[3] * nu[3] * nu[3];
    forces.total[body] -= heading.to_world(drag);
  }
}

void WaterDamping::add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                                LoadJacobian& jacobian) const {
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const std::size_t body = motion_.body(i);
    // The derivative of |nu| nu is 2 |nu| for each component.
    const Vector6 nu = bodies[body].heading.from_world(
        motion_.velocity_through_water(bodies, i, conditions.at.time));
    const DampingCoefficients& of = members_[i].coefficients;
    Matrix6 damping = of.linear + 2.0 * of.quadratic * nu.cwiseAbs().asDiagonal();
    if (of.cubic_roll != 0.0) damping(3, 3) += 3.0 * of.cubic_roll * nu[3] * nu[3];
    jacobian.add(body, body, Matrix6::Zero(), turned(damping, bodies[body].heading.rotation()));
  }
}

}  // namespace raftup::solver
