/// @file Models of few states for many bodies: their modes, the refinement of these, and the proof
///         that they are passive.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "hydro/radiation/reduction/reduced_model.hpp"
#include "hydro/radiation/reduction/reduction_loss.hpp"
#include "hydro/radiation/state_space/passivity.hpp"

namespace raftup::hydro {

/// The error of a model, in the measure to which a tolerance refers.
using ReducedModelError = std::function<double(const ReducedModel&)>;

/// A passive model of few states for many bodies. Balanced truncation of an accurate model gives
/// modes of rank one; their poles [rad/s] and vectors are then refined together against the target,
/// and against deficits of passivity at the frequencies where a scan finds them, round by round.
/// The remaining deficit is lifted, and passivity is proven (proven_lowest_eigenvalue()). Every
/// step is a fixed sequence of operations: the same model gives the same bits.
/// @param model       accurate, in the scaled dofs of the target; passive or not
/// @param state_count real states of the truncation; closing and lifting it add two per dof
/// @param tolerance   rounds end at the first model whose error is within it
/// @returns the passive model of least error; nothing if no round gave one
/// @source Moore (1981) for the truncation
std::optional<ReducedModel> reduce_model(const RationalModel& model, const ReductionTarget& target,
                                         Eigen::Index state_count,
                                         const ReducedModelError& error_of, double tolerance);

/// The modes that approximate a model with H(0) = 0 best: those that are excited and observed most,
/// by balanced truncation of H(s) / s. The projection is one-sided in the symmetric form of the
/// model, so that every residue of the reduced one is c c^T [N/m, N, N m].
/// The dominant subspace is found by iteration from a fixed start: the same model gives the same
/// modes.
/// @param state_count real states to keep, at most those of the model
/// @returns about state_count / 2 modes (a real pole takes a whole one), sorted by frequency; not
///          passive
/// @source Moore (1981); Halko, Martinsson and Tropp (2011) for the subspace
RankOneModes balanced_truncation(const RationalModel& model, Eigen::Index state_count);

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

/// Lowest eigenvalue of G over all frequencies [rad/s]; its sign is exact. If it is positive the
/// model is passive, also between the points of any grid. It is evaluated at both limits, at the
/// singular frequencies and between them, since the sign cannot change anywhere else.
double proven_lowest_eigenvalue(const ReducedModel& model, const PassivityBand& band);

}  // namespace raftup::hydro
