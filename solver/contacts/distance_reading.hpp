#pragma once

#include <functional>
#include <vector>

#include "solver/contacts/placed_shape.hpp"

namespace raftup::solver {

/// The reading of a distance reader: the distance [m] between two sets of shapes in a running
/// simulation.
class DistanceReading {
 public:
  /// A function that returns the motion of a body of the model by its index.
  using BodyAt = std::function<const BodyKinematics&(std::size_t)>;

  /// @param model a checked model
  DistanceReading(const DistanceReader& reader, const Model& model);

  /// Returns the shortest distance [m] between a shape of side 1 and a shape of side 2, with its
  /// points; the first such pair if there are several.
  ShapeDistance read(const BodyAt& body_at) const;

 private:
  std::vector<PlacedShape> side1_, side2_;
};

/// Returns a shape at the present pose of its body.
PosedShape posed(const PlacedShape& shape, const DistanceReading::BodyAt& body_at);

}  // namespace raftup::solver
