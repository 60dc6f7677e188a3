/// @file Types of vectors, matrices and rotations that all of Raftup uses.
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
/// A vector over the dofs of one body: surge, sway, heave, roll, pitch, yaw.
using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;
using Quaternion = Eigen::Quaterniond;
using RowMajorMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Complex = std::complex<double>;

inline constexpr Eigen::Index kDofs = 6;  ///< number of rigid-body dofs of one body

/// Returns the row of the surge of body number `body` in vectors and matrices over the dofs of all
/// bodies.
constexpr Eigen::Index first_dof(std::size_t body) {
  return kDofs * static_cast<Eigen::Index>(body);
}

/// Returns one matrix of a series of square matrices that is stored as a table: row k of the table
/// is the k-th matrix, flattened row by row. Sums over the series are then products with the table.
/// @param size number of rows and columns of each matrix
inline Eigen::Map<const RowMajorMatrix> matrix_of_row(const RowMajorMatrix& table, Eigen::Index row,
                                                      Eigen::Index size) {
  return {table.data() + row * table.cols(), size, size};
}

inline Eigen::Map<RowMajorMatrix> matrix_of_row(RowMajorMatrix& table, Eigen::Index row,
                                                Eigen::Index size) {
  return {table.data() + row * table.cols(), size, size};
}

/// Returns the weighted sum of the matrices of a series that is stored as a table, see
/// matrix_of_row().
inline MatrixXd weighted_matrix(const RowMajorMatrix& table, const VectorXd& weights,
                                Eigen::Index size) {
  const Eigen::RowVectorXd sum = weights.transpose() * table;
  return Eigen::Map<const RowMajorMatrix>(sum.data(), size, size);
}

/// Returns the rotation vector [rad] of a unit quaternion, with an angle in [0, pi]. The result is
/// bit for bit the same on every machine.
Vector3 rotation_vector(const Quaternion& rotation);

}  // namespace raftup
