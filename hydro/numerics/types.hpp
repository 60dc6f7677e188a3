/// @file Vectors, matrices and rotations that all of Raftup uses.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <complex>
#include <cstddef>

namespace raftup {

using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Eigen::VectorXcd;
using Eigen::VectorXd;
using Vector2 = Eigen::Vector2d;
using Vector3 = Eigen::Vector3d;
using Matrix3 = Eigen::Matrix3d;
/// surge sway heave roll pitch yaw
using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;
using Quaternion = Eigen::Quaterniond;
using RowMajorMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Complex = std::complex<double>;

inline constexpr Eigen::Index kDofs = 6;  ///< rigid-body dofs of one body

/// Row of the surge of body number `body` in vectors and matrices over all dofs.
constexpr Eigen::Index first_dof(std::size_t body) {
  return kDofs * static_cast<Eigen::Index>(body);
}

/// A series of square matrices as one table: row k is the k-th matrix flattened row by row. Sums
/// over the series then are products with the table.
inline Eigen::Map<const RowMajorMatrix> matrix_of_row(const RowMajorMatrix& table, Eigen::Index row,
                                                      Eigen::Index size) {
  return {table.data() + row * table.cols(), size, size};
}

inline Eigen::Map<RowMajorMatrix> matrix_of_row(RowMajorMatrix& table, Eigen::Index row,
                                                Eigen::Index size) {
  return {table.data() + row * table.cols(), size, size};
}

/// The square matrix that a weighted sum of rows flattens to.
inline MatrixXd weighted_matrix(const RowMajorMatrix& table, const VectorXd& weights,
                                Eigen::Index size) {
  const Eigen::RowVectorXd sum = weights.transpose() * table;
  return Eigen::Map<const RowMajorMatrix>(sum.data(), size, size);
}

/// Rotation vector [rad] of a unit quaternion, its angle in [0, pi]; the same bits on every
/// machine.
Vector3 rotation_vector(const Quaternion& rotation);

}  // namespace raftup
