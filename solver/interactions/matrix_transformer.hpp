#pragma once

#include "solver/interactions/added_mass_blocks.hpp"

namespace raftup::solver {

/// How the blocks of an AddedMassInteraction become those between velocities in world axes, in
/// place of HydroFrame: for data in frames of the user's own.
///
/// The bodies are always those of the interaction's body1 and body2, in this order, wherever the
/// solver has them in its matrices.
///
/// An implementation is a function of its arguments alone, smooth in the attitudes: the solver
/// differentiates it along the motion (dA_w/dt, to 1e-12) and may call it in any order, for any
/// pose, from several threads. The digest of a model knows only that there is one.
class MatrixTransformer {
 public:
  MatrixTransformer() = default;
  MatrixTransformer(const MatrixTransformer&) = default;
  MatrixTransformer& operator=(const MatrixTransformer&) = default;
  virtual ~MatrixTransformer() = default;

  /// @param given     the blocks as the interaction has them at this time
  /// @param rotation1 of body 1, body axes to world axes
  /// @param rotation2 of body 2; identity where there is none
  /// @returns the blocks in world axes; `body1` and `body2` symmetric
  virtual AddedMassBlocks transform(const AddedMassBlocks& given, const Matrix3& rotation1,
                                    const Matrix3& rotation2) const = 0;
};

}  // namespace raftup::solver
