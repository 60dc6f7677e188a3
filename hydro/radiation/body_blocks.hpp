#pragma once

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// The matrix without what couples two bodies: only its diagonal 6 x 6 blocks.
MatrixXd diagonal_blocks(MatrixXd matrix);

}  // namespace raftup::hydro
