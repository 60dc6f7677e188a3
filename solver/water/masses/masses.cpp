#include "solver/water/masses/masses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "hydro/base/error.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

namespace {

Vector6 as_factors(const std::array<bool, 6>& moving) {
  Vector6 factors;
  for (std::size_t dof = 0; dof < 6; ++dof) {
    factors[static_cast<Eigen::Index>(dof)] = moving[dof] ? 1.0 : 0.0;
  }
  return factors;
}

/// True if Masses::kinetic_energy() includes an added mass.
/// @param moves returns whether forces move a body
template <typename Moves>
bool is_moved_water(const AddedMass& added_mass, const Moves& moves) {
  const std::vector<std::size_t>& members = added_mass.bodies();
  return !added_mass.is_acceleration_gain() && std::any_of(members.begin(), members.end(), moves);
}

}  // namespace

Masses::Masses(const Model& model, std::vector<AddedMass> added_masses)
    : added_masses_(std::move(added_masses)),
      held_(model, added_masses_),
      groups_(find_mass_groups(model.bodies.size(), added_masses_)),
      current_(model),
      scratch_{BodyVectors(model.bodies.size(), Vector6::Zero()),
               BodyVectors(model.bodies.size(), Vector6::Zero())} {
  for (const RigidBody& body : model.bodies) {
    const bool kinematic = body.motion == Motion::kKinematic;
    bodies_.push_back(
        {body.name, body.mass, body.inertia, kinematic, body.motion == Motion::kDynamic});
    moving_.push_back(as_factors(solver::moving_dofs(body)));
    given_.kinematic = given_.kinematic || kinematic;
    given_.prescribed = given_.prescribed || body.prescribed.has_value();
  }
  for (const MassGroup& group : groups_) {
    matrices_.push_back(make_system_matrix(model.bodies, added_masses_, group));
  }
}

bool Masses::is_lumped() const {
  return std::any_of(added_masses_.begin(), added_masses_.end(),
                     [](const AddedMass& added_mass) { return added_mass.is_lumped(); });
}

void Masses::replace_added_masses(const std::vector<RigidBody>& bodies,
                                  std::vector<AddedMass> added_masses) {
  added_masses_ = std::move(added_masses);
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    matrices_[i] = make_system_matrix(bodies, added_masses_, groups_[i]);
  }
}

void Masses::add_held_momenta(double factor, Kinematics& bodies) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    scratch_.solution[i] = bodies[i].velocity;
    scratch_.right_side[i].setZero();
  }
  held_.add_product(bodies, scratch_.solution, factor, scratch_.right_side);
  add_momenta(scratch_.right_side, bodies);
}

Vector3 Masses::Body::angular_momentum(const BodyKinematics& at) const {
  const Vector3 omega = at.velocity.tail<3>();
  return at.rotation * (inertia * (at.rotation.transpose() * omega));
}

void Masses::Body::require_finite(const BodyKinematics& at) const {
  // The sum is finite only if every term is.
  const double sum = at.position.sum() + at.attitude.coeffs().sum() + at.momentum.sum();
  if (!std::isfinite(sum)) {
    throw SolverFailure(fmt::format("pose and momentum of body '{}' must stay finite", name));
  }
}

void Masses::factorize(const Kinematics& bodies) {
  for (std::size_t i = 0; i < bodies.size(); ++i) bodies_[i].require_finite(bodies[i]);
  for (const auto& matrix : matrices_) matrix->factorize(bodies);
}

void Masses::solve(const Kinematics& bodies, const BodyVectors& wrenches, BodyVectors& twists) {
  for (const auto& matrix : matrices_) matrix->solve(bodies, wrenches, twists);
}

void Masses::add_blocks(const Kinematics& bodies, std::vector<MassBlock>& blocks) const {
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

void Masses::compute_momenta(Kinematics& bodies) {
  BodyVectors velocities(bodies.size());
  BodyVectors momenta(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    velocities[i] = bodies[i].velocity;
    momenta[i] << bodies_[i].mass * velocities[i].head<3>(), bodies_[i].angular_momentum(bodies[i]);
  }
  for (AddedMass& added_mass : added_masses_) {
    added_mass.add_product(bodies, velocities, 1.0, momenta);
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bodies[i].momentum = momenta[i].cwiseProduct(moving_[i]);
  }
}

void Masses::add_momenta(const BodyVectors& impulses, Kinematics& bodies) const {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bodies[i].momentum += impulses[i].cwiseProduct(moving_[i]);
  }
}

void Masses::compute_velocities(Kinematics& bodies) {
  factorize(bodies);
  solve_velocities(bodies);
}

void Masses::solve_velocities(Kinematics& bodies) {
  for (std::size_t i = 0; i < bodies.size(); ++i) scratch_.right_side[i] = bodies[i].momentum;
  if (given_.kinematic) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      scratch_.solution[i] = bodies_[i].kinematic ? bodies[i].velocity : Vector6::Zero();
    }
    for (AddedMass& added_mass : added_masses_) {
      added_mass.add_product(bodies, scratch_.solution, -1.0, scratch_.right_side);
    }
  }
  solve(bodies, scratch_.right_side, scratch_.solution);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!bodies_[i].kinematic) bodies[i].velocity = scratch_.solution[i];
  }
}

void Masses::compute_momentum_rates(const Kinematics& bodies, const BodyVectors& loads, double time,
                                    BodyVectors& rates) {
  rates = loads;
  const BodyVectors& current = current_.all_at(time);
  for (AddedMass& added_mass : added_masses_) added_mass.add_momentum_rate(bodies, current, rates);
  for (std::size_t i = 0; i < rates.size(); ++i) {
    rates[i] = rates[i].cwiseProduct(moving_[i]).eval();
  }
}

void Masses::subtract_turning_of_momenta(const Kinematics& bodies, BodyVectors& rates) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Vector3 omega = bodies[i].velocity.tail<3>();
    rates[i].tail<3>() -= omega.cross(bodies_[i].angular_momentum(bodies[i]));
  }
  for (AddedMass& added_mass : added_masses_) added_mass.add_rate_product(bodies, -1.0, rates);
}

void Masses::compute_inertia_forces(const Kinematics& bodies, const BodyVectors& loads, double time,
                                    BodyVectors& result) {
  result = loads;
  const BodyVectors& current = current_.all_at(time);
  for (AddedMass& added_mass : added_masses_) {
    added_mass.add_momentum_rate(bodies, current, result);
  }
  subtract_turning_of_momenta(bodies, result);
}

void Masses::solve_accelerations(const Kinematics& bodies, const BodyVectors& momentum_rates,
                                 BodyVectors& accelerations) {
  scratch_.right_side = momentum_rates;
  subtract_turning_of_momenta(bodies, scratch_.right_side);
  if (given_.prescribed) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      scratch_.solution[i] = bodies[i].given_acceleration;
    }
    for (AddedMass& added_mass : added_masses_) {
      added_mass.add_product(bodies, scratch_.solution, -1.0, scratch_.right_side);
    }
  }
  solve(bodies, scratch_.right_side, accelerations);
  if (!given_.prescribed) return;
  for (std::size_t i = 0; i < bodies.size(); ++i) accelerations[i] += bodies[i].given_acceleration;
}

void Masses::add_lumped_remainders(const Kinematics& bodies, const BodyVectors& last_accelerations,
                                   BodyVectors& loads) {
  for (AddedMass& added_mass : added_masses_) {
    added_mass.add_remainder_product(bodies, last_accelerations, -1.0, loads);
  }
}

void Masses::compute_added_mass_forces(const Kinematics& bodies, const BodyVectors& accelerations,
                                       BodyVectors& forces) {
  std::fill(forces.begin(), forces.end(), Vector6::Zero());
  for (AddedMass& added_mass : added_masses_) {
    if (!added_mass.is_of_water()) continue;
    added_mass.add_product(bodies, accelerations, -1.0, forces);
    added_mass.add_remainder_product(bodies, accelerations, -1.0, forces);
  }
}

void Masses::compute_total_forces(const Kinematics& bodies, const BodyVectors& loads,
                                  const BodyVectors& reactions, const BodyVectors& accelerations,
                                  double time, BodyVectors& total) {
  const BodyVectors& current = current_.all_at(time);
  for (std::size_t i = 0; i < total.size(); ++i) total[i] = loads[i] + reactions[i];
  for (AddedMass& added_mass : added_masses_) {
    if (!added_mass.is_of_water()) continue;
    added_mass.add_product(bodies, accelerations, -1.0, total);
    added_mass.add_momentum_rate(bodies, current, total);
    added_mass.add_rate_product(bodies, -1.0, total);
  }
}

double Masses::kinetic_energy(const Kinematics& bodies) {
  BodyVectors velocities(bodies.size()), momenta(bodies.size(), Vector6::Zero());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    velocities[i] = bodies[i].velocity;
    if (!bodies_[i].moves) continue;
    momenta[i] << bodies_[i].mass * velocities[i].head<3>(), bodies_[i].angular_momentum(bodies[i]);
  }
  const auto moves = [this](std::size_t body) { return bodies_[body].moves; };
  for (AddedMass& added_mass : added_masses_) {
    if (is_moved_water(added_mass, moves)) added_mass.add_product(bodies, velocities, 1.0, momenta);
  }
  double twice = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) twice += velocities[i].dot(momenta[i]);
  return 0.5 * twice;
}

double Masses::power_of_added_mass(const Kinematics& bodies, const BodyVectors& accelerations,
                                   double time) {
  const BodyVectors& current = current_.all_at(time);
  BodyVectors on_moving(bodies.size(), Vector6::Zero()), turning = on_moving, inertia = on_moving;
  const auto moves = [this](std::size_t body) { return bodies_[body].moves; };
  for (AddedMass& added_mass : added_masses_) {
    added_mass.add_momentum_rate(bodies, current, on_moving);
    if (added_mass.is_acceleration_gain()) {
      added_mass.add_product(bodies, accelerations, -1.0, on_moving);
    } else if (is_moved_water(added_mass, moves)) {
      added_mass.add_rate_product(bodies, 1.0, turning);
      if (given_.kinematic) added_mass.add_product(bodies, accelerations, 1.0, inertia);
    }
  }
  double power = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Vector6& v = bodies[i].velocity;
    power += 0.5 * v.dot(turning[i]);
    if (bodies_[i].moves) power += v.dot(on_moving[i] - turning[i]);
    if (bodies_[i].kinematic) power += v.dot(inertia[i]);
  }
  return power;
}

Masses::Strong::~Strong() {
  for (AddedMass& place : places()) {
    place.set_matrix(MatrixXd::Zero(place.matrix().rows(), place.matrix().cols()));
  }
}

/// The entries of the strong terms, which are the last of the added masses.
std::span<AddedMass> Masses::Strong::places() const {
  return std::span(masses_.added_masses_).last(blocks_.size());
}

void Masses::Strong::set(std::span<const StrongBlock> blocks) {
  blocks_ = blocks;
  const std::span<AddedMass> own = places();
  for (std::size_t i = 0; i < own.size(); ++i) own[i].set_matrix(blocks_[i].A);
}

void Masses::Strong::solve_velocities(Kinematics& bodies) {
  if (blocks_.empty()) return masses_.solve_velocities(bodies);
  BodyVectors impulses(bodies.size(), Vector6::Zero());
  const std::span<AddedMass> own = places();
  for (std::size_t term = 0; term < own.size(); ++term) {
    const std::vector<std::size_t>& members = own[term].bodies();
    for (std::size_t i = 0; i < members.size(); ++i) {
      impulses[members[i]] += blocks_[term].a.segment<kDofs>(first_dof(i));
    }
  }
  masses_.add_momenta(impulses, bodies);
  masses_.solve_velocities(bodies);
  for (std::size_t i = 0; i < bodies.size(); ++i) impulses[i] = bodies[i].velocity;
  subtract_momenta(impulses, bodies);
}

void Masses::Strong::subtract_momenta(const BodyVectors& twists, Kinematics& bodies) {
  if (blocks_.empty()) return;
  BodyVectors impulses(bodies.size(), Vector6::Zero());
  const std::span<AddedMass> own = places();
  for (std::size_t term = 0; term < own.size(); ++term) {
    const std::vector<std::size_t>& members = own[term].bodies();
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (std::size_t j = 0; j < members.size(); ++j) {
        impulses[members[i]] -=
            blocks_[term].A.block<kDofs, kDofs>(first_dof(i), first_dof(j)) * twists[members[j]];
      }
    }
  }
  masses_.add_momenta(impulses, bodies);
}

}  // namespace raftup::solver
