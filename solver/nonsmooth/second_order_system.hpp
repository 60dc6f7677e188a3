#pragma once

#include <functional>
#include <string>

#include "hydro/numerics/types.hpp"

namespace raftup::solver::nonsmooth {

/// A system of second order with n coordinates q and velocities v = dq/dt:
///   M(q) dv = f(t, q, v) dt + dp,
/// where p is the impulse of its interactions. A plain description, in any consistent units.
struct SecondOrderSystem {
  using MassFunction = std::function<MatrixXd(const VectorXd& q)>;
  using ForceFunction = std::function<VectorXd(double t, const VectorXd& q, const VectorXd& v)>;
  using JacobianFunction = std::function<MatrixXd(double t, const VectorXd& q, const VectorXd& v)>;

  std::string name;
  VectorXd position;                ///< q at t = 0
  VectorXd velocity;                ///< v at t = 0
  MassFunction mass;                ///< M(q), n x n, symmetric positive definite
  ForceFunction force;              ///< f, size n; holds the gyroscopic terms where M depends on q
  JacobianFunction stiffness = {};  ///< -df/dq, n x n; left out: f is explicit in q
  JacobianFunction damping = {};    ///< -df/dv, n x n; left out: f is explicit in v
  bool prescribed = false;  ///< infinite mass: keeps its velocity whatever acts on it (a ground)
};

/// The linear system M dv + (C v + K q) dt = F(t) dt + dp.
/// @param stiffness, damping  K and C, n x n
SecondOrderSystem linear_system(std::string name, const VectorXd& position,
                                const VectorXd& velocity, const MatrixXd& mass,
                                const MatrixXd& damping, const MatrixXd& stiffness,
                                std::function<VectorXd(double t)> external_force);

/// A point or rigid body in translation under a constant force.
/// @param mass   M, n x n
/// @param force  F, size n
SecondOrderSystem falling_system(std::string name, const VectorXd& position,
                                 const VectorXd& velocity, const MatrixXd& mass,
                                 const VectorXd& force);

}  // namespace raftup::solver::nonsmooth
