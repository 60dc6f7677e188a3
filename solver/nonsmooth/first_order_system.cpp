#include "solver/nonsmooth/first_order_system.hpp"

#include <utility>

namespace raftup::solver::nonsmooth {

FirstOrderSystem linear_system(std::string name, const VectorXd& state, const MatrixXd& A,
                               const VectorXd& b) {
  FirstOrderSystem system;
  system.name = std::move(name);
  system.state = state;
  system.rate = [A, b](double, const VectorXd& x) -> VectorXd { return A * x + b; };
  system.jacobian = [A](double, const VectorXd&) { return A; };
  return system;
}

}  // namespace raftup::solver::nonsmooth
