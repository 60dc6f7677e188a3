#include "solver/model/bodies/mass_distribution.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/numerics/quadrature.hpp"

namespace raftup::solver {

namespace {

/// A slice of the table: mass per length [kg/m], center relative to that of the body and roll
/// radius [m].
struct Slice {
  double mass, x, z, roll_radius;
};

/// Returns the row of a table with its defaults filled in.
Slice slice_of(const MassStation& station, const RigidBody& body) {
  const double own_radius = body.mass > 0.0 ? std::sqrt(body.inertia(0, 0) / body.mass) : 0.0;
  return {station.mass_per_length, station.x - body.center_of_mass.x(),
          station.z.value_or(body.center_of_mass.z()) - body.center_of_mass.z(),
          station.roll_radius.value_or(own_radius)};
}

double between(double first, double last, double share) { return first + share * (last - first); }

/// Adds the mass matrix of a slice, times a length [m].
void add_slice(const Slice& slice, double length, Matrix6& matrix) {
  const double mass = slice.mass * length;
  const double x = slice.x, z = slice.z;
  matrix.diagonal().head<3>().array() += mass;
  Matrix3 cross;  // c x
  cross << 0.0, -z, 0.0, z, 0.0, -x, 0.0, x, 0.0;
  matrix.bottomLeftCorner<3, 3>() += mass * cross;
  matrix.topRightCorner<3, 3>() -= mass * cross;
  matrix(3, 3) += mass * (slice.roll_radius * slice.roll_radius + z * z);
  matrix(4, 4) += mass * (x * x + z * z);
  matrix(5, 5) += mass * x * x;
  matrix(3, 5) -= mass * x * z;
  matrix(5, 3) -= mass * x * z;
}

/// Calls `visit` with slices of the table ahead of a plane and their lengths [m], at the points of a
/// Gauss rule between the rows.
/// @param x relative to the center of mass of the body [m]
template <typename Visit>
void visit_ahead(const RigidBody& body, double x, const GaussLegendre& rule, const Visit& visit) {
  for (std::size_t i = 1; i < body.mass_distribution.size(); ++i) {
    const Slice first = slice_of(body.mass_distribution[i - 1], body);
    const Slice last = slice_of(body.mass_distribution[i], body);
    const double begin = std::max(first.x, x);
    if (!(begin < last.x)) continue;
    for (Eigen::Index g = 0; g < rule.points.size(); ++g) {
      const double at = between(begin, last.x, rule.points[g]);
      const double share = (at - first.x) / (last.x - first.x);
      visit(Slice{between(first.mass, last.mass, share), at, between(first.z, last.z, share),
                  between(first.roll_radius, last.roll_radius, share)},
            rule.weights[g] * (last.x - begin));
    }
  }
}

/// The mass matrix of the table ahead of a plane, about the center of mass of the body.
/// @param x relative to the center of mass of the body [m]
Matrix6 table_ahead(const RigidBody& body, double x) {
  // Products of three lines are cubics, for which two points are exact.
  static const GaussLegendre kRule = gauss_legendre(2);
  Matrix6 matrix = Matrix6::Zero();
  visit_ahead(body, x, kRule,
              [&](const Slice& slice, double length) { add_slice(slice, length, matrix); });
  return matrix;
}

/// The momentum of the table ahead of a plane per unit of the velocity of each mode, about the center
/// of mass of the body, 6 x m.
/// @param x relative to the center of mass of the body [m]
MatrixXd mode_table_ahead(const RigidBody& body, double x, const ShapesAt& shapes) {
  // A part of the table may hold several half waves of a mode: 40 points know ten of them.
  static const GaussLegendre kRule = gauss_legendre(40);
  MatrixXd sum = MatrixXd::Zero(6, shapes(body.center_of_mass).cols());
  visit_ahead(body, x, kRule, [&](const Slice& slice, double length) {
    const Vector3 arm(slice.x, 0.0, slice.z);
    const Vector3 point = body.center_of_mass + arm;
    const MatrixXd moved = slice.mass * length * shapes(point);
    const MatrixXd aside = slice.mass * length * shapes(point + Vector3::UnitY());
    sum.topRows<3>() += moved;
    for (Eigen::Index mode = 0; mode < sum.cols(); ++mode) {
      sum.col(mode).tail<3>() += arm.cross(Vector3(moved.col(mode)));
      // In torsion the slice turns about x, by the difference of its rise over 1 m.
      sum(3, mode) += slice.roll_radius * slice.roll_radius * (aside(2, mode) - moved(2, mode));
    }
  });
  return sum;
}

/// The mass matrix of the whole table.
Matrix6 whole_table(const RigidBody& body) {
  return table_ahead(body, body.mass_distribution.front().x - body.center_of_mass.x());
}

}  // namespace

MassOfTable mass_of_table(const RigidBody& body) {
  const Matrix6 whole = whole_table(body);
  const double mass = whole(0, 0);
  const double lever = mass > 0.0 ? whole(5, 1) / mass : 0.0;
  return {mass, body.center_of_mass.x() + lever, whole(4, 4)};
}

Matrix6 mass_matrix(const RigidBody& body) {
  Matrix6 matrix = Matrix6::Zero();
  matrix.diagonal().head<3>().setConstant(body.mass);
  matrix.bottomRightCorner<3, 3>() = body.inertia;
  return matrix;
}

MatrixXd mode_mass_ahead(const RigidBody& body, double x, const MatrixXd& whole,
                         const ShapesAt& shapes) {
  const double begin = body.mass_distribution.front().x - body.center_of_mass.x();
  const MatrixXd table = mode_table_ahead(body, begin, shapes);
  const MatrixXd ahead = mode_table_ahead(body, x - body.center_of_mass.x(), shapes);
  const double mass = whole_table(body)(0, 0);
  const double of_ahead = table_ahead(body, x - body.center_of_mass.x())(0, 0);
  return ahead + (mass > 0.0 ? of_ahead / mass : 0.0) * (whole - table);
}

Matrix6 mass_matrix_ahead(const RigidBody& body, double x) {
  const Matrix6 whole = whole_table(body);
  const Matrix6 ahead = table_ahead(body, x - body.center_of_mass.x());
  const double share = whole(0, 0) > 0.0 ? ahead(0, 0) / whole(0, 0) : 0.0;
  return ahead + share * (mass_matrix(body) - whole);
}

}  // namespace raftup::solver
