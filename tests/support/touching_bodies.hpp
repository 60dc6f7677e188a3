/// @file Bodies that touch each other, for tests of contacts.
#pragma once

#include "solver/model/bodies/mass_properties.hpp"
#include "tests/support/models.hpp"
#include "tests/support/test_materials.hpp"

namespace raftup::testing {

/// A homogeneous solid that touches others, its centre of mass at the origin of its model frame.
inline void add_solid(solver::Model& model, const std::string& name,
                      const solver::Geometry& geometry, double mass, const solver::Pose& pose,
                      const std::string& material = "stone") {
  solver::RigidBody body;
  body.name = name;
  body.pose = pose;
  solver::Shape solid{geometry, 1.0, {}};
  const solver::MassProperties unit = mass_properties(solid);
  body.mass = mass;
  body.inertia = mass / unit.mass * unit.inertia;
  model.bodies.push_back(body);
  model.shapes.push_back({"hull", name, geometry, {}, material, {}, Vector3::Zero()});
}

/// A shape of the world.
inline void add_ground(solver::Model& model, const solver::Geometry& geometry,
                       const solver::Pose& pose = {}, const std::string& material = "stone") {
  model.shapes.push_back({"ground" + std::to_string(model.shapes.size()),
                          "",
                          geometry,
                          pose,
                          material,
                          {"ground"},
                          Vector3::Zero()});
}

/// Stone on stone with friction mu and restitution e.
inline solver::Model stone_model(double friction, double restitution, double step) {
  solver::Model model;
  model.gravity = kGravity;
  model.step_ns = nanoseconds(step);
  model.stepper = solver::StepperKind::kSpook;
  add_stone(model, friction, restitution);
  model.contact_readers.push_back({"touch", "", "ground"});  // on what stands on it
  return model;
}

/// A beam of 10 kg and 2 m on a hinge at one end, with a ball of stone at the other, over ground
/// that it meets where it lies level. Without friction, which would hold its end apart from the
/// hinge.
/// @param step  [s]
/// @param slope by which the other end is up [rad]
inline solver::Model hinged_beam(double step, double slope) {
  solver::Model model = stone_model(0.0, 0.0, step);
  add_ground(model, solver::Plane{Vector3::UnitZ(), 0.1});
  solver::RigidBody beam = weightless_body("beam", 10.0, {0.1, 3.5, 3.5}, Vector3::Zero());
  beam.gravity = true;
  beam.pose.attitude = Quaternion(Eigen::AngleAxisd(-slope, Vector3::UnitY()));
  beam.pose.position = {std::cos(slope) - 1.0, 0.0, std::sin(slope)};
  model.bodies.push_back(beam);
  solver::Pose end;
  end.position.x() = 1.0;
  model.shapes.push_back({"end", "beam", solver::Sphere{0.1}, end, "stone", {}, Vector3::Zero()});
  solver::Joint hinge;
  hinge.name = "hinge";
  hinge.type = solver::JointType::kHinge;
  hinge.body1 = "beam";
  hinge.position = Vector3(-1.0, 0.0, 0.0);
  hinge.axis = Vector3::UnitY();
  model.joints.push_back(hinge);
  return model;
}

/// A plane that falls along x by an angle: what slides down goes along +x.
inline solver::Plane ramp(double angle) {
  return {Vector3(std::sin(angle), 0.0, std::cos(angle)), 0.0};
}

/// The attitude of what lies on a ramp.
inline Quaternion on_ramp(double angle) {
  return Quaternion(Eigen::AngleAxisd(angle, Vector3::UnitY()));
}

}  // namespace raftup::testing
