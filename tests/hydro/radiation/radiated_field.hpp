/// @file A database with field points whose waves have closed forms.
#pragma once

#include <cmath>
#include <cstddef>

#include "hydro/database/database.hpp"
#include "tests/hydro/database/small_database.hpp"

namespace raftup::testing {

/// The elevation per unit velocity in heave of the impulse response
///   K(tau) = d/dtau (tau^3/6 exp(-tau)) [1/s],
/// E(omega) = i omega / (1 + i omega)^4.
inline Complex radiated_elevation(double omega) {
  const Complex s(1.0, omega);
  return Complex(0.0, omega) / (s * s * s * s);
}

/// The elevation per meter of a wave that goes to `direction` [rad], seen from the body.
inline Complex diffracted_elevation(double omega, double direction) {
  return 0.4 * omega * omega / (1.0 + omega * omega) * std::polar(1.0, -2.0 * omega) *
         (1.0 + 0.3 * std::cos(direction) + 0.2 * std::sin(direction));
}

/// A database of one body at the origin, 2 m below the water, with frequencies every .1 rad/s to 12
/// rad/s, eight directions and `count` field points at x = 40, 41 .. m. Only heave radiates waves.
inline hydro::Database database_with_field(std::size_t count) {
  hydro::Database database = small_database(1);
  database.gravity = 9.80665;
  database.bodies[0].center_of_gravity.z() = -2.0;
  database.omega = VectorXd::LinSpaced(120, 0.1, 12.0);
  database.wave_directions = VectorXd::LinSpaced(8, 0.0, 7.0 * std::atan(1.0));
  database.added_mass.assign(120, 1e3 * MatrixXd::Identity(6, 6));
  database.radiation_damping.assign(120, MatrixXd::Zero(6, 6));
  database.excitation.values.assign(8, MatrixXcd::Zero(6, 120));
  MatrixXcd diffraction(8, 120), radiation = MatrixXcd::Zero(6, 120);
  for (Eigen::Index k = 0; k < 120; ++k) {
    radiation(2, k) = radiated_elevation(database.omega[k]);
    for (Eigen::Index h = 0; h < 8; ++h) {
      diffraction(h, k) = diffracted_elevation(database.omega[k], database.wave_directions[h]);
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    database.field.points.push_back({Vector3(40.0 + static_cast<double>(i), 0.0, 0.0), 0});
    database.field.diffraction.push_back(diffraction);
    database.field.radiation.push_back(radiation);
  }
  return database;
}

}  // namespace raftup::testing
