#pragma once

#include <optional>
#include <vector>

#include "solver/contacts/distance_reading.hpp"

namespace raftup::solver {

/// The first shape that a line shape of a model intersects, as seen from the start of the line: a
/// probe.
class LineReading {
 public:
  /// Returns the indices of the shapes of a model that are lines and have readings.
  static std::vector<std::size_t> lines_of(const Model& model);

  /// @param line  one of lines_of(). It intersects shapes of other bodies and of the world that
  ///         take part in contacts, including shapes of disabled pairs
  /// @param model a checked model
  LineReading(std::size_t line, const Model& model);

  /// Sets the heights of height fields that the line may intersect to the values of their inputs at
  /// a time [s].
  void edit(const std::vector<InputSeries>& inputs, double now) {
    for (PlacedShape& other : others_) other.edit(inputs, now);
  }

  /// Returns the first intersection: its point [m, world frame], the normal of the surface, and as
  /// depth the length of the line behind the point [m]. Returns nothing if the line intersects no
  /// shape.
  std::optional<ContactPoint> read(const DistanceReading::BodyAt& body_at) const;

 private:
  PlacedShape line_;
  std::vector<PlacedShape> others_;
};

}  // namespace raftup::solver
