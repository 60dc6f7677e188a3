#pragma once

#include <string>
#include <vector>

#include "hydro/numerics/types.hpp"
#include "solver/description/violations.hpp"

namespace raftup::solver {

struct Model;

/// The values that are read from the text of an input file of MoorDyn 2.
struct MooringInput {
  /// Positions of the coupled points, in the order of the file [m].
  std::vector<Vector3> coupled_points;
  std::size_t line_count = 0;
};

/// Reads the coupled points and the number of lines. Sections and rows are recognized as MoorDyn
/// recognizes them.
/// @source MoorDyn v2, "Inputs" of its documentation
MooringInput read_mooring_input(const std::string& text);

/// Adds a violation for each part of an input text that is not permitted: parts whose state a saved
/// state of MoorDyn does not contain (failing lines, vortex-induced lift, Syrope ropes), coupled
/// bodies and rods, names of files, steps that would take too long, and water that differs from the
/// water of the model. MoorDyn itself reports all other mistakes in the text.
void check_mooring_input(const std::string& text, const Model& model, const std::string& path,
                         Violations& violations);

/// Returns the text that MoorDyn receives: the input with the water of the model, and without
/// output files.
std::string complete_mooring_input(const std::string& text, const Model& model);

}  // namespace raftup::solver
