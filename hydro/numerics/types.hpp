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

}  // namespace raftup
