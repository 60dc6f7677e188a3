/// @file Small databases with second-order data, and their double sum written out.
#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/sea.hpp"
#include "hydro/second_order/second_order_excitation.hpp"

namespace raftup::testing {

/// One body at the origin of deep water, with a name, frequencies and directions and nothing else.
inline hydro::Database bare_database(const std::vector<double>& omega,
                                     const std::vector<double>& directions) {
  hydro::Database database;
  database.gravity = 9.80665;
  database.bodies.resize(1);
  database.bodies[0].name = "hull";
  database.omega =
      Eigen::Map<const VectorXd>(omega.data(), static_cast<Eigen::Index>(omega.size()));
  database.wave_directions =
      Eigen::Map<const VectorXd>(directions.data(), static_cast<Eigen::Index>(directions.size()));
  return database;
}

/// Fills in the mean drift force of every dof.
inline void set_drift(hydro::Database& database,
                      const std::function<double(Eigen::Index dof, double omega, double b)>& D) {
  database.mean_drift_force.clear();
  for (const double direction : database.wave_directions) {
    MatrixXd& values = database.mean_drift_force.emplace_back(kDofs, database.omega.size());
    for (Eigen::Index i = 0; i < kDofs; ++i) {
      for (Eigen::Index k = 0; k < database.omega.size(); ++k) {
        values(i, k) = D(i, database.omega[k], direction);
      }
    }
  }
}

/// A transfer function without symmetries of its own: Hermitian, or symmetric, on the frequencies
/// of the database, in every dof and direction.
inline hydro::QuadraticTransferFunction made_up_qtf(const hydro::Database& database,
                                                    bool difference) {
  hydro::QuadraticTransferFunction qtf;
  qtf.omega = database.omega;
  const Eigen::Index n = qtf.omega.size();
  for (Eigen::Index dof = 0; dof < kDofs; ++dof) {
    for (const double b : database.wave_directions) {
      MatrixXcd values(n, n);
      for (Eigen::Index p = 0; p < n; ++p) {
        for (Eigen::Index q = 0; q < n; ++q) {
          const double sum = qtf.omega[p] + qtf.omega[q], gap = qtf.omega[p] - qtf.omega[q];
          const double size = 1e4 * (1.0 + 0.3 * static_cast<double>(dof)) * (1.2 + std::cos(b));
          const double odd = difference ? std::sin(3.0 * gap) : std::sin(2.0 * sum);
          values(p, q) = size * Complex(std::cos(2.0 * sum) * std::cos(gap), odd);
        }
      }
      qtf.entries.push_back({dof, b, b, values});
    }
  }
  return qtf;
}

/// F = Re sum_m sum_n T_mn z_m z_n* (or P_mn z_m z_n) of one dof and direction, T bilinear.
inline double double_sum(const hydro::QuadraticTransferFunction& qtf, const MatrixXcd& T,
                         const hydro::Sea& sea, double time, const Vector2& at, bool difference) {
  const auto weights = [&](double omega) {
    VectorXd h = VectorXd::Zero(qtf.omega.size());
    for (Eigen::Index p = 0; p + 1 < h.size(); ++p) {
      if (omega < qtf.omega[p] || omega > qtf.omega[p + 1]) continue;
      h[p + 1] = (omega - qtf.omega[p]) / (qtf.omega[p + 1] - qtf.omega[p]);
      h[p] = 1.0 - h[p + 1];
      break;
    }
    return h;
  };
  const auto phasor = [&](std::size_t c) {
    const hydro::WaveComponent& wave = sea.components()[c];
    const double k = sea.wavenumbers()[static_cast<Eigen::Index>(c)];
    const double way = at.x() * std::cos(wave.direction) + at.y() * std::sin(wave.direction);
    return std::polar(wave.amplitude, wave.omega * time - k * way + wave.phase);
  };
  double force = 0.0;
  for (std::size_t m = 0; m < sea.components().size(); ++m) {
    for (std::size_t n = 0; n < sea.components().size(); ++n) {
      if (sea.components()[m].direction != sea.components()[n].direction) continue;
      const Complex value = (weights(sea.components()[m].omega).transpose() * T *
                             weights(sea.components()[n].omega))(0, 0);
      const Complex second = difference ? std::conj(phasor(n)) : phasor(n);
      force += (value * phasor(m) * second).real();
    }
  }
  return force;
}

}  // namespace raftup::testing
