#pragma once

#include <string>
#include <vector>

#include "hydro/numerics/types.hpp"
#include "solver/description/violations.hpp"

namespace raftup::solver {

struct Model;

/// The parts of the text of an input file for MoorDyn 2 that are read before MoorDyn reads it.
struct MooringInput {
  std::vector<Vector3> coupled_points;  ///< in their order [m]
  std::size_t line_count = 0;
};

/// Sections and rows are found as MoorDyn finds them.
/// @source MoorDyn v2, "Inputs" of its documentation
MooringInput read_mooring_input(const std::string& text);

/// Reports the parts of an input text that are not permitted here: parts that are missing in a
/// saved state of MoorDyn (failing lines, lift by vortices, Syrope ropes), names of files, and
/// water that differs from the model's. All other mistakes in the text are reported by MoorDyn
/// itself.
void check_mooring_input(const std::string& text, const Model& model, const std::string& path,
                         Violations& violations);

/// The text with the water of the model, and without outputs, as MoorDyn gets it.
std::string complete_mooring_input(const std::string& text, const Model& model);

}  // namespace raftup::solver
