#pragma once

#include "solver/model/model.hpp"
#include "solver/model/state.hpp"

namespace raftup::solver {

/// What the sides of a contact reader do to each other over the last step, world axes.
struct ContactReading {
  Vector3 normal_force = Vector3::Zero();    ///< N, on side 1
  Vector3 friction_force = Vector3::Zero();  ///< N, on side 1
  Vector3 torque = Vector3::Zero();  ///< N m, on side 1 about the centre of mass of its body, about
                                     ///< the world's origin where it is not one body
  double count = 0.0;                ///< points that overlap or push
  double depth = 0.0;                ///< m, the greatest overlap
  double residual = 0.0;             ///< the largest of the solutions that have the forces
};

/// Two shapes that touch each other over the last step. Their bodies and materials are those of
/// Model::shapes.
struct ShapeContact {
  std::size_t shape1, shape2;             ///< indices in the model, the smaller first
  bool pushes;                            ///< false of a sensor
  std::vector<ContactPointState> points;  ///< that overlap or push; normals out of shape 2
};

/// What touches in a state of the model, by shapes.
std::vector<ShapeContact> read_contacts(const Model& model, const State& state);

/// Reads the contacts of a state of the model.
ContactReading read_contacts(const Model& model, const ContactReader& reader, const State& state);

}  // namespace raftup::solver
