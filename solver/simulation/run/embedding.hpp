/// @file Functions for programs that link the solver, which clients of the server do not have: they
/// act by points and poses instead of inputs. A body is given by its index in model().bodies, see
/// find_body(). Every function throws Error(kInvalidArgument) if there is no such body.
#pragma once

#include "solver/simulation/run/simulation.hpp"

namespace raftup::solver {

/// Gives a kinematic body the constant velocity that brings its model frame to `pose` in
/// `duration` s. The body keeps that velocity afterwards (Simulation::set_velocity).
/// @throws Error(kInvalidArgument) where the body is not kinematic, duration <= 0, or the attitude
///         is no unit quaternion
void move_to(Simulation& simulation, std::size_t body, const Pose& pose, double duration);

/// Adds a force at the center of mass, world axes [N], by Simulation::add_wrench.
void add_force(Simulation& simulation, std::size_t body, const Vector3& force);
void add_torque(Simulation& simulation, std::size_t body, const Vector3& torque);  ///< N m
/// Adds a force [N] at a point [m], both in the world frame.
void add_force_at_point(Simulation& simulation, std::size_t body, const Vector3& force,
                        const Vector3& point);
/// Adds a force [N] at a point [m], both in the present model frame of the body.
void add_local_force_at_point(Simulation& simulation, std::size_t body, const Vector3& force,
                              const Vector3& point);

/// Force and moment at the center of mass, world axes [N, N m], on a body at the start of the last
/// step: weight, water, loads, fields and added forces, without joints and contacts. Added mass is
/// not a force here.
Vector6 last_force(const Simulation& simulation, std::size_t body);

/// Acceleration of gravity that acts on a body [m/s2, world axes]; 0 if the body has no weight.
Vector3 gravity_at(const Simulation& simulation, std::size_t body);

}  // namespace raftup::solver
