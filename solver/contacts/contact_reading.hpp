#pragma once

#include "solver/model/model.hpp"
#include "solver/model/state.hpp"

namespace raftup::solver {

/// Forces over the last step that the shapes of side 2 of a contact reader exert on the shapes of
/// side 1, world axes [N, N m], with data of their contacts.
struct ContactReading {
  Vector3 normal_force = Vector3::Zero();    ///< normal force on side 1 [N]
  Vector3 friction_force = Vector3::Zero();  ///< friction force on side 1 [N]
  /// Torque on side 1 [N m], about the center of mass of its body; about the world's origin if side
  /// 1 contains several bodies or the world.
  Vector3 torque = Vector3::Zero();
  double count = 0.0;  ///< number of points that overlap or push
  double depth = 0.0;  ///< the greatest penetration of the points [m]
  /// Largest residual of the contact solutions that gave the forces, without unit.
  double residual = 0.0;
};

/// Two shapes that touched each other in the last step. Model::shapes contains their bodies and
/// materials.
struct ShapeContact {
  std::size_t shape1, shape2;  ///< indices of the two shapes in the model, the smaller first
  bool pushes;                 ///< false if one of the shapes is a sensor
  /// Points that overlap or push; their normals point out of shape 2.
  std::vector<ContactPointState> points;
};

/// Lists all pairs of shapes that touch in a state of the model, in the order of the shapes.
std::vector<ShapeContact> read_contacts(const Model& model, const State& state);

/// Computes the values of a contact reader for a state of the model.
ContactReading read_contacts(const Model& model, const ContactReader& reader, const State& state);

}  // namespace raftup::solver
