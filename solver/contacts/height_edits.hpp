#pragma once

#include <vector>

#include "solver/geometry/collision/collision_shape.hpp"
#include "solver/model/inputs/input_series.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// The heights of a height field [m] that the inputs of a model (Heights) set. They are a function
/// of the samples and of the time alone.
class HeightEdits {
 public:
  /// A shape that no input edits needs nothing.
  HeightEdits(const ContactShape& shape, const Model& model);

  /// Sets the heights of a shape that hold at a time [s]. Only the nodes that inputs edit are
  /// examined, and only those whose height has changed are set.
  /// @param form made of the shape and changed by no one else
  void apply(const std::vector<InputSeries>& inputs, double now, CollisionShape& form);

 private:
  struct Edit {
    std::size_t input;
    std::vector<std::size_t> places;  ///< indices of its nodes among all that are edited
  };

  bool streamed(const std::vector<InputSeries>& inputs) const;

  std::vector<Edit> edits_;
  std::vector<std::size_t> nodes_;  ///< nodes that inputs edit, in ascending order
  /// m: heights of these nodes without samples, and present heights
  std::vector<double> given_, now_;
  std::vector<double> wanted_, sample_;  ///< scratch
  std::vector<NodeHeight> changes_;      ///< scratch
};

}  // namespace raftup::solver
