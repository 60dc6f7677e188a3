#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "hydro/database/coefficients.hpp"
#include "hydro/database/database.hpp"
#include "hydro/database/readers/source.hpp"

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

/// Gives a database everything that a file may lack, each number another one.
class Completion : public hydro::CoefficientVisitor {
 public:
  explicit Completion(const hydro::Database& database)
      : dofs_(database.dof_count()),
        frequencies_(database.omega.size()),
        directions_(static_cast<std::size_t>(database.wave_directions.size())) {}

  void matrices(const hydro::Coefficient& /*about*/, const hydro::Axis& over,
                std::vector<MatrixXd>& values) {
    values.resize(static_cast<std::size_t>(over.values.size()));
    for (MatrixXd& matrix : values) matrix = numbers(dofs_, dofs_);
  }
  void matrix(const hydro::Coefficient& /*about*/, std::optional<MatrixXd>& value) {
    value = numbers(dofs_, dofs_);
  }
  void forces(const hydro::Coefficient& /*about*/, std::vector<MatrixXd>& values) {
    values.assign(directions_, {});
    for (MatrixXd& force : values) force = numbers(dofs_, frequencies_);
  }
  void forces(const hydro::Coefficient& /*about*/, std::vector<MatrixXcd>& values) {
    values.assign(directions_, {});
    for (MatrixXcd& force : values) force = complex_numbers(dofs_, frequencies_);
  }
  void at_speed(const hydro::Coefficient& about, hydro::SpeedExcitation& at_speed) {
    at_speed = {VectorXd::LinSpaced(2, 0.0, 4.0), std::vector<hydro::TransferFunction>(2)};
    for (hydro::TransferFunction& force : at_speed.forces) forces(about, force.values);
  }
  void qtf(const hydro::Coefficient& /*about*/, hydro::QuadraticTransferFunction& qtf) {
    qtf.omega = VectorXd::LinSpaced(2, 0.4, 0.6);
    for (const Eigen::Index dof : {dofs_ - 1, Eigen::Index{2}}) {
      qtf.entries.push_back({dof, next(), next(), complex_numbers(2, 2)});
    }
  }
  void field(const hydro::Coefficient& /*about*/, hydro::WaveField& field) {
    for (const Eigen::Index body : {dofs_ / kDofs - 1, Eigen::Index{0}}) {
      field.points.push_back({Vector3(next(), next(), 0.0), body});
      field.diffraction.push_back(
          complex_numbers(static_cast<Eigen::Index>(directions_), frequencies_));
      field.radiation.push_back(complex_numbers(dofs_, frequencies_));
    }
  }
  void sections(const hydro::Coefficient& /*about*/, std::vector<hydro::SectionRows>& sections) {
    for (const Eigen::Index body : {dofs_ / kDofs - 1, Eigen::Index{0}}) {
      hydro::SectionRows& rows = sections.emplace_back();
      rows.body = body;
      rows.x = next();
      rows.still_water_force = numbers(kDofs, 1);
      rows.hydrostatic_stiffness = numbers(kDofs, kDofs);
      for (Eigen::Index k = 0; k < frequencies_; ++k) {
        rows.added_mass.push_back(numbers(kDofs, dofs_));
        rows.radiation_damping.push_back(numbers(kDofs, dofs_));
      }
      for (std::size_t h = 0; h < directions_; ++h) {
        rows.excitation.push_back(complex_numbers(kDofs, frequencies_));
      }
    }
  }

 private:
  double next() { return count_ += 1.0; }
  MatrixXd numbers(Eigen::Index rows, Eigen::Index columns) {
    return MatrixXd::NullaryExpr(rows, columns, [this] { return next(); });
  }
  MatrixXcd complex_numbers(Eigen::Index rows, Eigen::Index columns) {
    return MatrixXcd::NullaryExpr(rows, columns, [this] {
      const double re = next();
      return Complex(re, next());
    });
  }

  Eigen::Index dofs_, frequencies_;
  std::size_t directions_;
  double count_ = 0.0;
};

/// A valid database that has every coefficient; its numbers are distinct and no physics.
inline hydro::Database complete_database(Eigen::Index body_count) {
  hydro::Database database = small_database(body_count);
  database.wave_directions = VectorXd::LinSpaced(2, 0.0, 1.0);
  database.retardation_kernel.grid = VectorXd::LinSpaced(3, 0.0, 1.0);
  visit_coefficients(database, Completion(database));
  return database;
}

/// Makes the last body of a database the carrier of two modes of the first, one of a beam and one with
/// a shape at points.
inline hydro::Database with_modes(hydro::Database database) {
  const Eigen::Index carrier = database.body_count() - 1;
  database.bodies.back().displaced_volume = 0.0;
  hydro::GeneralisedModes& modes = database.modes;
  modes.modes = {{0, 6 * carrier, 0.01, hydro::ModeShapeKind::kTorsion, Vector2(0.5, -1.0),
                  VectorXd::LinSpaced(3, -2.0, 2.0), VectorXd::LinSpaced(3, 0.0, 1.0),
                  VectorXd::LinSpaced(3, 2.0, 3.0)},
                 {0, 6 * carrier + 2, 0.02, hydro::ModeShapeKind::kPoints, Vector2::Zero(),
                  VectorXd(), VectorXd(), VectorXd()}};
  modes.mass = modes.stiffness = Vector2(3e3, 4e3).asDiagonal();
  modes.restoring = MatrixXd::Constant(2, 2, 7.0);
  modes.rigid_mass = MatrixXd::Constant(2, kDofs, 8.0);
  modes.rigid_restoring = MatrixXd::Constant(2, kDofs, 9.0);
  modes.points.push_back({Vector3(1.0, 2.0, 3.0), 0});
  modes.shapes.emplace_back(MatrixXd::Constant(3, 2, 0.5));
  for (hydro::SectionRows& rows : database.sections) {
    rows.mode_stiffness = MatrixXd::Constant(kDofs, 2, 11.0);
  }
  return database;
}

/// What diodore/test_ship.hdb of the reference data does not say itself.
inline hydro::SourceOptions test_ship_options() {
  hydro::SourceOptions options;
  options.water_density = 1025.0;
  options.gravity = 9.81;
  options.water_depth = std::numeric_limits<double>::infinity();
  options.body_names = {"ship"};
  options.centers_of_gravity = {Vector3(0, 0, 0.5)};
  return options;
}

}  // namespace raftup::testing
