/// @file Functions for programs that link the solver. Clients of the server do not have these
///       functions. They apply forces [N] at points and move bodies to poses directly, not by
///       inputs. The argument `body` is the index in model().bodies, see find_body(). Every
///       function throws Error(kInvalidArgument) if there is no such body.
#pragma once

#include "solver/simulation/run/simulation.hpp"

namespace raftup::solver {

/// Gives a kinematic body the constant velocity that brings its model frame to `pose` [m, world] in
/// `duration` [s]. The body keeps that velocity afterward (Simulation::set_velocity).
/// @throws Error(kInvalidArgument) if the body is not kinematic, duration <= 0, or the attitude is
///         no unit quaternion
void move_to(Simulation& simulation, std::size_t body, const Pose& pose, double duration);

/// Adds a force at the center of mass of a body, world axes [N], for the next step
/// (Simulation::add_wrench).
void add_force(Simulation& simulation, std::size_t body, const Vector3& force);
/// Adds a torque on a body, world axes [N m], for the next step.
void add_torque(Simulation& simulation, std::size_t body, const Vector3& torque);
/// Adds a force [N] at a point [m] for the next step; both are in the world frame.
void add_force_at_point(Simulation& simulation, std::size_t body, const Vector3& force,
                        const Vector3& point);
/// Adds a force [N] at a point [m] for the next step; both are in the present model frame of the
/// body.
void add_local_force_at_point(Simulation& simulation, std::size_t body, const Vector3& force,
                              const Vector3& point);

/// Force and moment at the center of mass, world axes [N, N m], on a body at the start of the last
/// step. It includes weight, forces of the water, loads, force fields and added forces, but no
/// forces of joints and contacts. The inertia force of added mass is not included.
Vector6 last_force(const Simulation& simulation, std::size_t body);

/// Acceleration of gravity that acts on a body [m/s2, world axes]; 0 if the body has no weight.
Vector3 gravity_at(const Simulation& simulation, std::size_t body);

}  // namespace raftup::solver
