#pragma once

#include <functional>
#include <vector>

#include "solver/contacts/placed_shape.hpp"

namespace raftup::solver {

/// A distance reader made ready.
class DistanceReading {
 public:
  /// Where a body of the model is, by its index.
  using BodyAt = std::function<const BodyKinematics&(std::size_t)>;

  /// @param model checked
  DistanceReading(const DistanceReader& reader, const Model& model);

  /// The least distance of a shape of side 1 to one of side 2, of the first such pair.
  ShapeDistance read(const BodyAt& body_at) const;

 private:
  std::vector<PlacedShape> side1_, side2_;
};

/// A shape where its body is.
PosedShape posed(const PlacedShape& shape, const DistanceReading::BodyAt& body_at);

}  // namespace raftup::solver
