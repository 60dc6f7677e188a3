#pragma once

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// The blocks of added mass between two bodies, A_12: momentum of body 1 from motion of body 2.
/// Units per quadrant [kg, kg m; kg m, kg m2].
struct AddedMassBlocks {
  Matrix6 body1 = Matrix6::Zero();
  Matrix6 body2 = Matrix6::Zero();
  Matrix6 off_diagonal = Matrix6::Zero();

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body1", self.body1);
    field("body2", self.body2);
    field("off_diagonal", self.off_diagonal);
  }

  bool operator==(const AddedMassBlocks&) const = default;
};

/// The symmetric matrix of the blocks: 12 x 12, of body 1 alone 6 x 6.
inline MatrixXd stacked(const AddedMassBlocks& blocks, bool pair) {
  if (!pair) return blocks.body1;
  MatrixXd A(2 * kDofs, 2 * kDofs);
  A << blocks.body1, blocks.off_diagonal, blocks.off_diagonal.transpose(), blocks.body2;
  return A;
}

}  // namespace raftup::solver
