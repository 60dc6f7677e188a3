/// @file Databases of one body with modes, from those of rigid bodies by a map of their motions.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/database/transformation.hpp"
#include "solver/model/model.hpp"
#include "tests/support/strip_hull.hpp"

namespace raftup::testing {

/// The motions of rigid bodies for each dof of one body and each of its modes, and their masses.
struct MotionMap {
  MatrixXd motions;    ///< 6N x (6 + m)
  MatrixXd mass;       ///< of the N bodies, 6N x 6N [kg, kg m, kg m2]
  MatrixXd stiffness;  ///< of the structure in the modes, m x m [N/m]
};

/// A body with m modes in one carrier whose coefficients are those of several bodies that move as
/// the map says. Its shapes are those of `points` [m, 1].
inline hydro::Database flexible_database(const hydro::Database& bodies, hydro::DatabaseBody hull,
                                         const MotionMap& map,
                                         const std::vector<std::pair<Vector3, MatrixXd>>& points) {
  const Eigen::Index modes = map.motions.cols() - kDofs;
  MatrixXd spread = MatrixXd::Zero(map.motions.rows(), 2 * kDofs);
  spread.leftCols(kDofs + modes) = map.motions;
  hydro::Database database = bodies;
  hydro::DatabaseBody carrier = hull;
  carrier.name = hull.name + ".modes1";
  carrier.displaced_volume = 0.0;
  carrier.hydrostatic_stiffness.setZero();
  MatrixXd C = MatrixXd::Zero(map.motions.rows(), map.motions.rows());
  for (Eigen::Index i = 0; i < bodies.body_count(); ++i) {
    C.block<kDofs, kDofs>(kDofs * i, kDofs * i) =
        bodies.bodies[static_cast<std::size_t>(i)].hydrostatic_stiffness;
  }
  database.sections.clear();
  database.bodies = {std::move(hull), std::move(carrier)};
  const auto congruent = [&](const MatrixXd& matrix) -> MatrixXd {
    return spread.transpose() * matrix * spread;
  };
  for (auto* matrices : {&database.added_mass, &database.radiation_damping}) {
    for (MatrixXd& matrix : *matrices) matrix = congruent(matrix);
  }
  database.added_mass_infinite = congruent(*database.added_mass_infinite);
  for (MatrixXcd& force : database.excitation.values) {
    force = MatrixXcd(spread.transpose().cast<Complex>() * force);
  }
  const MatrixXd mass = congruent(map.mass), restoring = congruent(C);
  hydro::GeneralisedModes& of = database.modes;
  for (Eigen::Index mode = 0; mode < modes; ++mode) {
    of.modes.push_back({0, kDofs + mode, 0.0, hydro::ModeShapeKind::kPoints, {}, {}, {}, {}});
  }
  of.mass = mass.block(kDofs, kDofs, modes, modes);
  of.rigid_mass = mass.block(kDofs, 0, modes, kDofs);
  of.stiffness = map.stiffness;
  of.restoring = restoring.block(kDofs, kDofs, modes, modes);
  of.rigid_restoring = restoring.block(kDofs, 0, modes, kDofs);
  for (const auto& [place, shape] : points) {
    of.points.push_back({place, 0});
    of.shapes.push_back(shape);
  }
  return database;
}

/// A model of the hull of a flexible database, with all its modes, that floats freely.
inline solver::Model flexible_model(const std::shared_ptr<const hydro::Database>& database,
                                    const Matrix3& inertia, double step) {
  solver::Model model;
  model.gravity = database->gravity;
  model.water_density = database->water_density;
  model.water_depth = database->water_depth;
  model.step_ns = static_cast<std::int64_t>(std::llround(1e9 * step));
  solver::RigidBody body;
  body.name = "ship";
  body.mass = database->water_density * database->bodies[0].displaced_volume;
  body.inertia = inertia;
  body.modes.emplace();
  solver::HydrodynamicGroup group;
  group.name = "group";
  group.database = database;
  group.bodies.push_back({body.name, 0});
  body.pose = solver::rest_pose(group, 0, Vector3::Zero());
  model.bodies.push_back(std::move(body));
  model.hydrodynamics.push_back(std::move(group));
  return model;
}

}  // namespace raftup::testing
