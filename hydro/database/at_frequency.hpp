#pragma once

#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Interpolates a series of matrices linearly at one frequency [rad/s]. Below the first and above
/// the last frequency of the series, the first or last matrix is returned.
/// @param omega     frequencies of the series [rad/s], ascending, at least one
/// @param values    one matrix per frequency of `omega`
/// @param frequency frequency of the result [rad/s]
MatrixXd at_frequency(const VectorXd& omega, const std::vector<MatrixXd>& values, double frequency);

}  // namespace raftup::hydro
