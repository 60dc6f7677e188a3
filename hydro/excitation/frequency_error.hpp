#pragma once

#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/numerics/resonant_series.hpp"

namespace raftup::hydro {

/// Estimates the errors of A, B and X between the frequencies of a database, interpolated by
/// refine_series(). The error of B + i omega A is relative to sqrt(max |B_ii| max |B_jj|), that of X
/// to the largest |X| of the dof. Dofs that have noise only are left out, and of more
/// than kMostScaledDofs dofs A and B count by their diagonals. The results for databases
/// that were used last are kept. Thread-safe.
/// @returns the largest error in each interval between frequencies; it is 0 where the database lacks
///          the data or has fewer than four frequencies
std::vector<IntervalError> frequency_errors(const Database& database);

/// Returns the largest one of some errors; 0 at 0 rad/s if there are none.
IntervalError largest_error(const std::vector<IntervalError>& errors);

/// Returns frequencies [rad/s] at which a database should be solved in addition: one in each of the
/// intervals with the largest errors above `tolerance`, where the two models differ most, but at
/// least a quarter of the interval away from its ends.
/// @param errors result of frequency_errors()
/// @param count  number of intervals at most
std::vector<double> frequencies_between(const VectorXd& omega,
                                        const std::vector<IntervalError>& errors, double tolerance,
                                        std::size_t count);

}  // namespace raftup::hydro
