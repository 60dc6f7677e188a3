#pragma once

#include <optional>
#include <vector>

#include "solver/contacts/placed_shape.hpp"
#include "solver/model/state.hpp"

namespace raftup::solver {

/// The shapes of a model at an instant, for queries between steps about the contacts that other
/// shapes would have with them. Queries have no effect on the simulation. The shapes of a query are
/// given at their poses in the world frame. Not thread-safe.
class ShapeWorld {
 public:
  explicit ShapeWorld(const Model& model);

  /// Places the shapes at the poses of the bodies of a state [m, world frame]. Height fields have
  /// the heights of the inputs of the state.
  void place(const State& state);

  /// A shape of the model that overlaps the shape of a query.
  struct Contact {
    std::size_t shape;
    /// Points of overlap; their normals point out of the shape of the model.
    std::vector<ContactPoint> points;
  };
  struct Distance {
    std::size_t shape;
    ShapeDistance distance;  ///< the distance [m]; its point 2 is on the shape of the model
  };

  /// Indices of the shapes whose bounding boxes along the world axes overlap that of `shape`.
  std::vector<std::size_t> bounds(const PosedShape& shape) const;
  /// The shapes that overlap `shape`, with the points of overlap.
  std::vector<Contact> contacts(const PosedShape& shape) const;
  /// The distances [m] from `shape` to all shapes of kinds with distances.
  /// @throws Error(kInvalidArgument) if `shape` is of a kind without distances
  std::vector<Distance> distances(const PosedShape& shape) const;
  /// The first shape that a line intersects, as seen from its start; nothing if it intersects none.
  /// @throws Error(kInvalidArgument) if `shape` is no line
  std::optional<Contact> pick(const PosedShape& line) const;

 private:
  struct Item {
    std::size_t shape;  ///< index of the shape in the model
    PlacedShape place;
    bool has_distance;
  };

  std::int64_t step_ns_;
  std::vector<Item> items_;
  std::vector<PosedShape> posed_;  ///< the shape of each item at its pose
};

}  // namespace raftup::solver
