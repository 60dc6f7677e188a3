#include "solver/loads/rods/drum_nodes.hpp"

#include <algorithm>
#include <cmath>

namespace raftup::solver::rods {

void mix_velocities(const DiscreteRod& rod, const DrumEnd& end, double paid_out, RodState& state) {
  if (paid_out <= 0.0 || rod.is_kept(1)) return;
  const double added = 0.5 * rod.elements().front().mass * paid_out;
  const double share = added / (rod.nodes()[1].mass + added);
  state.velocity[1] += share * (end.velocity - state.velocity[1]);
}

void add_drum_node(const DiscreteRod& rod, const DrumEnd& end, double spacing, RodState& state) {
  const Element& element = rod.elements().front();
  const double L = state.drum_length, rest = L - spacing;
  const Vector3 along = state.position[1] - state.position[0];
  const double n = along.norm(), tension = state.tension[0];
  // A loose element has no tension to carry the new node with.
  const double weight = n > 0.0 ? -0.5 * end.weight * L * along.z() / n : 0.0;
  const double carried = std::abs(weight) < tension ? weight : 0.0;
  const double before = tension + carried * spacing / L, after = tension - carried * rest / L;
  const double stretched = rest * (n / L + (before - tension) / element.axial_stiffness);
  const double share = n > 0.0 ? std::clamp(stretched / n, 0.0, 1.0) : rest / L;
  const Vector3 position = state.position[0] + share * along;
  const Vector3 velocity = end.velocity + share * (state.velocity[1] - end.velocity);
  state.position.insert(state.position.begin() + 1, position);
  state.velocity.insert(state.velocity.begin() + 1, velocity);
  state.tension.insert(state.tension.begin() + 1, after);
  state.tension[0] = before;
  if (!state.bottom_shear.empty()) {
    state.bottom_shear.insert(state.bottom_shear.begin() + 1, Vector2::Zero());
  }
  state.drum_length = rest;
}

double remove_drum_node(const DiscreteRod& rod, RodState& state) {
  const double L = state.drum_length, l = rod.elements()[1].length, both = L + l;
  const auto& x = state.position;
  const double stretched = (x[1] - x[0]).norm() + (x[2] - x[1]).norm();
  const double chord = (x[2] - x[0]).norm();
  state.tension[0] = (L * state.tension[0] + l * state.tension[1]) / both;
  if (!rod.is_kept(2)) {
    const double added = 0.5 * rod.elements().front().mass * L;
    const double share = added / (rod.nodes()[2].mass + added);
    state.velocity[2] += share * (state.velocity[1] - state.velocity[2]);
  }
  state.position.erase(state.position.begin() + 1);
  state.velocity.erase(state.velocity.begin() + 1);
  state.tension.erase(state.tension.begin() + 1);
  if (!state.bottom_shear.empty()) state.bottom_shear.erase(state.bottom_shear.begin() + 1);
  // A loose chord keeps the length, since it has no strain that the node has given up.
  state.drum_length = stretched > both ? both * chord / stretched : both;
  return both - state.drum_length;
}

}  // namespace raftup::solver::rods
