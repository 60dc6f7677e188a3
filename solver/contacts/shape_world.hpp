#pragma once

#include <optional>
#include <vector>

#include "solver/contacts/placed_shape.hpp"
#include "solver/model/state.hpp"

namespace raftup::solver {

/// The shapes of a model that are there, asked between steps for what other shapes would meet,
/// which nothing feels. What is asked about is posed in the world. Not thread-safe.
class ShapeWorld {
 public:
  explicit ShapeWorld(const Model& model);

  /// Places the shapes where the bodies of a state are, with the heights that its inputs say.
  void place(const State& state);

  /// A shape of the model, by its index, that has something to do with another.
  struct Contact {
    std::size_t shape;
    std::vector<ContactPoint> points;  ///< normals out of the shape of the model
  };
  struct Distance {
    std::size_t shape;
    ShapeDistance distance;  ///< point 2 on the shape of the model
  };

  /// Those whose boxes along the world's axes overlap.
  std::vector<std::size_t> bounds(const PosedShape& shape) const;
  /// Those that overlap.
  std::vector<Contact> contacts(const PosedShape& shape) const;
  /// How far all are that have a distance.
  /// @throws Error(kInvalidArgument) where `shape` has none
  std::vector<Distance> distances(const PosedShape& shape) const;
  /// The first that a line meets on its way; none where it meets none.
  /// @throws Error(kInvalidArgument) where `shape` is no line
  std::optional<Contact> pick(const PosedShape& line) const;

 private:
  struct Item {
    std::size_t shape;  ///< index in the model
    PlacedShape place;
    bool has_distance;
  };

  std::int64_t step_ns_;
  std::vector<Item> items_;
  std::vector<PosedShape> posed_;  ///< of each item
};

}  // namespace raftup::solver
