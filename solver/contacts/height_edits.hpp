#pragma once

#include <vector>

#include "solver/collision/collision_shape.hpp"
#include "solver/input_series.hpp"
#include "solver/model.hpp"

namespace raftup::solver {

/// The heights of a field as the inputs of a model (Heights) say them: a function of their samples
/// and of the time, whatever was before.
class HeightEdits {
 public:
  /// Of a shape that no input edits there is nothing to do.
  HeightEdits(const ContactShape& shape, const Model& model);

  /// Gives a shape the heights that hold at a time [s]; those nodes alone are compared and the
  /// surface is made anew where any has changed.
  /// @param form made of the shape, changed by nothing else
  void apply(const std::vector<InputSeries>& inputs, double now, CollisionShape& form);

 private:
  struct Edit {
    std::size_t input;
    std::size_t first;                ///< node
    std::size_t column_count, count;  ///< of nodes
  };

  bool streamed(const std::vector<InputSeries>& inputs) const;

  std::vector<Edit> edits_;
  std::vector<double> given_;  ///< heights without samples; empty where nothing edits them
  HeightField field_;          ///< as it is now
  std::vector<double> heights_, sample_;  ///< scratch
};

}  // namespace raftup::solver
