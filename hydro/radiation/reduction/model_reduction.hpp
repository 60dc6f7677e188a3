/// @file Reduction of radiation models of many bodies to few states: balanced truncation,
///         refinement of the remaining modes, and the proof that the reduced model is passive.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "hydro/radiation/reduction/reduced_model.hpp"
#include "hydro/radiation/reduction/reduction_loss.hpp"
#include "hydro/radiation/state_space/passivity.hpp"

namespace raftup::hydro {

/// Function that computes the error of a reduced model [1], as the tolerance of the fit measures
/// it.
using ReducedModelError = std::function<double(const ReducedModel&)>;

/// Computes a passive model of few states from an accurate model of many bodies. Balanced
/// truncation of the accurate model gives modes whose residues have rank one. The poles [rad/s] and
/// vectors of the modes are then refined together in several rounds. Each round reduces the
/// difference from the target and the violation of passivity at the frequencies where scans have
/// found violations. The violation that remains is removed by lifting, and passivity is proven
/// (proven_lowest_eigenvalue()). The result is deterministic: the same model gives the same bits.
/// @param model       accurate model in the scaled dofs of the target; it need not be passive
/// @param state_count number of real states after the truncation; the steps that follow add two per
///         dof
/// @param error_of    function that computes the error of a reduced model
/// @param tolerance   the rounds end at the first model whose error is not above the tolerance
/// @returns the passive model of least error; nothing if no round gave a passive model
/// @source Moore (1981) for the truncation
std::optional<ReducedModel> reduce_model(const RationalModel& model, const ReductionTarget& target,
                                         Eigen::Index state_count,
                                         const ReducedModelError& error_of, double tolerance);

/// Computes the modes that approximate a model with H(0) = 0 best. They are those that are excited
/// and observed most, by balanced truncation of H(s) / s. The projection is one-sided in the
/// symmetric form of the model, so that every residue of the reduced model is c c^T [N/m, N, N m].
/// The dominant subspace is found by iteration from a fixed start, so that the same model always
/// gives the same modes.
/// @param state_count number of real states to keep, at most that of the model
/// @returns about state_count / 2 modes (a real pole takes one mode), sorted by frequency; not
///          passive
/// @source Moore (1981); Halko, Martinsson and Tropp (2011) for the subspace
RankOneModes balanced_truncation(const RationalModel& model, Eigen::Index state_count);

/// Finds the frequencies [rad/s], > 0, ascending, at which Re H(i omega) of a model may be
/// singular. The result contains every frequency at which it is singular, and possibly a few at
/// which rounding makes it appear singular. With H(s) = C (s - A)^-1 B in real states,
///   Re H(i omega) = -C A (omega^2 + A^2)^-1 B
/// is singular exactly where -omega^2 is an eigenvalue of (1 - B (C A B)^-1 C A) A^2 restricted to
/// C A z = 0. Since H(0) = -C A^-1 B = 0, one eigenvalue per dof is 0; the further restriction C
/// A^-1 z = 0 removes these eigenvalues.
/// @throws Error(kInternal) unless the limit of omega^2 Re H at infinity, -C A B, is positive
///          definite
/// @source Boyd, Balakrishnan and Kabamba (1989) for the idea; Emami-Naeini and Van Dooren (1982)
///          for zeros of a linear system as eigenvalues
std::vector<double> singular_frequencies(const ReducedModel& model);

/// Returns the lowest eigenvalue of G (see PassivityBand) over all frequencies [rad/s]. Its sign is
/// exact: if it is positive, the model is passive at every frequency, not only at those of a grid.
/// The eigenvalue is evaluated in both limits, at the singular frequencies and between them, since
/// its sign cannot change anywhere else.
double proven_lowest_eigenvalue(const ReducedModel& model, const PassivityBand& band);

}  // namespace raftup::hydro
