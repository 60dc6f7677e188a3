#pragma once

#include <string>
#include <vector>

#include "solver/linearisation/linearisation.hpp"

namespace raftup::solver {

/// Fits the drag of lines [N s/m] to the flow past them in the model's sea, which follows from the
/// motion of the bodies and of the lines and so from the drag: both are iterated. Quadratic damping
/// of bodies is taken as that of equal work in the same motion meanwhile; it is not added. Without
/// waves and in a sea of more than 5000 components, drag stays that of small motions in the current.
/// @param linear   equations whose lines and matrices are `lines` and `matrices`
/// @param matrices linear damping is changed meanwhile
/// @returns a sentence about the drag of each line
std::vector<std::string> fit_lines(const Linearization& linear, LinearLines& lines,
                                   LinearMatrices& matrices);

}  // namespace raftup::solver
