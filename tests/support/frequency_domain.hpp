/// @file The frequency domain of a model, the oracle of every steady state, and the fit that
/// compares a simulation with it.
#pragma once

#include <functional>
#include <vector>

#include "hydro/numerics/dense.hpp"
#include "hydro/radiation/base/radiation_memory.hpp"
#include "solver/model/loads/linear_mooring.hpp"
#include "tests/support/simulations.hpp"

namespace raftup::testing {

/// Rigid mass, restoring and damping of a floating model at rest, 6N x 6N, about the centres of
/// mass; the group's heading is 0.
struct LinearModel {
  MatrixXd mass, stiffness, damping;
};

inline LinearModel linear_model(const solver::Model& model) {
  const auto size = kDofs * static_cast<Eigen::Index>(model.bodies.size());
  LinearModel linear{MatrixXd::Zero(size, size), MatrixXd::Zero(size, size),
                     MatrixXd::Zero(size, size)};
  const solver::HydrodynamicGroup& group = model.hydrodynamics.front();
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Eigen::Index row = kDofs * static_cast<Eigen::Index>(i);
    const solver::RigidBody& body = model.bodies[i];
    linear.mass.diagonal().segment<3>(row).setConstant(body.mass);
    linear.mass.block<3, 3>(row + 3, row + 3) = body.inertia;
    linear.stiffness.block<6, 6>(row, row) = group.database->bodies[i].hydrostatic_stiffness;
    linear.damping.block<6, 6>(row, row) = group.bodies[i].linear_damping;
    for (const solver::Load& load : model.loads) {
      const auto* spring = load.kind.get_if<solver::LinearMooring>();
      if (spring == nullptr || spring->body != body.name) continue;
      linear.stiffness.block<6, 6>(row, row) += spring->stiffness;
      linear.damping.block<6, 6>(row, row) += spring->damping;
    }
  }
  return linear;
}

/// [-omega^2 (M + A) + i omega (B + D) + C]^-1 X
inline VectorXcd response(const LinearModel& linear, const MatrixXd& A, const MatrixXd& B,
                          double omega, const VectorXcd& X) {
  const MatrixXcd Z = (-omega * omega * (linear.mass + A) + linear.stiffness).cast<Complex>() +
                      Complex(0.0, omega) * (linear.damping + B).cast<Complex>();
  return solve_regular(Z, X).col(0);
}

/// Complex amplitudes x_m of sum Re{x_m exp(i omega_m t)} in samples x(t_k), one row per sample,
/// beside a mean and a drift, by least squares; column m belongs to omegas[m].
inline MatrixXcd fit_harmonics(const std::vector<double>& times, const std::vector<VectorXd>& rows,
                               const std::vector<double>& omegas) {
  const auto samples = static_cast<Eigen::Index>(times.size());
  const auto waves = static_cast<Eigen::Index>(omegas.size());
  MatrixXd basis(samples, 2 * waves + 2), values(samples, rows.front().size());
  for (Eigen::Index k = 0; k < samples; ++k) {
    const double t = times[static_cast<std::size_t>(k)];
    for (Eigen::Index m = 0; m < waves; ++m) {
      const double phase = omegas[static_cast<std::size_t>(m)] * t;
      basis(k, m) = std::cos(phase);
      basis(k, waves + m) = -std::sin(phase);
    }
    basis.row(k).tail<2>() << 1.0, (t - times.front()) / (times.back() - times.front());
    values.row(k) = rows[static_cast<std::size_t>(k)];
  }
  const MatrixXd fit = solve_least_squares(basis, values);
  return (fit.topRows(waves) + Complex(0.0, 1.0) * fit.middleRows(waves, waves)).transpose();
}

/// Displacements of all bodies stacked, 6N.
inline VectorXd displacements(solver::Simulation& simulation) {
  const auto& bodies = simulation.model().bodies;
  VectorXd stacked(kDofs * static_cast<Eigen::Index>(bodies.size()));
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    stacked.segment<6>(kDofs * static_cast<Eigen::Index>(i)) =
        read_output(simulation, bodies[i].name + ".displacement");
  }
  return stacked;
}

/// Runs until `start` and returns the harmonics of the displacements over the `duration` that
/// follows, 6N x omegas; it must hold a few periods of the smallest difference of two omegas.
inline MatrixXcd steady_state(solver::Simulation& simulation, const std::vector<double>& omegas,
                              double start, double duration) {
  run(simulation, start);
  std::vector<double> times;
  std::vector<VectorXd> rows;
  while (1e-9 * static_cast<double>(simulation.time_ns()) < start + duration) {
    times.push_back(1e-9 * static_cast<double>(simulation.time_ns()));
    rows.push_back(displacements(simulation));
    simulation.step();
  }
  return fit_harmonics(times, rows, omegas);
}

}  // namespace raftup::testing
