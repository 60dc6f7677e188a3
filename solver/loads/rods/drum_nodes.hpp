#pragma once

#include "solver/loads/rods/discrete_rod.hpp"
#include "solver/loads/rods/rod_state.hpp"

namespace raftup::solver::rods {

/// What happens at the first end of a rod that comes from a drum, between two steps. L is the
/// unstretched length of the first element, l that of the second; velocities are those of the
/// material, at the drum v_0 + L' t along the first element.
///
/// Every function keeps the length and the mass that are out and the force on the drum, and never
/// raises the kinetic energy of the mass that was out before.
struct DrumEnd {
  double weight = 0.0;                 ///< of the first element, per meter [N/m]
  Vector3 velocity = Vector3::Zero();  ///< of the material at the drum [m/s, world frame]
};

/// The mass of a length that a drum has paid out takes the velocity of the node that receives half of
/// it: M v + dm v_drum = (M + dm) v'.
/// @param rod before the change of its first length
/// @param paid_out change of L [m]; nothing happens where it is negative
void mix_velocities(const DiscreteRod& rod, const DrumEnd& end, double paid_out, RodState& state);

/// Puts a node into the first element, at the unstretched length l from its second node, in line with
/// it and with the mean of both velocities by their distances. The tensions of both parts differ by
/// the weight of the new node along the element, so that the force on the drum stays.
/// @param spacing l [m], < L
void add_drum_node(const DiscreteRod& rod, const DrumEnd& end, double spacing, RodState& state);

/// Takes the second node out. The first element becomes the chord over both, with the mean of their
/// strains and tensions by lengths; the momentum of the node goes with its mass to both neighbors.
/// @param rod with the node, of three nodes at least
/// @returns length that is not needed for the chord, as the node stood beside it [m], >= 0
double remove_drum_node(const DiscreteRod& rod, RodState& state);

}  // namespace raftup::solver::rods
