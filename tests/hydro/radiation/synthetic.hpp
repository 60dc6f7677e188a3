/// @file Databases and memories with closed forms.
#pragma once

#include <cmath>
#include <functional>

#include "hydro/database/database.hpp"
#include "hydro/radiation/base/radiation_memory.hpp"

namespace raftup::testing {

using hydro::Database;

/// Symmetric positive definite, far from diagonal: couples every dof.
inline MatrixXd coupling(Eigen::Index size, double spread) {
  MatrixXd matrix(size, size);
  for (Eigen::Index i = 0; i < size; ++i) {
    for (Eigen::Index j = 0; j < size; ++j) {
      matrix(i, j) = std::exp(-spread * static_cast<double>(std::abs(i - j)));
    }
  }
  return matrix;
}

/// Frame of a database without coefficients: N bodies, A_inf a tenth of the identity.
inline Database bare_database(Eigen::Index bodies, const VectorXd& omega) {
  Database database;
  database.bodies.resize(static_cast<std::size_t>(bodies));
  database.omega = omega;
  database.added_mass_infinite = 0.1 * MatrixXd::Identity(kDofs * bodies, kDofs * bodies);
  return database;
}

/// B(omega) = damping(omega) * coupling.
inline Database damping_database(Eigen::Index bodies, const VectorXd& omega,
                                 const std::function<double(double)>& damping) {
  Database database = bare_database(bodies, omega);
  for (Eigen::Index k = 0; k < omega.size(); ++k) {
    database.radiation_damping.emplace_back(damping(omega[k]) * coupling(kDofs * bodies, 1.0));
  }
  return database;
}

/// K(tau) = kernel(tau) * coupling, sampled; no B.
inline Database kernel_database(Eigen::Index bodies, const VectorXd& tau,
                                const std::function<double(double)>& kernel) {
  Database database = bare_database(bodies, VectorXd::LinSpaced(50, 0.1, 5.0));
  database.retardation_kernel.grid = tau;
  for (Eigen::Index k = 0; k < tau.size(); ++k) {
    database.retardation_kernel.values.emplace_back(kernel(tau[k]) * coupling(kDofs * bodies, 1.0));
  }
  return database;
}

/// The pair of docs/reference/cases.md H5: K = exp(-.1 tau) cos(.5 tau).
inline double pair_kernel(double tau) { return std::exp(-0.1 * tau) * std::cos(0.5 * tau); }

inline double pair_damping(double omega) {
  const double below = 0.5 - omega, above = 0.5 + omega;
  return 0.5 * (0.1 / (0.01 + below * below) + 0.1 / (0.01 + above * above));
}

/// x'' = -x - memory in every dof (unit mass), stepped by the classical Runge-Kutta method through
/// the interface that the solver uses.
struct Oscillator {
  VectorXd position, velocity;
  hydro::MemoryState memory;
};

inline void runge_kutta_step(const hydro::RadiationMemory& memory, Oscillator& oscillator) {
  using hydro::Stage;
  const double h = memory.step();
  hydro::StageTails tails;
  memory.prepare(oscillator.memory, tails);
  const auto acceleration = [&](Stage stage, const VectorXd& tail, const VectorXd& x,
                                const VectorXd& v) -> VectorXd {
    return -x - tail - memory.instantaneous(stage) * v;
  };
  const VectorXd x0 = oscillator.position, v0 = oscillator.velocity;
  const VectorXd a1 = acceleration(Stage::kStart, tails.start, x0, v0);
  const VectorXd v2 = v0 + 0.5 * h * a1;
  const VectorXd a2 = acceleration(Stage::kMiddle, tails.middle, x0 + 0.5 * h * v0, v2);
  const VectorXd v3 = v0 + 0.5 * h * a2;
  const VectorXd a3 = acceleration(Stage::kMiddle, tails.middle, x0 + 0.5 * h * v2, v3);
  const VectorXd v4 = v0 + h * a3;
  const VectorXd a4 = acceleration(Stage::kEnd, tails.end, x0 + h * v3, v4);
  oscillator.position += h / 6.0 * (v0 + 2.0 * v2 + 2.0 * v3 + v4);
  oscillator.velocity += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
  memory.advance(oscillator.memory, oscillator.velocity);
}

/// Released from x = (1, 0, 0 ...) with velocities .5, -.5, .5 ..., run for `duration`.
inline Oscillator run_oscillator(const hydro::RadiationMemory& memory, double duration) {
  Oscillator oscillator;
  oscillator.position = VectorXd::Unit(memory.dof_count(), 0);
  oscillator.velocity.resize(memory.dof_count());
  for (Eigen::Index i = 0; i < memory.dof_count(); ++i) {
    oscillator.velocity[i] = i % 2 == 0 ? 0.5 : -0.5;
  }
  oscillator.memory = memory.initial_state(oscillator.velocity);
  const auto steps = std::lround(duration / memory.step());
  for (long k = 0; k < steps; ++k) runge_kutta_step(memory, oscillator);
  return oscillator;
}

/// The same motion for K = coupling * exp(-a tau) cos(b tau), exactly: with z' = p z + v,
/// p = -a + i b, the memory is Re z, and the whole is linear with constant coefficients.
inline VectorXd exact_position(double a, double b, Eigen::Index size, double duration) {
  constexpr double h = 1e-3;
  const MatrixXd S = coupling(size, 1.0);
  const Complex p(-a, b);
  const auto rate = [&](const VectorXd& x, const VectorXd& v, const VectorXcd& z, VectorXd& dv,
                        VectorXcd& dz) {
    dv = -x - S * z.real();
    dz = p * z + v;
  };
  VectorXd x = VectorXd::Unit(size, 0), v(size);
  for (Eigen::Index i = 0; i < size; ++i) v[i] = i % 2 == 0 ? 0.5 : -0.5;
  VectorXcd z = VectorXcd::Zero(size), dz1, dz2, dz3, dz4;
  VectorXd a1, a2, a3, a4;
  for (long k = 0; k < std::lround(duration / h); ++k) {
    rate(x, v, z, a1, dz1);
    const VectorXd v2 = v + 0.5 * h * a1;
    rate(x + 0.5 * h * v, v2, z + 0.5 * h * dz1, a2, dz2);
    const VectorXd v3 = v + 0.5 * h * a2;
    rate(x + 0.5 * h * v2, v3, z + 0.5 * h * dz2, a3, dz3);
    const VectorXd v4 = v + h * a3;
    rate(x + h * v3, v4, z + h * dz3, a4, dz4);
    x += h / 6.0 * (v + 2.0 * v2 + 2.0 * v3 + v4);
    v += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
    z += h / 6.0 * (dz1 + 2.0 * dz2 + 2.0 * dz3 + dz4);
  }
  return x;
}

}  // namespace raftup::testing
