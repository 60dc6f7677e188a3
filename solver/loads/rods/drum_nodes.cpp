#include "solver/loads/rods/drum_nodes.hpp"

#include <algorithm>
#include <cmath>

namespace raftup::solver::rods {

namespace {

/// Place of what is k places from an end in a row of `count` things.
std::size_t from_end(std::size_t side, std::size_t k, std::size_t count) {
  return side == 0 ? k : count - 1 - k;
}

/// Inserts a value so that it stands k places from an end.
template <typename Value>
void insert(std::vector<Value>& row, std::size_t end, std::size_t k, const Value& value) {
  const std::size_t before = end == 0 ? k : row.size() - k;
  row.insert(row.begin() + static_cast<std::ptrdiff_t>(before), value);
}

template <typename Value>
void erase(std::vector<Value>& row, std::size_t end, std::size_t k) {
  row.erase(row.begin() + static_cast<std::ptrdiff_t>(from_end(end, k, row.size())));
}

}  // namespace

void mix_velocities(const DiscreteRod& rod, const DrumEnd& end, double paid_out, RodState& state) {
  const std::size_t inner = from_end(end.end, 1, rod.nodes().size());
  if (paid_out <= 0.0 || rod.is_kept(inner)) return;
  const double added =
      0.5 * rod.elements()[from_end(end.end, 0, rod.elements().size())].mass * paid_out;
  const double share = added / (rod.nodes()[inner].mass + added);
  state.velocity[inner] += share * (end.velocity - state.velocity[inner]);
}

void add_drum_node(const DiscreteRod& rod, const DrumEnd& end, double spacing, RodState& state) {
  const std::size_t side = end.end, nodes = state.position.size(), elements = nodes - 1;
  const Element& element = rod.elements()[from_end(side, 0, rod.elements().size())];
  const double L = state.end_length[side], rest = L - spacing;
  const Vector3& at_end = state.position[from_end(side, 0, nodes)];
  const Vector3 along = state.position[from_end(side, 1, nodes)] - at_end;
  const double n = along.norm();
  double& tension = state.tension[from_end(side, 0, elements)];
  // A loose element has no tension to carry the new node with.
  const double weight = n > 0.0 ? -0.5 * end.weight * L * along.z() / n : 0.0;
  const double carried = std::abs(weight) < tension ? weight : 0.0;
  const double inner = tension - carried * rest / L, change = carried * spacing / L;
  const double stretched = rest * (n / L + change / element.axial_stiffness);
  const double share = n > 0.0 ? std::clamp(stretched / n, 0.0, 1.0) : rest / L;
  const Vector3 position = at_end + share * along;
  const Vector3& next = state.velocity[from_end(side, 1, nodes)];
  const Vector3 velocity = end.velocity + share * (next - end.velocity);
  tension += change;
  insert(state.position, side, 1, position);
  insert(state.velocity, side, 1, velocity);
  insert(state.tension, side, 1, inner);
  if (!state.bottom_shear.empty()) insert(state.bottom_shear, side, 1, Vector2(Vector2::Zero()));
  state.end_length[side] = rest;
}

double remove_drum_node(const DiscreteRod& rod, std::size_t end, RodState& state) {
  const std::size_t nodes = state.position.size(), elements = nodes - 1;
  const std::size_t node = from_end(end, 1, nodes), next = from_end(end, 2, nodes);
  const double L = state.end_length[end];
  const double l = rod.elements()[from_end(end, 1, elements)].length, both = L + l;
  const Vector3& at_end = state.position[from_end(end, 0, nodes)];
  const double stretched =
      (state.position[node] - at_end).norm() + (state.position[next] - state.position[node]).norm();
  const double chord = (state.position[next] - at_end).norm();
  double& tension = state.tension[from_end(end, 0, elements)];
  tension = (L * tension + l * state.tension[from_end(end, 1, elements)]) / both;
  if (!rod.is_kept(next)) {
    const double added = 0.5 * rod.elements()[from_end(end, 0, elements)].mass * L;
    const double share = added / (rod.nodes()[next].mass + added);
    state.velocity[next] += share * (state.velocity[node] - state.velocity[next]);
  }
  erase(state.position, end, 1);
  erase(state.velocity, end, 1);
  erase(state.tension, end, 1);
  if (!state.bottom_shear.empty()) erase(state.bottom_shear, end, 1);
  // A loose chord keeps the length, since it has no strain that the node has given up.
  state.end_length[end] = stretched > both ? both * chord / stretched : both;
  return both - state.end_length[end];
}

}  // namespace raftup::solver::rods
