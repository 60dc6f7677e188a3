#include "hydro/database/reference_point.hpp"

#include <optional>
#include <string>

#include "hydro/base/error.hpp"
#include "hydro/database/coefficients.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

/// H of one body.
Matrix6 twist_transform(const Vector3& r) {
  Matrix6 transform = Matrix6::Identity();
  transform.topRightCorner<3, 3>() << 0, r.z(), -r.y(), -r.z(), 0, r.x(), r.y(), -r.x(), 0;
  return transform;
}

/// Takes every coefficient by the twists' transformation of all bodies.
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
  template <typename Matrix>
  void forces(const Coefficient& /*about*/, std::vector<Matrix>& values) const {
    for (Matrix& force : values) {
      force = Matrix(transform_.transpose().cast<typename Matrix::Scalar>() * force);
    }
  }
  static void qtf(const Coefficient& about, const QuadraticTransferFunction& qtf) {
    require(qtf.entries.empty(), std::string(about.name) +
                                     " must be about the centres of gravity: a file can lack some "
                                     "of the six dofs that another point needs");
  }

 private:
  void turn(MatrixXd& matrix) const {
    matrix = MatrixXd(transform_.transpose() * matrix * transform_);
  }

  const MatrixXd& transform_;
};

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
  visit_coefficients(database, Move(transform));
}

}  // namespace raftup::hydro
