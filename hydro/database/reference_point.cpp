#include "hydro/database/reference_point.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

/// H of one body.
Matrix6 twist_transform(const Vector3& r) {
  Matrix6 transform = Matrix6::Identity();
  transform.topRightCorner<3, 3>() << 0, r.z(), -r.y(), -r.z(), 0, r.x(), r.y(), -r.x(), 0;
  return transform;
}

void turn(std::vector<MatrixXd>& matrices, const MatrixXd& transform) {
  for (MatrixXd& matrix : matrices) matrix = MatrixXd(transform.transpose() * matrix * transform);
}

template <typename Matrix>
void turn_rows(std::vector<Matrix>& forces, const Matrix& transform) {
  for (Matrix& force : forces) force = Matrix(transform.transpose() * force);
}

}  // namespace

void move_to_centers_of_gravity(Database& database, const std::vector<Vector3>& points) {
  MatrixXd transform = MatrixXd::Identity(database.dof_count(), database.dof_count());
  for (Index body = 0; body < database.body_count(); ++body) {
    const auto place = static_cast<std::size_t>(body);
    DatabaseBody& moved = database.bodies[place];
    const Matrix6 own = twist_transform(points[place] - moved.center_of_gravity);
    transform.block<6, 6>(kDofs * body, kDofs * body) = own;
    moved.hydrostatic_stiffness = Matrix6(own.transpose() * moved.hydrostatic_stiffness * own);
  }
  if (transform.isIdentity(0.0)) return;
  turn(database.added_mass, transform);
  turn(database.radiation_damping, transform);
  turn(database.retardation_kernel.values, transform);
  if (database.added_mass_infinite) {
    database.added_mass_infinite =
        MatrixXd(transform.transpose() * *database.added_mass_infinite * transform);
  }
  const MatrixXcd complex_transform = transform.cast<Complex>();
  turn_rows(database.excitation.values, complex_transform);
  turn_rows(database.froude_krylov.values, complex_transform);
  turn_rows(database.diffraction.values, complex_transform);
  turn_rows(database.mean_drift_force, transform);
}

}  // namespace raftup::hydro
