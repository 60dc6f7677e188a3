#include "hydro/radiation/body_blocks.hpp"

namespace raftup::hydro {

MatrixXd diagonal_blocks(MatrixXd matrix) {
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
      if (i / kDofs != j / kDofs) matrix(i, j) = 0.0;
    }
  }
  return matrix;
}

}  // namespace raftup::hydro
