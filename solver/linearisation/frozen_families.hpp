#pragma once

#include "solver/model/model.hpp"
#include "solver/model/state.hpp"

namespace raftup::solver {

/// A model whose families of databases over relative position are the one database that they blend
/// to where the bodies are.
/// @param state null = as the model starts
/// @throws Error(kOutOfRange) where a family does not cover them
Model with_frozen_families(const Model& model, const State* state);

}  // namespace raftup::solver
