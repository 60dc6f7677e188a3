#pragma once

#include <algorithm>
#include <span>

#include "solver/loads/rods/rod_water.hpp"

namespace raftup::solver {

/// The weight of the nodes of a rod in still water, below and above its surface z = 0.
class LineWeight {
 public:
  /// @param rod must outlive the object
  explicit LineWeight(const rods::DiscreteRod& rod) : rod_(rod) {}

  /// Force on a node at a height z [m] above still water [N, upwards].
  double force(std::size_t node, double z) const {
    return -of(node).weight - (z > 0.0 ? of(node).buoyancy : 0.0);
  }
  /// Potential energy of a node at a height z above still water [J].
  double energy(std::size_t node, double z) const {
    return of(node).weight * z + of(node).buoyancy * std::max(z, 0.0);
  }

 private:
  const rods::DiscreteRod::Node& of(std::size_t node) const { return rod_.nodes()[node]; }

  const rods::DiscreteRod& rod_;
};

/// Weight of an element in still water, per meter [N/m]: net of buoyancy as far as it is below the
/// surface.
/// @param end, inner positions of its nodes [m, world frame]
inline double weight_of(const rods::Element& element, const Vector3& end, const Vector3& inner) {
  return element.weight + (1.0 - rods::share_below(end.z(), inner.z())) * element.buoyancy;
}
/// The force of the weight of an element at a drum on its length, w (z_0 - z_1)/2 [N], see rods::Drum.
inline double hanging_weight(const rods::Element& element, const Vector3& end,
                             const Vector3& inner) {
  return 0.5 * weight_of(element, end, inner) * (end.z() - inner.z());
}

}  // namespace raftup::solver
