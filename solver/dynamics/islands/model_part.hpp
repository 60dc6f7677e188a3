#pragma once

#include <string>
#include <vector>

#include "solver/model/model.hpp"

namespace raftup::solver {

/// A part of a model whose moving bodies influence one another within a step. Such bodies are
/// connected by joints, hydrodynamic groups, added mass, forces between two bodies, machines, or
/// shapes that may touch. Parts are stepped independently, each with its own stepper.
///
/// Bodies that forces do not move (static and kinematic ones) connect nothing and are in every part
/// that refers to them. Inputs have the same indices in every part as in the whole model.
struct ModelPart {
  Model model;  ///< the bodies, joints, loads and groups of the part as a separate model
  std::vector<std::size_t> bodies;  ///< for each body of the part, its index in the whole model
  std::vector<std::size_t> owned;  ///< indices in `model` of the bodies that are in no earlier part
  /// For each hydrodynamic group, its index in the whole model.
  std::vector<std::size_t> hydrodynamics;
  /// For each added-mass interaction of the part, its index in the whole model.
  std::vector<std::size_t> added_mass_interactions;
  std::vector<std::size_t> joints;  ///< for each joint of the part, its index in the whole model
  std::vector<std::size_t> loads;   ///< for each load of the part, its index in the whole model
  std::vector<std::size_t>
      machines;  ///< for each machine of the part, its index in the whole model
};

/// Splits a checked model into its parts, in the order of their first bodies. Bodies of a part have
/// the order of the whole model.
std::vector<ModelPart> split_into_parts(const Model& model);

}  // namespace raftup::solver
