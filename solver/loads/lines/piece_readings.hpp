#pragma once

#include "solver/loads/lines/line_pieces.hpp"

namespace raftup::solver {

/// Writes the outputs of a line with eyes, in the order of LineReadings::outputs(). Its nodes and
/// elements are those of all pieces, from the first end to the second, behind those that are not in
/// use, which stand at the first end without tension.
void write_pieces(const ElasticLine& line, LinePieces& pieces, const PiecesNow& now,
                  std::span<double> outputs);

}  // namespace raftup::solver
