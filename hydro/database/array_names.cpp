#include <optional>
#include <string>
#include <vector>

#include "hydro/database/arrays.hpp"
#include "hydro/database/coefficients.hpp"

namespace raftup::hydro {
namespace {

/// Gives a database one value of every coefficient that a file may lack.
struct Completion : CoefficientVisitor {
  static void axis(const Coefficient& /*about*/, VectorXd& values) { values = VectorXd::Zero(1); }
  static void matrices(const Coefficient& /*about*/, const Axis& /*over*/,
                       std::vector<MatrixXd>& values) {
    values = {MatrixXd::Zero(kDofs, kDofs)};
  }
  static void matrix(const Coefficient& /*about*/, std::optional<MatrixXd>& value) {
    value = MatrixXd::Zero(kDofs, kDofs);
  }
  template <typename Matrix>
  static void forces(const Coefficient& /*about*/, std::vector<Matrix>& values) {
    values = {Matrix::Zero(kDofs, 1)};
  }
  static void qtf(const Coefficient& /*about*/, QuadraticTransferFunction& qtf) {
    qtf = {VectorXd::Zero(1), {{0, 0.0, 0.0, MatrixXcd::Zero(1, 1)}}};
  }
  static void field(const Coefficient& /*about*/, WaveField& field) {
    field = {{WaveField::Point()}, {MatrixXcd::Zero(1, 1)}, {MatrixXcd::Zero(kDofs, 1)}};
  }
  static void at_speed(const Coefficient& /*about*/, SpeedExcitation& at_speed) {
    at_speed = {VectorXd::Zero(1), {{{MatrixXcd::Zero(kDofs, 1)}}}};
  }
  static void sections(const Coefficient& /*about*/, std::vector<SectionRows>& sections) {
    SectionRows& rows = sections.emplace_back();
    rows.added_mass = rows.radiation_damping = {MatrixXd::Zero(kDofs, kDofs)};
    rows.excitation = {MatrixXcd::Zero(kDofs, 1)};
    rows.mode_stiffness = MatrixXd::Zero(kDofs, 1);
  }
  static void modes(const Coefficient& /*about*/, GeneralisedModes& modes) {
    GeneralisedMode& mode = modes.modes.emplace_back();
    mode.kind = ModeShapeKind::kVertical;
    mode.x = mode.deflection = mode.slope = VectorXd::Zero(1);
    modes.mass = modes.stiffness = modes.restoring = MatrixXd::Zero(1, 1);
    modes.rigid_mass = modes.rigid_restoring = MatrixXd::Zero(1, kDofs);
    modes.points.emplace_back();
    modes.shapes.emplace_back(MatrixXd::Zero(3, 1));
  }
};

}  // namespace

std::vector<std::string> array_names() {
  Database database;
  database.bodies.resize(1);
  visit_coefficients(database, Completion());
  std::vector<std::string> names;
  for (const DatabaseArray& array : arrays_of(database)) names.push_back(array.name);
  return names;
}

}  // namespace raftup::hydro
