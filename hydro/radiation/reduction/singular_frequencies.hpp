#pragma once

#include <vector>

#include "hydro/radiation/reduction/reduced_model.hpp"
#include "hydro/radiation/state_space/passivity_scan.hpp"

namespace raftup::hydro {

/// Frequencies at which Re H(i omega) of a model may be singular: every one at which it is, and a
/// few at which it is by rounding. Ascending [rad/s], > 0.
/// With H(s) = C (s - A)^-1 B in real states,
///   Re H(i omega) = -C A (omega^2 + A^2)^-1 B,
/// singular exactly where -omega^2 is an eigenvalue of (1 - B (C A B)^-1 C A) A^2 restricted to
/// C A z = 0. As H(0) = -C A^-1 B = 0, one eigenvalue per dof is 0; the restriction to C A^-1 z = 0
/// takes those away.
/// @throws Error(kInternal) unless the limit of omega^2 Re H, -C A B, is positive definite
/// @source Boyd, Balakrishnan and Kabamba (1989) for the idea; Emami-Naeini and Van Dooren (1982)
///         for zeros of a linear system as eigenvalues
std::vector<double> singular_frequencies(const ReducedModel& model);

/// Lowest eigenvalue of G over all frequencies, as far as its sign goes: where it is positive, the
/// model is passive, without exception between the points of a grid. It is taken at both limits, at
/// the singular frequencies and between them, as its sign cannot change anywhere else.
double proven_lowest_eigenvalue(const ReducedModel& model, const PassivityBand& band);

}  // namespace raftup::hydro
