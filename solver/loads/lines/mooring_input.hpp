#pragma once

#include <string>
#include <vector>

#include "hydro/numerics/types.hpp"
#include "solver/description/violations.hpp"

namespace raftup::solver {

struct Model;

/// What is asked of the text of an input file of MoorDyn 2 before MoorDyn reads it.
struct MooringInput {
  std::vector<Vector3> coupled_points;  ///< in their order [m]
  std::size_t line_count = 0;
};

/// Sections and rows are found as MoorDyn finds them.
/// @source MoorDyn v2, "Inputs" of its documentation
MooringInput read_mooring_input(const std::string& text);

/// What such a text may not say here: what a memory of MoorDyn leaves out (lines that fail, lift of
/// vortices, Syrope ropes), names of files, water that is not the model's. What else MoorDyn
/// refuses it says itself.
void check_mooring_input(const std::string& text, const Model& model, const std::string& path,
                         Violations& violations);

/// The text with the water of the model, and without outputs, as MoorDyn gets it.
std::string complete_mooring_input(const std::string& text, const Model& model);

}  // namespace raftup::solver
