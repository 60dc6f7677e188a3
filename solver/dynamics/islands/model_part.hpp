#pragma once

#include <string>
#include <vector>

#include "solver/model/model.hpp"

namespace raftup::solver {

/// A part of a model whose moving bodies influence one another within a step: connected by joints,
/// hydrodynamic groups, added mass, forces between two bodies, or because their shapes may touch.
/// Parts are stepped independently, each with its own stepper.
///
/// Bodies that do not move by forces (static, kinematic) connect nothing: they stand in every part
/// that refers to them. Inputs keep the numbering of the whole model in every part.
struct ModelPart {
  Model model;                                       ///< the part as a model of its own
  std::vector<std::size_t> bodies;                   ///< index in the whole model of each body
  std::vector<std::size_t> owned;                    ///< bodies of `model` that no earlier part has
  std::vector<std::size_t> hydrodynamics;            ///< index in the whole model of each group
  std::vector<std::size_t> added_mass_interactions;  ///< of each
  std::vector<std::size_t> joints;                   ///< of each joint
  std::vector<std::size_t> loads;                    ///< of each load
};

/// The parts of a checked model, in the order of their first bodies; bodies keep the model's order.
std::vector<ModelPart> split_into_parts(const Model& model);

}  // namespace raftup::solver
