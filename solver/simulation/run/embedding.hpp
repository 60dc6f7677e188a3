/// @file What programs that link a Simulation do with it beyond what a client of the server can:
/// by points and poses instead of inputs. A body is its index in model().bodies, see find_body();
/// everything throws Error(kInvalidArgument) where there is no such body.
#pragma once

#include "solver/simulation/run/simulation.hpp"

namespace raftup::solver {

/// Gives a kinematic body the constant velocity that brings its model frame to `pose` in
/// `duration` s; it goes on with that velocity afterwards (Simulation::set_velocity).
/// @throws Error(kInvalidArgument) where the body is not kinematic, duration <= 0, or the attitude
///         is no unit quaternion
void move_to(Simulation& simulation, std::size_t body, const Pose& pose, double duration);

/// Adds a force through the centre of mass, world axes [N]: Simulation::add_wrench.
void add_force(Simulation& simulation, std::size_t body, const Vector3& force);
void add_torque(Simulation& simulation, std::size_t body, const Vector3& torque);  ///< N m
/// The same at a point, both in the world as they are now [N, m].
void add_force_at_point(Simulation& simulation, std::size_t body, const Vector3& force,
                        const Vector3& point);
/// The same with force and point in axes and coordinates of the model frame, as it is now.
void add_local_force_at_point(Simulation& simulation, std::size_t body, const Vector3& force,
                              const Vector3& point);

/// Force and moment at the centre of mass, world axes [N, N m], of everything that acted on a body
/// where the last step began: weight, water, loads, fields and added forces, without joints and
/// contacts; added mass is no force.
Vector6 last_force(const Simulation& simulation, std::size_t body);

/// Free fall where a body is [m/s2, world]; 0 where it has no weight.
Vector3 gravity_at(const Simulation& simulation, std::size_t body);

}  // namespace raftup::solver
