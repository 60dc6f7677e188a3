#pragma once

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// X = froude_krylov + diffraction, for files that hold the two parts alone.
/// @param froude_krylov,diffraction as many wave directions each, matrices of one shape
TransferFunction excitation_sum(const TransferFunction& froude_krylov,
                                const TransferFunction& diffraction);

}  // namespace raftup::hydro
