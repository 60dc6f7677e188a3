#include "solver/multibody_system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hydro/error.hpp"
#include "solver/interactions/body_current.hpp"

namespace raftup::solver {

namespace {

Vector6 as_factors(const std::array<bool, 6>& moving) {
  Vector6 factors;
  for (std::size_t dof = 0; dof < 6; ++dof) {
    factors[static_cast<Eigen::Index>(dof)] = moving[dof] ? 1.0 : 0.0;
  }
  return factors;
}

}  // namespace

Kinematics initial_kinematics(const Model& model) {
  Kinematics bodies(model.bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const RigidBody& body = model.bodies[i];
    const Quaternion attitude = body.pose.attitude.normalized();
    bodies[i].place(body.pose.position + attitude * body.center_of_mass, attitude);
    bodies[i].velocity << body.linear_velocity, body.angular_velocity;
  }
  return bodies;
}

MultibodySystem::MultibodySystem(
    const Model& model, std::vector<AddedMass> added_masses,
    std::vector<std::shared_ptr<const hydro::RadiationMemory>> memories)
    : added_masses_(std::move(added_masses)),
      islands_(find_islands(model.bodies.size(), added_masses_)),
      strong_terms_(model),
      acceleration_gains_(model),
      constraints_(model, initial_kinematics(model), islands_),
      kinematic_motions_(model),
      gravity_field_(model.gravity_field),
      current_(current_at_bodies(model)),
      added_forces_(model.bodies.size(), Vector6::Zero()),
      right_side_(model.bodies.size(), Vector6::Zero()),
      solution_(model.bodies.size(), Vector6::Zero()) {
  for (const RigidBody& body : model.bodies) {
    const double weight = body.gravity ? body.mass * model.gravity : 0.0;
    bodies_.push_back({body.name, body.mass, body.inertia, as_factors(moving_dofs(body)),
                       body.motion == Motion::kKinematic, Vector3(0.0, 0.0, -weight),
                       body.gravity});
    has_kinematic_bodies_ = has_kinematic_bodies_ || body.motion == Motion::kKinematic;
  }
  for (const Island& island : islands_) {
    masses_.push_back(make_system_matrix(model.bodies, added_masses_, island));
  }
  for (std::size_t i = 0; i < model.hydrodynamics.size(); ++i) {
    hydrodynamics_.emplace_back(model, i, std::move(memories[i]));
  }
  make_fields(model);
  const Kinematics initial = initial_kinematics(model);
  for (const Load& load : model.loads) {
    force_elements_.push_back(make_force_element(load, model, initial));
  }
  for (std::size_t i = 0; i < model.inputs.size(); ++i) {
    const auto* force = std::get_if<ExternalForce>(&model.inputs[i].kind);
    if (force != nullptr && has_body(model, force->body)) {
      external_forces_.emplace_back(*force, i, model);
    }
    const auto* field = std::get_if<WaveField>(&model.inputs[i].kind);
    if (field != nullptr && has_body(model, field->body)) {
      wave_fields_.emplace_back(*field, i, model);
    }
  }
}

void MultibodySystem::set_added_masses(const std::vector<RigidBody>& bodies,
                                       std::vector<AddedMass> added_masses) {
  added_masses_ = std::move(added_masses);
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    masses_[i] = make_system_matrix(bodies, added_masses_, islands_[i]);
  }
}

bool MultibodySystem::has_streamed_waves() const {
  return std::any_of(hydrodynamics_.begin(), hydrodynamics_.end(),
                     [](const HydrodynamicForces& group) { return group.has_streamed_waves(); });
}

bool MultibodySystem::has_lumped_added_mass() const {
  return std::any_of(added_masses_.begin(), added_masses_.end(),
                     [](const AddedMass& added_mass) { return added_mass.is_lumped(); });
}

void MultibodySystem::make_fields(const Model& model) {
  for (const ForceFieldUse& use : model.force_fields) {
    for (std::size_t i = 0; i < model.bodies.size(); ++i) {
      const RigidBody& body = model.bodies[i];
      const bool selected = use.bodies.empty() || std::find(use.bodies.begin(), use.bodies.end(),
                                                            body.name) != use.bodies.end();
      if (selected) fields_.push_back({use.field, i, body});
    }
  }
}

void MultibodySystem::add_weights(const Kinematics& bodies, BodyVectors& wrenches) const {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (gravity_field_ == nullptr) {
      wrenches[i].head<3>() += bodies_[i].weight;
    } else if (bodies_[i].weighs) {
      wrenches[i].head<3>() += bodies_[i].mass * gravity_field_->acceleration(bodies[i].position);
    }
  }
}

Vector3 MultibodySystem::angular_momentum(std::size_t body, const BodyKinematics& at) const {
  const Vector3 omega = at.velocity.tail<3>();
  return at.rotation * (bodies_[body].inertia * (at.rotation.transpose() * omega));
}

void MultibodySystem::compute_momenta(Kinematics& bodies) {
  BodyVectors velocities(bodies.size());
  BodyVectors momenta(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    velocities[i] = bodies[i].velocity;
    momenta[i] << bodies_[i].mass * velocities[i].head<3>(), angular_momentum(i, bodies[i]);
  }
  for (AddedMass& added_mass : added_masses_) {
    added_mass.add_product(bodies, velocities, 1.0, momenta);
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bodies[i].momentum = momenta[i].cwiseProduct(bodies_[i].moving);
  }
}

void MultibodySystem::require_finite(const Kinematics& bodies) const {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    // The sum is finite only if every term is.
    const double sum =
        bodies[i].position.sum() + bodies[i].attitude.coeffs().sum() + bodies[i].momentum.sum();
    if (!std::isfinite(sum)) {
      throw Error(ErrorCode::kInternal,
                  fmt::format("pose and momentum of body '{}' must stay finite", bodies_[i].name));
    }
  }
}

void MultibodySystem::factorise(const Kinematics& bodies) {
  require_finite(bodies);
  for (const auto& mass : masses_) mass->factorise(bodies);
}

void MultibodySystem::subtract_kinematic_momenta(const Kinematics& bodies) {
  if (!has_kinematic_bodies_) return;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    solution_[i] = bodies_[i].kinematic ? bodies[i].velocity : Vector6::Zero();
  }
  for (AddedMass& added_mass : added_masses_) {
    added_mass.add_product(bodies, solution_, -1.0, right_side_);
  }
}

void MultibodySystem::compute_velocities(Kinematics& bodies) {
  factorise(bodies);
  solve_velocities(bodies);
}

void MultibodySystem::solve_velocities(Kinematics& bodies) {
  for (std::size_t i = 0; i < bodies.size(); ++i) right_side_[i] = bodies[i].momentum;
  subtract_kinematic_momenta(bodies);
  solve_masses(bodies, right_side_, solution_);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!bodies_[i].kinematic) bodies[i].velocity = solution_[i];
  }
}

void MultibodySystem::solve_strong_velocities(Kinematics& bodies) {
  if (strong_terms_.empty()) return solve_velocities(bodies);
  BodyVectors impulses(bodies.size(), Vector6::Zero());
  strong_terms_.add_impulses(impulses);
  add_momenta(impulses, bodies);
  solve_velocities(bodies);
  for (std::size_t i = 0; i < bodies.size(); ++i) impulses[i] = bodies[i].velocity;
  subtract_strong_momenta(impulses, bodies);
}

void MultibodySystem::subtract_strong_momenta(const BodyVectors& twists, Kinematics& bodies) {
  if (strong_terms_.empty()) return;
  BodyVectors impulses(bodies.size(), Vector6::Zero());
  strong_terms_.subtract_products(twists, impulses);
  add_momenta(impulses, bodies);
}

void MultibodySystem::solve_masses(const Kinematics& bodies, const BodyVectors& wrenches,
                                   BodyVectors& twists) {
  for (const auto& mass : masses_) mass->solve(bodies, wrenches, twists);
}

void MultibodySystem::add_momenta(const BodyVectors& impulses, Kinematics& bodies) const {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bodies[i].momentum += impulses[i].cwiseProduct(bodies_[i].moving);
  }
}

void MultibodySystem::measure_speeds(const Kinematics& bodies, VectorXd& speeds) {
  for (std::size_t i = 0; i < bodies.size(); ++i) solution_[i] = bodies[i].velocity;
  constraints_.measure(solution_, speeds);
}

void MultibodySystem::add_mass_blocks(const Kinematics& bodies,
                                      std::vector<MassBlock>& blocks) const {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    blocks.push_back({i, i, rigid_mass(bodies_[i].mass, bodies_[i].inertia, bodies[i].rotation)});
  }
  for (const AddedMass& added_mass : added_masses_) {
    const MatrixXd A_w = added_mass.world_matrix(bodies);
    const std::vector<std::size_t>& members = added_mass.bodies();
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (std::size_t j = 0; j < members.size(); ++j) {
        if (members[i] < members[j]) continue;
        blocks.push_back({members[i], members[j],
                          A_w.block<kDofs, kDofs>(kDofs * static_cast<Eigen::Index>(i),
                                                  kDofs * static_cast<Eigen::Index>(j))});
      }
    }
  }
}

std::vector<Vector6> MultibodySystem::moving_dofs_of_bodies() const {
  std::vector<Vector6> moving;
  for (const Body& body : bodies_) moving.push_back(body.moving);
  return moving;
}

void MultibodySystem::prepare(const std::vector<hydro::MemoryState>& memories,
                              const std::vector<std::size_t>& groups, const StepTimes& times,
                              const std::vector<InputSeries>& inputs, const Kinematics& bodies) {
  for (std::size_t i = 0; i < hydrodynamics_.size(); ++i) {
    hydrodynamics_[i].prepare(memories[groups[i]], times, inputs, bodies);
  }
}

void MultibodySystem::inputs_changed() noexcept {
  for (WaveFieldForce& field : wave_fields_) field.inputs_changed();
}

void MultibodySystem::compute_forces(const StageTime& at, const State& state,
                                     const Kinematics& bodies, Forces& forces) {
  forces.set_zero();
  forces.total = added_forces_;
  add_weights(bodies, forces.total);
  for (const FieldOnBody& field : fields_) {
    forces.total[field.index] += field.field->force(field.body, bodies[field.index], at.time);
  }
  for (HydrodynamicForces& group : hydrodynamics_) group.add(at, state.inputs, bodies, forces);
  for (const auto& element : force_elements_) element->add({at, state}, bodies, forces.total);
  constraints_.add_spring_forces(bodies, forces.total);
  for (const ExternalForceElement& element : external_forces_) {
    element.add(at, state.inputs, bodies, forces);
  }
  for (WaveFieldForce& element : wave_fields_) element.add(at, state.inputs, bodies, forces);
}

void MultibodySystem::compute_jacobian(const StageTime& at, const State& state,
                                       const Kinematics& bodies, LoadJacobian& jacobian) const {
  jacobian.set_zero();
  for (const HydrodynamicForces& group : hydrodynamics_) group.add_jacobian(bodies, jacobian);
  for (const auto& element : force_elements_) element->add_jacobian({at, state}, bodies, jacobian);
  constraints_.add_spring_jacobian(bodies, jacobian);
}

void MultibodySystem::add_lumped_remainders(const Kinematics& bodies,
                                            const BodyVectors& last_accelerations, Forces& forces) {
  for (AddedMass& added_mass : added_masses_) {
    added_mass.add_remainder_product(bodies, last_accelerations, -1.0, forces.total);
  }
}

void MultibodySystem::compute_momentum_rates(const Kinematics& bodies, const Forces& forces,
                                             BodyVectors& rates) {
  rates = forces.total;
  for (AddedMass& added_mass : added_masses_) added_mass.add_momentum_rate(bodies, current_, rates);
  for (std::size_t i = 0; i < rates.size(); ++i) {
    rates[i] = rates[i].cwiseProduct(bodies_[i].moving).eval();
  }
}

void MultibodySystem::subtract_turning_of_momenta(const Kinematics& bodies, BodyVectors& rates) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Vector3 omega = bodies[i].velocity.tail<3>();
    rates[i].tail<3>() -= omega.cross(angular_momentum(i, bodies[i]));
  }
  for (AddedMass& added_mass : added_masses_) added_mass.add_rate_product(bodies, -1.0, rates);
}

void MultibodySystem::compute_inertia_forces(const Kinematics& bodies, const Forces& forces,
                                             BodyVectors& result) {
  result = forces.total;
  for (AddedMass& added_mass : added_masses_) {
    added_mass.add_momentum_rate(bodies, current_, result);
  }
  subtract_turning_of_momenta(bodies, result);
}

void MultibodySystem::solve_accelerations(const Kinematics& bodies,
                                          const BodyVectors& momentum_rates,
                                          BodyVectors& accelerations) {
  right_side_ = momentum_rates;
  subtract_turning_of_momenta(bodies, right_side_);
  solve_masses(bodies, right_side_, accelerations);
}

void MultibodySystem::compute_added_mass_forces(const Kinematics& bodies,
                                                const BodyVectors& accelerations,
                                                BodyVectors& forces) {
  std::fill(forces.begin(), forces.end(), Vector6::Zero());
  for (AddedMass& added_mass : added_masses_) {
    if (!added_mass.is_of_water()) continue;
    added_mass.add_product(bodies, accelerations, -1.0, forces);
    added_mass.add_remainder_product(bodies, accelerations, -1.0, forces);
  }
}

void MultibodySystem::compute_total_forces(const Kinematics& bodies, const BodyVectors& loads,
                                           const BodyVectors& reactions,
                                           const BodyVectors& accelerations, BodyVectors& total) {
  for (std::size_t i = 0; i < total.size(); ++i) total[i] = loads[i] + reactions[i];
  for (AddedMass& added_mass : added_masses_) {
    if (!added_mass.is_of_water()) continue;
    added_mass.add_product(bodies, accelerations, -1.0, total);
    added_mass.add_momentum_rate(bodies, current_, total);
    added_mass.add_rate_product(bodies, -1.0, total);
  }
}

StrongMasses::StrongMasses(MultibodySystem& system, double step, const Kinematics& bodies)
    : system_(system) {
  evaluate(step, bodies);
}

void StrongMasses::evaluate(double step, const Kinematics& bodies) {
  system_.strong_terms_.evaluate(step, bodies, system_.constraints_);
  system_.strong_terms_.write_to(system_.added_masses_);
}

StrongMasses::~StrongMasses() { system_.strong_terms_.erase_from(system_.added_masses_); }

}  // namespace raftup::solver
