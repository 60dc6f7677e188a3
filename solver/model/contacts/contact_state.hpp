#pragma once

#include <cstdint>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// A point of contact over the last step.
struct ContactPointState {
  std::uint64_t feature = 0;           ///< ContactPoint::feature; 0 of a fender
  Vector3 position = Vector3::Zero();  ///< m, world
  Vector3 normal = Vector3::Zero();    ///< on shape 1, out of shape 2
  Vector3 force = Vector3::Zero();     ///< N, on shape 1, world
  double depth = 0.0;                  ///< m

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("feature", self.feature);
    field("position", self.position);
    field("normal", self.normal);
    field("force", self.force);
    field("depth", self.depth);
  }
};

/// True if the shapes overlap at this point or push each other.
inline bool touches_there(const ContactPointState& point) {
  return point.depth > 0.0 || !point.force.isZero(0.0);
}

/// Two shapes that were near each other at the start of the last step.
struct ContactPairState {
  std::uint64_t shape1 = 0, shape2 = 0;  ///< indices in the model, the smaller first
  double greatest_depth = 0.0;           ///< m, since they began to touch
  double touch_speed = 0.0;              ///< m/s, closing speed when they began to touch
  /// unit vector, world axes: where the search for their points begins
  Vector3 search_normal = Vector3::Zero();
  std::vector<ContactPointState> points;
  /// Largest residual [1] of the solutions from which its forces over the last step come, if a
  /// contact reader of the model asks for it (ContactReader::residual); else 0.
  double residual = 0.0;

  /// All fields but the residual, which is stored separately in a state (serialize()).
  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("shape1", self.shape1);
    field("shape2", self.shape2);
    field("greatest_depth", self.greatest_depth);
    field("touch_speed", self.touch_speed);
    field("search_normal", self.search_normal);
    field("points", self.points);
  }
};

/// All pairs of an island, sorted by shapes.
using ContactPairs = std::vector<ContactPairState>;

}  // namespace raftup::solver
