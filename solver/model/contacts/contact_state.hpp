#pragma once

#include <cstdint>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// A point of contact as it was at the start of the last step, with its mean force over that step
/// [N].
struct ContactPointState {
  std::uint64_t feature = 0;           ///< ContactPoint::feature; 0 for the point of a fender
  Vector3 position = Vector3::Zero();  ///< m, world
  Vector3 normal = Vector3::Zero();    ///< unit normal, world axes, from shape 2 towards shape 1
  Vector3 force = Vector3::Zero();     ///< contact force on shape 1 [N], world axes
  double depth = 0.0;                  ///< overlap of the shapes [m], negative for a gap

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
  std::uint64_t shape1 = 0, shape2 = 0;  ///< indices of the shapes in the model, the smaller first
  double greatest_depth = 0.0;  ///< greatest overlap of the shapes since they began to touch [m]
  double touch_speed = 0.0;     ///< closing speed of the shapes when they began to touch [m/s]
  /// Unit vector in world axes with which the search for the points of contact begins in the next
  /// step.
  Vector3 search_normal = Vector3::Zero();
  std::vector<ContactPointState> points;
  /// Largest residual [1] of the solutions from which the contact forces of the last step come. It
  /// is 0 unless a contact reader of the model has the option ContactReader::residual.
  double residual = 0.0;

  /// Visits all fields except the residual, which serialize() writes in a later part of the bytes
  /// of a state.
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

/// All pairs of shapes that are near each other, sorted by the indices of the shapes.
using ContactPairs = std::vector<ContactPairState>;

}  // namespace raftup::solver
