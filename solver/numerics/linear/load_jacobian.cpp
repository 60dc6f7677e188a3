#include "solver/numerics/linear/load_jacobian.hpp"

#include <algorithm>
#include <utility>

namespace raftup::solver {

void LoadJacobian::set_zero() {
  for (Block& block : blocks_) {
    block.stiffness.setZero();
    block.damping.setZero();
  }
}

void LoadJacobian::add(std::size_t row, std::size_t column, const Matrix6& stiffness,
                       const Matrix6& damping) {
  Block& target = block(std::max(row, column), std::min(row, column));
  if (row == column) {
    target.stiffness += 0.5 * (stiffness + stiffness.transpose());
    target.damping += 0.5 * (damping + damping.transpose());
  } else if (row > column) {
    target.stiffness += stiffness;
    target.damping += damping;
  } else {
    target.stiffness += stiffness.transpose();
    target.damping += damping.transpose();
  }
}

LoadJacobian::Block& LoadJacobian::block(std::size_t row, std::size_t column) {
  const auto place = std::lower_bound(blocks_.begin(), blocks_.end(), std::pair{row, column},
                                      [](const Block& block, const auto& pair) {
                                        return std::pair{block.row, block.column} < pair;
                                      });
  if (place != blocks_.end() && place->row == row && place->column == column) return *place;
  return *blocks_.insert(place, {row, column});
}

Matrix6 turned(const Matrix6& A, const Matrix3& row, const Matrix3& column) {
  Matrix6 result;
  for (const Eigen::Index i : {0, 3}) {
    for (const Eigen::Index j : {0, 3}) {
      result.block<3, 3>(i, j) = row * A.block<3, 3>(i, j) * column.transpose();
    }
  }
  return result;
}

}  // namespace raftup::solver
