#pragma once

#include <optional>
#include <vector>

#include "solver/contacts/distance_reading.hpp"

namespace raftup::solver {

/// The first shape that a line of a model meets from its start: a probe.
class LineReading {
 public:
  /// Indices of the shapes of a model that are lines and have readings.
  static std::vector<std::size_t> lines_of(const Model& model);

  /// @param line  one of lines_of(). It meets shapes of other bodies and of the world that take
  ///         part in contacts, also those with which pairs are disabled
  /// @param model a checked model
  LineReading(std::size_t line, const Model& model);

  /// Sets the heights of the height fields that the line may meet to the values of their inputs at
  /// a time [s].
  void edit(const std::vector<InputSeries>& inputs, double now) {
    for (PlacedShape& other : others_) other.edit(inputs, now);
  }

  /// The first hit: its point [m, world frame], the normal of the surface, and the length of the
  /// line behind it [m]; nothing if the line meets no shape.
  std::optional<ContactPoint> read(const DistanceReading::BodyAt& body_at) const;

 private:
  PlacedShape line_;
  std::vector<PlacedShape> others_;
};

}  // namespace raftup::solver
