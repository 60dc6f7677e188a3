#pragma once

#include <span>

#include "solver/loads/rods/block_band.hpp"
#include "solver/loads/rods/discrete_rod.hpp"
#include "solver/loads/rods/drum.hpp"
#include "solver/loads/rods/stretch.hpp"

namespace raftup::solver::rods {

/// Adds the forces of the elements and bends of a rod at rest at the positions x [m] to the right
/// side of a band, and their stiffness to its matrix [N/m]:
///   elements  EA/l t t^T + T/n (I - t t^T), exact for T >= 0; for T < 0 the second part is left out,
///   bends     B G^T G; the part with second derivatives of kb is left out, 0 in a straight rod,
/// so that the matrix is positive semidefinite.
/// @param bending share of the bending stiffness that acts [1]; with 0 elements do not push either,
///        as those of a rope, so that the energy is convex
/// With a curve or creep, the stiffness of the element is the slope of its tension.
/// @param drums at the ends of the rod, in a step that they have begun
/// @param creeps of the elements; default: at rest
void add_elasticity(const DiscreteRod& rod, std::span<const Vector3> x, double bending,
                    BlockBand& band, const Drums& drums = {}, const Creeps& creeps = {});

/// Returns the energy of the elements and bends of a rod at the positions x [J], and the work of
/// drums on them, with arguments as for add_elasticity().
double elastic_energy(const DiscreteRod& rod, std::span<const Vector3> x, double bending,
                      const Drums& drums = {}, const Creeps& creeps = {});

}  // namespace raftup::solver::rods
