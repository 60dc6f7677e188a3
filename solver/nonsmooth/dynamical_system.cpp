#include "solver/nonsmooth/dynamical_system.hpp"

#include <fmt/format.h>

#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/numerics/dense.hpp"

namespace raftup::solver::nonsmooth {

namespace {

/// Largest asymmetry of a mass matrix relative to its largest element; a mass is assembled from few
/// products.
constexpr double kSymmetryTolerance = 1e-12;

void require_size(const std::string& name, const char* what, Eigen::Index size,
                  Eigen::Index expected) {
  require(size == expected,
          fmt::format("system '{}': {} must have size {}, got {}", name, what, expected, size));
}

void require_square(const std::string& name, const char* what, const MatrixXd& matrix,
                    Eigen::Index n) {
  require(matrix.rows() == n && matrix.cols() == n,
          fmt::format("system '{}': {} must be {} x {}, got {} x {}", name, what, n, n,
                      matrix.rows(), matrix.cols()));
}

void require_present(const std::string& name, const char* what, bool present) {
  require(present, fmt::format("system '{}': {} must be given", name, what));
}

void require_finite(const std::string& name, const char* what, const VectorXd& values) {
  require(values.allFinite(),
          fmt::format("system '{}': {} must be finite, got [{}]", name, what,
                      fmt::join(values.data(), values.data() + values.size(), ", ")));
}

void check(const FirstOrderSystem& system) {
  const Eigen::Index n = system.state.size();
  require_finite(system.name, "state", system.state);
  require_present(system.name, "rate", static_cast<bool>(system.rate));
  require_size(system.name, "rate", system.rate(0.0, system.state).size(), n);
  if (system.jacobian) {
    require_square(system.name, "jacobian", system.jacobian(0.0, system.state), n);
  }
}

void check_mass(const SecondOrderSystem& system) {
  const MatrixXd M = system.mass(system.position);
  require_square(system.name, "mass", M, system.position.size());
  const double asymmetry = (M - M.transpose()).cwiseAbs().maxCoeff();
  const bool symmetric = asymmetry <= kSymmetryTolerance * M.cwiseAbs().maxCoeff();
  require(symmetric && is_positive_definite(M),
          fmt::format("system '{}': mass must be symmetric positive definite, got diagonal [{}]",
                      system.name, fmt::join(M.diagonal().eval(), ", ")));
}

void check(const SecondOrderSystem& system) {
  const Eigen::Index n = system.position.size();
  require_finite(system.name, "position", system.position);
  require_finite(system.name, "velocity", system.velocity);
  require_size(system.name, "velocity", system.velocity.size(), n);
  if (system.prescribed) return;
  require_present(system.name, "mass", static_cast<bool>(system.mass));
  require_present(system.name, "force", static_cast<bool>(system.force));
  check_mass(system);
  const VectorXd& q = system.position;
  const VectorXd& v = system.velocity;
  require_size(system.name, "force", system.force(0.0, q, v).size(), n);
  if (system.stiffness) require_square(system.name, "stiffness", system.stiffness(0.0, q, v), n);
  if (system.damping) require_square(system.name, "damping", system.damping(0.0, q, v), n);
}

}  // namespace

const std::string& name_of(const DynamicalSystem& system) {
  return std::visit([](const auto& of) -> const std::string& { return of.name; }, system);
}

SystemOrder order_of(const DynamicalSystem& system) {
  return std::holds_alternative<FirstOrderSystem>(system) ? SystemOrder::kFirst
                                                          : SystemOrder::kSecond;
}

const VectorXd& coordinates_of(const DynamicalSystem& system) {
  if (const auto* first = std::get_if<FirstOrderSystem>(&system)) return first->state;
  return std::get<SecondOrderSystem>(system).position;
}

void check(const DynamicalSystem& system) {
  require(coordinates_of(system).size() > 0,
          fmt::format("system '{}': must have at least one coordinate, got 0", name_of(system)));
  std::visit([](const auto& of) { check(of); }, system);
}

FirstOrderSystem linear_system(std::string name, const VectorXd& state, const MatrixXd& A,
                               const VectorXd& b) {
  FirstOrderSystem system;
  system.name = std::move(name);
  system.state = state;
  system.rate = [A, b](double, const VectorXd& x) -> VectorXd { return A * x + b; };
  system.jacobian = [A](double, const VectorXd&) { return A; };
  return system;
}

SecondOrderSystem linear_system(std::string name, const VectorXd& position,
                                const VectorXd& velocity, const MatrixXd& mass,
                                const MatrixXd& damping, const MatrixXd& stiffness,
                                std::function<VectorXd(double t)> external_force) {
  SecondOrderSystem system;
  system.name = std::move(name);
  system.position = position;
  system.velocity = velocity;
  system.mass = [mass](const VectorXd&) { return mass; };
  system.force = [damping, stiffness, F = std::move(external_force)](
                     double t, const VectorXd& q, const VectorXd& v) -> VectorXd {
    return F(t) - damping * v - stiffness * q;
  };
  system.stiffness = [stiffness](double, const VectorXd&, const VectorXd&) { return stiffness; };
  system.damping = [damping](double, const VectorXd&, const VectorXd&) { return damping; };
  return system;
}

SecondOrderSystem falling_system(std::string name, const VectorXd& position,
                                 const VectorXd& velocity, const MatrixXd& mass,
                                 const VectorXd& force) {
  SecondOrderSystem system;
  system.name = std::move(name);
  system.position = position;
  system.velocity = velocity;
  system.mass = [mass](const VectorXd&) { return mass; };
  system.force = [force](double, const VectorXd&, const VectorXd&) { return force; };
  return system;
}

}  // namespace raftup::solver::nonsmooth
