#include "solver/linearisation/dof_axes.hpp"

namespace raftup::solver {

DofAxes::DofAxes(const std::vector<Heading>& headings) {
  for (const Heading& heading : headings) rotations_.push_back(heading.rotation());
}

MatrixXd DofAxes::by_dofs(MatrixXd columns) const {
  for (Eigen::Index half = 0; 3 * half < columns.cols(); ++half) {
    auto three = columns.middleCols<3>(3 * half);
    three = three.lazyProduct(rotations_[static_cast<std::size_t>(half / 2)]).eval();
  }
  return columns;
}

MatrixXd DofAxes::in_dofs(MatrixXd rows) const {
  if (rows.cols() == 0) return rows;  // without storage, of which no block may be taken
  for (Eigen::Index half = 0; 3 * half < rows.rows(); ++half) {
    auto three = rows.middleRows<3>(3 * half);
    three = rotations_[static_cast<std::size_t>(half / 2)].transpose().lazyProduct(three).eval();
  }
  return rows;
}

MatrixXd DofAxes::to_world(MatrixXd rows) const {
  for (Eigen::Index half = 0; 3 * half < rows.rows(); ++half) {
    auto three = rows.middleRows<3>(3 * half);
    three = rotations_[static_cast<std::size_t>(half / 2)].lazyProduct(three).eval();
  }
  return rows;
}

}  // namespace raftup::solver
