#pragma once

#include <vector>

#include "solver/geometry/collision/collision_shape.hpp"
#include "solver/model/inputs/input_series.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// The heights of a field as the inputs of a model (Heights) say them: a function of their samples
/// and of the time, whatever was before.
class HeightEdits {
 public:
  /// Of a shape that no input edits there is nothing to do.
  HeightEdits(const ContactShape& shape, const Model& model);

  /// Gives a shape the heights that hold at a time [s]: those nodes alone are looked at, and those
  /// that have changed are set.
  /// @param form made of the shape, changed by nothing else
  void apply(const std::vector<InputSeries>& inputs, double now, CollisionShape& form);

 private:
  struct Edit {
    std::size_t input;
    std::vector<std::size_t> places;  ///< of its nodes among all that are edited
  };

  bool streamed(const std::vector<InputSeries>& inputs) const;

  std::vector<Edit> edits_;
  std::vector<std::size_t> nodes_;       ///< that inputs edit, ascending
  std::vector<double> given_, now_;      ///< heights of these without samples, and as they are
  std::vector<double> wanted_, sample_;  ///< scratch
  std::vector<NodeHeight> changes_;      ///< scratch
};

}  // namespace raftup::solver
