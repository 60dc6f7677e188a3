#include "hydro/database/transformation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/base/sha256.hpp"
#include "hydro/database/coefficients.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

void check_places(const Database& database, const std::vector<Index>& bodies) {
  require(!bodies.empty(), "a selection of bodies must name at least one, got 0");
  std::vector<bool> taken(database.bodies.size(), false);
  for (const Index body : bodies) {
    if (body < 0 || body >= database.body_count()) {
      throw Error(ErrorCode::kOutOfRange, fmt::format("a selected body must be 0 to {}, got {}",
                                                      database.body_count() - 1, body));
    }
    const auto place = static_cast<std::size_t>(body);
    require(!taken[place], fmt::format("a body can be selected once, got {} twice", body));
    taken[place] = true;
  }
}

std::vector<Index> dofs_of(const std::vector<Index>& bodies) {
  std::vector<Index> dofs;
  for (const Index body : bodies) {
    for (Index dof = 0; dof < kDofs; ++dof) dofs.push_back(kDofs * body + dof);
  }
  return dofs;
}

/// Keeps rows and columns of the selected dofs.
class DofSelection : public CoefficientVisitor {
 public:
  explicit DofSelection(const std::vector<Index>& dofs) : dofs_(dofs) {}

  void matrices(const Coefficient& /*about*/, const Axis& /*over*/,
                std::vector<MatrixXd>& values) const {
    for (MatrixXd& matrix : values) matrix = MatrixXd(matrix(dofs_, dofs_));
  }
  void matrix(const Coefficient& /*about*/, std::optional<MatrixXd>& value) const {
    if (value) value = MatrixXd((*value)(dofs_, dofs_));
  }
  template <typename Matrix>
  void forces(const Coefficient& /*about*/, std::vector<Matrix>& values) const {
    for (Matrix& force : values) force = Matrix(force(dofs_, Eigen::all));
  }
  void at_speed(const Coefficient& about, SpeedExcitation& at_speed) const {
    for (TransferFunction& force : at_speed.forces) forces(about, force.values);
  }
  /// Keeps the entries of the selected bodies and renumbers their dofs.
  void qtf(const Coefficient& /*about*/, QuadraticTransferFunction& qtf) const {
    std::vector<QuadraticTransferFunction::Entry> selected;
    for (QuadraticTransferFunction::Entry& entry : qtf.entries) {
      const auto found = std::find(dofs_.begin(), dofs_.end(), entry.influenced_dof);
      if (found == dofs_.end()) continue;
      selected.push_back(std::move(entry));
      selected.back().influenced_dof = found - dofs_.begin();
    }
    qtf.entries = std::move(selected);
  }
  /// Keeps the points of the selected bodies, in the order of the database, renumbers their bodies,
  /// and keeps what the selected bodies radiate.
  void field(const Coefficient& /*about*/, WaveField& field) const {
    WaveField selected;
    for (std::size_t i = 0; i < field.points.size(); ++i) {
      const auto found = std::find(dofs_.begin(), dofs_.end(), kDofs * field.points[i].body);
      if (found == dofs_.end()) continue;
      selected.points.push_back({field.points[i].position, (found - dofs_.begin()) / kDofs});
      selected.diffraction.push_back(std::move(field.diffraction[i]));
      selected.radiation.emplace_back(field.radiation[i](dofs_, Eigen::all));
    }
    field = std::move(selected);
  }
  /// Keeps the sections of the selected bodies, renumbers their bodies, and keeps the columns of
  /// the selected dofs.
  void sections(const Coefficient& /*about*/, std::vector<SectionRows>& sections) const {
    std::vector<SectionRows> selected;
    for (SectionRows& rows : sections) {
      const auto found = std::find(dofs_.begin(), dofs_.end(), kDofs * rows.body);
      if (found == dofs_.end()) continue;
      rows.body = (found - dofs_.begin()) / kDofs;
      for (auto* matrices : {&rows.added_mass, &rows.radiation_damping}) {
        for (MatrixXd& matrix : *matrices) matrix = MatrixXd(matrix(Eigen::all, dofs_));
      }
      selected.push_back(std::move(rows));
    }
    sections = std::move(selected);
  }
  /// Keeps the modes whose bodies and carriers are selected.
  void modes(const Coefficient& /*about*/, GeneralisedModes& modes) {
    modes_ = select_modes(dofs_, modes);
  }
  /// The indices of the modes that were kept.
  const std::vector<Index>& kept_modes() const { return modes_; }

 private:
  const std::vector<Index>& dofs_;
  std::vector<Index> modes_;
};

bool is_identity(const Database& database, const std::vector<Index>& bodies) {
  std::vector<Index> all(database.bodies.size());
  std::iota(all.begin(), all.end(), Index{0});
  return bodies == all;
}

}  // namespace

Database select_bodies(const Database& database, const std::vector<Index>& bodies) {
  check_places(database, bodies);
  if (is_identity(database, bodies)) return database;
  Database selection = database;
  selection.bodies.clear();
  for (const Index body : bodies) {
    selection.bodies.push_back(database.bodies[static_cast<std::size_t>(body)]);
  }
  const std::vector<Index> dofs = dofs_of(bodies);
  DofSelection select(dofs);
  visit_coefficients(selection, select);
  for (SectionRows& rows : selection.sections) {
    if (rows.mode_stiffness.size() == 0) continue;
    rows.mode_stiffness = MatrixXd(rows.mode_stiffness(Eigen::all, select.kept_modes()));
  }
  selection.sha256 = sha256(fmt::format("{}:{}", database.sha256, fmt::join(bodies, ",")));
  return selection;
}

namespace {

using Eigen::Index;

/// Transforms every coefficient by the matrix H of all bodies.
class Move : public CoefficientVisitor {
 public:
  explicit Move(const MatrixXd& transform) : transform_(transform) {}

  void matrices(const Coefficient& /*about*/, const Axis& /*over*/,
                std::vector<MatrixXd>& values) const {
    for (MatrixXd& matrix : values) turn(matrix);
  }
  void matrix(const Coefficient& /*about*/, std::optional<MatrixXd>& value) const {
    if (value) turn(*value);
  }
  void forces(const Coefficient& /*about*/, std::vector<MatrixXcd>& values) const {
    for (MatrixXcd& force : values) force = transform_.transpose().cast<Complex>() * force;
  }
  /// Transforms the mean drift force. A moment that is 0 everywhere is one that the file lacks; it
  /// stays absent.
  void forces(const Coefficient& /*about*/, std::vector<MatrixXd>& values) const {
    VectorXd largest = VectorXd::Zero(transform_.rows());
    for (const MatrixXd& force : values) {
      largest = largest.cwiseMax(force.cwiseAbs().rowwise().maxCoeff());
    }
    for (MatrixXd& force : values) {
      force = MatrixXd(transform_.transpose() * force);
      for (Index dof = 0; dof < force.rows(); ++dof) {
        if (largest[dof] == 0.0) force.row(dof).setZero();
      }
    }
  }
  void at_speed(const Coefficient& about, SpeedExcitation& at_speed) const {
    for (TransferFunction& force : at_speed.forces) forces(about, force.values);
  }
  /// Adds to each moment the contributions of the forces in the same waves. A dof that the file
  /// lacks stays absent.
  void qtf(const Coefficient& about, QuadraticTransferFunction& qtf) const {
    const QuadraticTransferFunction filed = qtf;
    for (QuadraticTransferFunction::Entry& entry : qtf.entries) {
      const Index dof = entry.influenced_dof;
      for (Index force = dof - dof % kDofs; force < dof - dof % kDofs + 3; ++force) {
        const double lever = force == dof ? 0.0 : transform_(force, dof);
        if (lever != 0.0) entry.values += lever * force_beside(about, filed, entry, force).values;
      }
    }
  }

  /// E v_O = E H v_G: the elevation per velocity of the centers of gravity is E^G = H^T E^O, with E
  /// as a column. The scattered wave has no point of reference.
  void field(const Coefficient& /*about*/, WaveField& field) const {
    for (MatrixXcd& radiated : field.radiation) {
      radiated = transform_.transpose().cast<Complex>() * radiated;
    }
  }

  /// Rows are moved as those of the body that they belong to, columns as those of all bodies.
  void sections(const Coefficient& /*about*/, std::vector<SectionRows>& sections) const {
    for (SectionRows& rows : sections) {
      const Index first = kDofs * rows.body;
      const Matrix6 own = transform_.block<kDofs, kDofs>(first, first);
      rows.still_water_force = Vector6(own.transpose() * rows.still_water_force);
      rows.hydrostatic_stiffness = Matrix6(own.transpose() * rows.hydrostatic_stiffness * own);
      for (auto* matrices : {&rows.added_mass, &rows.radiation_damping}) {
        for (MatrixXd& matrix : *matrices) {
          matrix = MatrixXd(own.transpose() * matrix * transform_);
        }
      }
      for (MatrixXcd& force : rows.excitation) {
        force = MatrixXcd(own.transpose().cast<Complex>() * force);
      }
      if (rows.mode_stiffness.size() == 0) continue;
      rows.mode_stiffness = MatrixXd(own.transpose() * rows.mode_stiffness);
    }
  }

  /// Only the columns of the rigid dofs have a point of reference. Shapes have none.
  void modes(const Coefficient& /*about*/, GeneralisedModes& modes) const {
    for (Index mode = 0; mode < modes.count(); ++mode) {
      const Index first = kDofs * modes.modes[static_cast<std::size_t>(mode)].body;
      const Matrix6 own = transform_.block<kDofs, kDofs>(first, first);
      modes.rigid_mass.row(mode) = (modes.rigid_mass.row(mode) * own).eval();
      modes.rigid_restoring.row(mode) = (modes.rigid_restoring.row(mode) * own).eval();
    }
  }

 private:
  static const QuadraticTransferFunction::Entry& force_beside(
      const Coefficient& about, const QuadraticTransferFunction& qtf,
      const QuadraticTransferFunction::Entry& moment, Index dof) {
    const auto found = std::find_if(qtf.entries.begin(), qtf.entries.end(), [&](const auto& other) {
      return other.influenced_dof == dof && other.direction_1 == moment.direction_1 &&
             other.direction_2 == moment.direction_2;
    });
    require(found != qtf.entries.end(),
            fmt::format("{} of dof {} must come with that of dof {} in the same waves, without "
                        "which it cannot be turned to the centre of gravity: leave the moment out "
                        "or compute the force too",
                        about.name, moment.influenced_dof + 1, dof + 1));
    return *found;
  }

  void turn(MatrixXd& matrix) const {
    matrix = MatrixXd(transform_.transpose() * matrix * transform_);
  }

  const MatrixXd& transform_;
};

}  // namespace

namespace {

/// Returns the matrix H of all bodies, 6N x 6N.
MatrixXd transform_of(const Database& database, const std::vector<Vector3>& points) {
  std::vector<Vector3> levers;
  for (std::size_t body = 0; body < points.size(); ++body) {
    levers.emplace_back(points[body] - database.bodies[body].center_of_gravity);
  }
  return twist_transform(levers);
}

}  // namespace

MatrixXd twist_transform(const std::vector<Vector3>& levers) {
  const auto size = kDofs * static_cast<Index>(levers.size());
  MatrixXd transform = MatrixXd::Identity(size, size);
  for (std::size_t body = 0; body < levers.size(); ++body) {
    const Vector3& r = levers[body];
    const Index first = kDofs * static_cast<Index>(body);
    transform.block<3, 3>(first, first + 3) << 0, r.z(), -r.y(), -r.z(), 0, r.x(), r.y(), -r.x(), 0;
  }
  return transform;
}

Database about_centers_of_gravity(const Database& database, const std::vector<Vector3>& points) {
  Database moved = database;
  if (transform_of(database, points).isIdentity(0.0)) return moved;
  move_to_centers_of_gravity(moved, points);
  std::string identity = database.sha256 + ":about";
  for (const Vector3& point : points) {
    identity += fmt::format(":{:a},{:a},{:a}", point.x(), point.y(), point.z());
  }
  if (!database.sha256.empty()) moved.sha256 = sha256(identity);
  return moved;
}

void move_to_centers_of_gravity(Database& database, const std::vector<Vector3>& points) {
  const MatrixXd transform = transform_of(database, points);
  if (transform.isIdentity(0.0)) return;
  for (Index body = 0; body < database.body_count(); ++body) {
    const Matrix6 own = transform.block<6, 6>(kDofs * body, kDofs * body);
    Matrix6& stiffness = database.bodies[static_cast<std::size_t>(body)].hydrostatic_stiffness;
    stiffness = Matrix6(own.transpose() * stiffness * own);
  }
  visit_coefficients(database, Move(transform));
}

void move_qtfs_to_centers_of_gravity(Database& database, const std::vector<Vector3>& points) {
  const MatrixXd transform = transform_of(database, points);
  const Move move(transform);
  move.qtf({"qtf_sum", "", ""}, database.qtf_sum);
  move.qtf({"qtf_difference", "", ""}, database.qtf_difference);
}

}  // namespace raftup::hydro
