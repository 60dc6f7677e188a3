#pragma once

#include <string>
#include <vector>

#include "solver/model/model.hpp"

namespace raftup::solver {

/// A part of a model whose moving bodies influence one another within a step: they are connected by
/// joints, hydrodynamic groups, added mass, forces between two bodies, machines, or shapes that may
/// touch.
/// Parts are stepped independently, each with its own stepper.
///
/// Bodies that forces do not move (static and kinematic ones) connect nothing and are in every part
/// that refers to them. Inputs keep the numbering of the whole model in every part.
struct ModelPart {
  Model model;                             ///< the part as a model of its own
  std::vector<std::size_t> bodies;         ///< index in the whole model of each body
  std::vector<std::size_t> owned;          ///< bodies of `model` that are in no earlier part
  std::vector<std::size_t> hydrodynamics;  ///< index in the whole model of each group
  /// index in the whole model of each interaction
  std::vector<std::size_t> added_mass_interactions;
  std::vector<std::size_t> joints;    ///< index in the whole model of each joint
  std::vector<std::size_t> loads;     ///< index in the whole model of each load
  std::vector<std::size_t> machines;  ///< index in the whole model of each machine
};

/// The parts of a checked model, in the order of their first bodies; bodies keep the model's order.
std::vector<ModelPart> split_into_parts(const Model& model);

}  // namespace raftup::solver
