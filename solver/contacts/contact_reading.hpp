#pragma once

#include "solver/model/model.hpp"
#include "solver/model/state.hpp"

namespace raftup::solver {

/// Forces between the two sides of a contact reader over the last step, world axes [N, N m].
struct ContactReading {
  Vector3 normal_force = Vector3::Zero();    ///< N, on side 1
  Vector3 friction_force = Vector3::Zero();  ///< N, on side 1
  Vector3 torque = Vector3::Zero();  ///< N m, on side 1 about the centre of mass of its body, about
                                     ///< the world's origin where it is not one body
  double count = 0.0;                ///< points that overlap or push
  double depth = 0.0;                ///< m, the greatest overlap
  /// largest residual of the solutions from which the forces come, without unit
  double residual = 0.0;
};

/// Two shapes that touched each other in the last step. Their bodies and materials are those of
/// Model::shapes.
struct ShapeContact {
  std::size_t shape1, shape2;  ///< indices in the model, the smaller first
  bool pushes;                 ///< false for sensors
  /// points that overlap or push; their normals point out of shape 2
  std::vector<ContactPointState> points;
};

/// All pairs of shapes that touch in a state of the model, in the order of the shapes.
std::vector<ShapeContact> read_contacts(const Model& model, const State& state);

/// Computes the values of a contact reader at a state of the model.
ContactReading read_contacts(const Model& model, const ContactReader& reader, const State& state);

}  // namespace raftup::solver
