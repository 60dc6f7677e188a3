#pragma once

#include <functional>
#include <string>
#include <variant>

#include "hydro/numerics/types.hpp"

namespace raftup::solver::nonsmooth {

/// A system of first order with n coordinates x:
///   dx/dt = f(t, x) + r,
/// where r is the input from its interactions. A plain description, in any consistent units.
struct FirstOrderSystem {
  std::string name;
  VectorXd state;                                             ///< coordinates x at t = 0, size n
  std::function<VectorXd(double t, const VectorXd& x)> rate;  ///< right side f(t, x), size n
  /// df/dx, n x n; if it is not given, the step is explicit in x.
  std::function<MatrixXd(double t, const VectorXd& x)> jacobian = {};
};

/// Describes the linear system dx/dt = A x + b + r.
FirstOrderSystem linear_system(std::string name, const VectorXd& state, const MatrixXd& A,
                               const VectorXd& b);

/// A system of second order with n coordinates q and velocities v = dq/dt:
///   M(q) dv = f(t, q, v) dt + dp,
/// where p is the impulse of its interactions. A plain description, in any consistent units.
struct SecondOrderSystem {
  using MassFunction = std::function<MatrixXd(const VectorXd& q)>;
  using ForceFunction = std::function<VectorXd(double t, const VectorXd& q, const VectorXd& v)>;
  using JacobianFunction = std::function<MatrixXd(double t, const VectorXd& q, const VectorXd& v)>;

  std::string name;
  VectorXd position;    ///< coordinates q at t = 0, size n
  VectorXd velocity;    ///< velocities v at t = 0, size n
  MassFunction mass;    ///< mass matrix M(q), n x n, symmetric positive definite
  ForceFunction force;  ///< f, size n; it must contain the gyroscopic terms if M depends on q
  /// -df/dq, n x n; if it is not given, the step is explicit in q
  JacobianFunction stiffness = {};
  JacobianFunction damping = {};  ///< -df/dv, n x n; if it is not given, the step is explicit in v
  /// True for an infinite mass [kg], such as the ground: the velocity is constant whatever the
  /// forces.
  bool prescribed = false;
};

/// Describes the linear system M dv + (C v + K q) dt = F(t) dt + dp.
/// @param stiffness, damping  K and C, n x n
SecondOrderSystem linear_system(std::string name, const VectorXd& position,
                                const VectorXd& velocity, const MatrixXd& mass,
                                const MatrixXd& damping, const MatrixXd& stiffness,
                                std::function<VectorXd(double t)> external_force);

/// Describes a point or rigid body in translation under a constant force [N].
/// @param mass   M, n x n
/// @param force  F, size n
SecondOrderSystem falling_system(std::string name, const VectorXd& position,
                                 const VectorXd& velocity, const MatrixXd& mass,
                                 const VectorXd& force);

/// A system of either order; interactions couple such systems.
using DynamicalSystem = std::variant<FirstOrderSystem, SecondOrderSystem>;

enum class SystemOrder { kFirst, kSecond };

const std::string& name_of(const DynamicalSystem& system);
SystemOrder order_of(const DynamicalSystem& system);

/// The coordinates q or x at t = 0.
const VectorXd& coordinates_of(const DynamicalSystem& system);

/// Checks the description of a system.
/// @throws Error(kInvalidArgument) if sizes do not fit, a function is missing, a number is not
///         finite, or the mass [kg] at t = 0 is not symmetric positive definite
void check(const DynamicalSystem& system);

}  // namespace raftup::solver::nonsmooth
