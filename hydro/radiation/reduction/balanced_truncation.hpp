#pragma once

#include "hydro/radiation/reduction/reduced_model.hpp"

namespace raftup::hydro {

/// The modes that a model with H(0) = 0 is best reduced to: those that move most and are seen most,
/// by balanced truncation of H(s) / s. The projection is one-sided in the symmetric form of the
/// model, so that every residue of the reduced one is c c^T.
/// The dominant subspace is found by iteration from a fixed start: the same model gives the same
/// modes.
/// @param state_count real states to keep, at most those of the model
/// @returns about state_count / 2 modes (a real pole takes a whole one), sorted by frequency; not
///          passive
/// @source Moore (1981); Halko, Martinsson and Tropp (2011) for the subspace
RankOneModes balanced_truncation(const RationalModel& model, Eigen::Index state_count);

}  // namespace raftup::hydro
