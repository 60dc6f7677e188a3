#pragma once

#include <functional>
#include <string>

#include "hydro/numerics/types.hpp"

namespace raftup::solver::nonsmooth {

/// A system of first order with n coordinates x:
///   dx/dt = f(t, x) + r,
/// where r is the input from its interactions. A plain description, in any consistent units.
struct FirstOrderSystem {
  std::string name;
  VectorXd state;                                             ///< x at t = 0
  std::function<VectorXd(double t, const VectorXd& x)> rate;  ///< f, size n
  /// df/dx, n x n; left out: f is explicit in x
  std::function<MatrixXd(double t, const VectorXd& x)> jacobian = {};
};

/// The linear system dx/dt = A x + b + r.
FirstOrderSystem linear_system(std::string name, const VectorXd& state, const MatrixXd& A,
                               const VectorXd& b);

}  // namespace raftup::solver::nonsmooth
