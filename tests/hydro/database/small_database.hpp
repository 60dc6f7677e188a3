#pragma once

#include <string>

#include "hydro/database/database.hpp"

namespace raftup::testing {

/// A valid database without findings: `body_count` bodies of 8 m3 (reference inertias rho V = 8e3
/// and rho V^(5/3) = 32e3), A = A_inf = 1e3 I, B = I at three frequencies, one direction, no
/// excitation.
inline hydro::Database small_database(Eigen::Index body_count) {
  hydro::Database database;
  for (Eigen::Index body = 0; body < body_count; ++body) {
    hydro::DatabaseBody added;
    added.name = "ship" + std::to_string(body + 1);
    added.displaced_volume = 8.0;
    database.bodies.push_back(added);
  }
  const Eigen::Index dofs = database.dof_count();
  database.omega = VectorXd::LinSpaced(3, 0.5, 1.5);
  database.wave_directions = VectorXd::Zero(1);
  database.added_mass.assign(3, 1e3 * MatrixXd::Identity(dofs, dofs));
  database.added_mass_infinite = database.added_mass.front();
  database.radiation_damping.assign(3, MatrixXd::Identity(dofs, dofs));
  return database;
}

}  // namespace raftup::testing
