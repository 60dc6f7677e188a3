#pragma once

#include <vector>

#include "solver/geometry/collision/collision_shape.hpp"
#include "solver/model/inputs/input_series.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// The heights of a height field [m] that inputs of a model (Heights) set. The heights are a
/// function of the samples and the time only.
class HeightEdits {
 public:
  /// @param shape a shape; a shape that no input edits has no effect here
  /// @param model the model with its inputs
  HeightEdits(const ContactShape& shape, const Model& model);

  /// Sets the heights of a shape that hold at a time [s]. Only nodes that inputs edit are examined,
  /// and only changed heights are set.
  /// @param form made of the shape; no other object may change it
  void apply(const std::vector<InputSeries>& inputs, double now, CollisionShape& form);

 private:
  struct Edit {
    std::size_t input;
    std::vector<std::size_t> places;  ///< position of each node of the input in nodes_
  };

  bool streamed(const std::vector<InputSeries>& inputs) const;

  std::vector<Edit> edits_;
  std::vector<std::size_t> nodes_;  ///< indices of nodes that inputs edit, in ascending order
  /// Heights of these nodes [m]: without samples, and at present.
  std::vector<double> given_, now_;
  std::vector<double> wanted_, sample_;  ///< scratch
  std::vector<NodeHeight> changes_;      ///< scratch
};

}  // namespace raftup::solver
