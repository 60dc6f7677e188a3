/// @file Scenes with loads of every kind, for tests that must hold for each of them.
#pragma once

#include <random>
#include <vector>

#include "solver/model/loads/load.hpp"
#include "solver/model/model.hpp"
#include "tests/support/examples/load_examples.hpp"

namespace raftup::testing {

/// A vector whose components are uniform between -size and size.
Vector3 random_vector(double size, std::mt19937& generator);

/// A symmetric matrix without negative eigenvalues.
Matrix6 random_stiffness(double size, std::mt19937& generator);

/// Scale of masses and forces [kg]: the examples of loads are made for bodies of so many kg.
constexpr double kScale = 5e4;

/// Two bodies about where the examples of loads have them, moving and turning: "hull" and "tug".
solver::Model random_pair(std::mt19937& generator);

/// The example of every kind, in the order of the kinds.
std::vector<solver::LoadKind> every_load(const ExampleChanges& changes);

/// The kinds of load that every stepper takes.
std::vector<std::string> kinds_of_every_stepper();

/// A floating hemisphere "hull" and a "tug" beside it, on one load at least of every kind that every
/// stepper takes, in two waves, a current and wind. Each load has the name of its kind.
/// @param step h [s]
solver::Model all_loads(double step);

/// The scene of all_loads() turned about the vertical through the origin, waves, current and wind
/// included.
/// @param angle [rad]
solver::Model turned(solver::Model model, double angle);

}  // namespace raftup::testing
