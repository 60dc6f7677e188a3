/// @file Loads of every kind, for tests that must hold for each of them.
#pragma once

#include <cstddef>
#include <random>
#include <vector>

#include "solver/model/loads/load.hpp"
#include "solver/model/model.hpp"

namespace raftup::testing {

/// A vector whose components are uniform between -size and size.
Vector3 random_vector(double size, std::mt19937& generator);

/// A symmetric matrix without negative eigenvalues.
Matrix6 random_stiffness(double size, std::mt19937& generator);

/// Two bodies anywhere, moving and turning: "a" and "b".
solver::Model random_pair(std::mt19937& generator);

/// How many kinds of load there are, and which of them a load is.
std::size_t load_kind_count();
std::size_t load_kind_index(const solver::LoadKind& kind);

/// A load of every kind between the two bodies or on body b, in the order of the kinds and without
/// damping: what it takes out of their motion it keeps.
std::vector<solver::LoadKind> conservative_loads(std::mt19937& generator);

/// Gives a load of conservative_loads() damping, where its kind has any.
void set_damping(solver::LoadKind& kind, std::mt19937& generator);

/// A floating hemisphere "rig" and a "tug" beside it, on one load of every kind at least, in two
/// waves, a current and wind.
/// @param step h [s]
solver::Model all_loads(double step);

/// The scene of all_loads() turned about the vertical through the origin, waves, current and wind
/// included.
/// @param angle [rad]
solver::Model turned(solver::Model model, double angle);

}  // namespace raftup::testing
