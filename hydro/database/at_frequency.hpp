#pragma once

#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// A matrix at one frequency [rad/s], linear between those on file; the ends hold beyond them.
/// @param omega  rad/s, ascending, size >= 1
/// @param values one for each of omega
MatrixXd at_frequency(const VectorXd& omega, const std::vector<MatrixXd>& values, double frequency);

}  // namespace raftup::hydro
