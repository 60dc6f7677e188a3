#pragma once

#include <functional>
#include <vector>

#include "solver/contacts/placed_shape.hpp"

namespace raftup::solver {

/// A distance reader of a running simulation, which measures the distance [m] between two sets of
/// shapes.
class DistanceReading {
 public:
  /// Gives the motion of a body of the model by its index.
  using BodyAt = std::function<const BodyKinematics&(std::size_t)>;

  /// @param model checked
  DistanceReading(const DistanceReader& reader, const Model& model);

  /// The shortest distance [m] between a shape of side 1 and one of side 2; the first such pair if
  /// there are several.
  ShapeDistance read(const BodyAt& body_at) const;

 private:
  std::vector<PlacedShape> side1_, side2_;
};

/// A shape at the present pose of its body.
PosedShape posed(const PlacedShape& shape, const DistanceReading::BodyAt& body_at);

}  // namespace raftup::solver
