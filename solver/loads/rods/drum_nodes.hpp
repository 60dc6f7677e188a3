#pragma once

#include "solver/loads/rods/discrete_rod.hpp"
#include "solver/loads/rods/rod_state.hpp"

namespace raftup::solver::rods {

/// What happens beside a drum or an eye at an end of a rod, between two steps. L is the unstretched
/// length of the element at the end, l that of the next one; velocities are those of the material, at
/// the end v_0 + L' t along the element.
///
/// Every function keeps the length and the mass that are out and the force on the drum, and never
/// raises the kinetic energy of the mass that was out before.
struct DrumEnd {
  std::size_t end = 0;                 ///< 0 = the first end of the rod, 1 = the last
  double weight = 0.0;                 ///< of the element, per meter [N/m]
  Vector3 velocity = Vector3::Zero();  ///< of the material at the end [m/s, world frame]
};

/// The mass of a length that has been paid out takes the velocity of the node that receives half of
/// it: M v + dm v_end = (M + dm) v'.
/// @param rod before the change of its length
/// @param paid_out change of L [m]; nothing happens where it is negative
void mix_velocities(const DiscreteRod& rod, const DrumEnd& end, double paid_out, RodState& state);

/// Puts a node into the element, at the unstretched length l from its inner node, in line with it and
/// with the mean of both velocities by their distances. The tensions of both parts differ by the
/// weight of the new node along the element, so that the force on the drum stays.
/// @param spacing l [m], < L
void add_drum_node(const DiscreteRod& rod, const DrumEnd& end, double spacing, RodState& state);

/// Takes the second node out. The element becomes the chord over both, with the mean of their strains
/// and tensions by lengths; the momentum of the node goes with its mass to both neighbors.
/// @param rod with the node, of three nodes at least
/// @param end 0 = the first end of the rod, 1 = the last
/// @returns length that is not needed for the chord, as the node stood beside it [m], >= 0
double remove_drum_node(const DiscreteRod& rod, std::size_t end, RodState& state);

}  // namespace raftup::solver::rods
