#pragma once

#include "hydro/database/database.hpp"
#include "hydro/numerics/types.hpp"
#include "hydro/radiation/state_space/vector_fitting.hpp"

namespace raftup::hydro {

/// Largest number of dofs for which scaled_radiation() returns all pairs, as many as ten bodies have.
/// The pairs of the 300 dofs of fifty bodies at 257 frequencies take 8 GB and minutes.
inline constexpr Eigen::Index kMostScaledDofs = 60;

/// Returns the symmetric part of B + i omega A of a database over the dofs that radiate. Each dof is
/// divided by sqrt(max |B_ii|); dofs with less than 1e-4 of the largest one of their kind are left
/// out, since they have noise only. Of more than kMostScaledDofs dofs only the diagonal is returned.
/// @returns no columns if the database lacks A or B
FrequencyResponse scaled_radiation(const Database& database);

/// Finds the sharp resonances of the water in added mass and radiation damping of a database, such
/// as those of a narrow gap between two hulls. They are poles of the water itself, and therefore
/// the same in A, B and the excitation X. The matrices of scaled_radiation() are fitted with 6 poles
/// (4 if there are fewer than 13 frequencies) and a polynomial. More poles would represent waves,
/// not resonances. A pole p is sharp if -Re p < .2 |p|, and is kept if |p| is
/// between half of the first and 1.2 times the last frequency and -Re p is at least a fifth of the
/// least spacing of the frequencies: a narrower one could not be told from noise.
/// @returns the poles with Im p > 0 [rad/s]; none if the database lacks A or B, or has fewer than
///          eight frequencies
VectorXcd sharp_resonances(const Database& database);

}  // namespace raftup::hydro
