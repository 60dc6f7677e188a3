/// @file Bodies and joints for tests of joints.
#pragma once

#include <random>

#include "solver/joints/joint_constraint.hpp"
#include "tests/support/models.hpp"

namespace raftup::testing {

inline constexpr std::array kAllJointTypes{
    solver::JointType::kLock,        solver::JointType::kHinge,   solver::JointType::kPrismatic,
    solver::JointType::kCylindrical, solver::JointType::kBall,    solver::JointType::kUniversal,
    solver::JointType::kPlanar,      solver::JointType::kDistance};

inline Vector3 random_vector(std::mt19937& generator, double size = 1.0) {
  std::uniform_real_distribution<double> uniform(-size, size);
  const double x = uniform(generator);
  const double y = uniform(generator);
  return {x, y, uniform(generator)};
}

/// Two bodies somewhere in space, turned and moving, in a model with a step of 10 ms.
inline solver::Model two_bodies(std::mt19937& generator) {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  for (const char* name : {"a", "b"}) {
    solver::RigidBody body =
        weightless_body(name, 1.0, Vector3::Ones(), random_vector(generator, 2.0));
    body.pose.attitude = solver::exponential(random_vector(generator, 2.0));
    body.linear_velocity = random_vector(generator);
    body.angular_velocity = random_vector(generator);
    model.bodies.push_back(body);
  }
  return model;
}

/// A joint of body a with body b, or with the world, at a random place along random axes.
inline solver::Joint random_joint(solver::JointType type, bool to_world, std::mt19937& generator) {
  solver::Joint joint;
  joint.name = "joint";
  joint.type = type;
  joint.body1 = "a";
  joint.body2 = to_world ? "" : "b";
  joint.position = random_vector(generator, 2.0);
  joint.axis = random_vector(generator);
  if (type == solver::JointType::kDistance) joint.position2 = random_vector(generator, 2.0);
  if (type == solver::JointType::kUniversal) {
    joint.axis2 = joint.axis.cross(random_vector(generator));
  }
  return joint;
}

/// The bodies a time t later, each with its twist kept: no acceleration.
inline solver::Kinematics coasted(const solver::Kinematics& bodies, double t) {
  solver::Kinematics later = bodies;
  for (solver::BodyKinematics& body : later) {
    body.place(body.position + t * body.velocity.head<3>(),
               solver::exponential(t * body.velocity.tail<3>()) * body.attitude);
  }
  return later;
}

inline solver::BodyVectors velocities_of(const solver::Kinematics& bodies) {
  solver::BodyVectors velocities;
  for (const solver::BodyKinematics& body : bodies) velocities.push_back(body.velocity);
  return velocities;
}

}  // namespace raftup::testing
