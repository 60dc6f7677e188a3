#pragma once

#include <optional>
#include <vector>

#include "solver/contacts/placed_shape.hpp"
#include "solver/model/state.hpp"

namespace raftup::solver {

/// The shapes of a model at an instant, for questions between steps about what other shapes would
/// meet; the answers have no effect on the simulation. Shapes in question are given at their poses
/// in the world frame. Not thread-safe.
class ShapeWorld {
 public:
  explicit ShapeWorld(const Model& model);

  /// Places the shapes at the poses of the bodies of a state [m, world frame], with the heights
  /// that its inputs say.
  void place(const State& state);

  /// A shape of the model, by its index, that overlaps another.
  struct Contact {
    std::size_t shape;
    std::vector<ContactPoint> points;  ///< their normals point out of the shape of the model
  };
  struct Distance {
    std::size_t shape;
    ShapeDistance distance;  ///< [m]; point 2 lies on the shape of the model
  };

  /// Indices of the shapes whose boxes along the axes of the world overlap that of `shape`.
  std::vector<std::size_t> bounds(const PosedShape& shape) const;
  /// The shapes that overlap `shape`.
  std::vector<Contact> contacts(const PosedShape& shape) const;
  /// The distances [m] of all shapes that can have one.
  /// @throws Error(kInvalidArgument) if `shape` is of a kind without distances
  std::vector<Distance> distances(const PosedShape& shape) const;
  /// The first shape that a line meets from its start; nothing if it meets none.
  /// @throws Error(kInvalidArgument) if `shape` is no line
  std::optional<Contact> pick(const PosedShape& line) const;

 private:
  struct Item {
    std::size_t shape;  ///< index in the model
    PlacedShape place;
    bool has_distance;
  };

  std::int64_t step_ns_;
  std::vector<Item> items_;
  std::vector<PosedShape> posed_;  ///< the shape of each item at its pose
};

}  // namespace raftup::solver
