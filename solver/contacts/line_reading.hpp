#pragma once

#include <optional>
#include <vector>

#include "solver/contacts/distance_reading.hpp"

namespace raftup::solver {

/// What a line that is a shape of a model meets first on its way: a probe.
class LineReading {
 public:
  /// Shapes of a model that are lines and there, by their index: those that have readings.
  static std::vector<std::size_t> lines_of(const Model& model);

  /// @param line  one of lines_of(): it meets shapes of other bodies and of the world that take
  ///              part in contacts, whatever lets pairs pass
  /// @param model checked
  LineReading(std::size_t line, const Model& model);

  /// Gives the fields that it meets the heights that inputs say at a time [s].
  void edit(const std::vector<InputSeries>& inputs, double now) {
    for (PlacedShape& other : others_) other.edit(inputs, now);
  }

  /// The first hit: where, the surface's normal, and how much of the line lies behind it; none
  /// where it meets nothing.
  std::optional<ContactPoint> read(const DistanceReading::BodyAt& body_at) const;

 private:
  PlacedShape line_;
  std::vector<PlacedShape> others_;
};

}  // namespace raftup::solver
