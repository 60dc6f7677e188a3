#pragma once

#include "hydro/database/finding.hpp"
#include "solver/model.hpp"
#include "solver/state.hpp"

namespace raftup::solver {

/// A model as linear equations have it: without waves, stops, friction and limits of drives; joints
/// that stand in the system matrix are rows like others; what is lumped for a stepper's sake is
/// whole. The drum of a winch stands still, and a motor is a lock, whose command is where it
/// stands.
Model still_water_model(const Model& model);

/// What linear equations of a model leave out, a sentence each, "left_out" of severity info.
/// @param inputs_count false where inputs give nothing
hydro::Findings left_out(const Model& model, bool inputs_count);

}  // namespace raftup::solver
