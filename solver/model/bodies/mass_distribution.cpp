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

/// The mass matrix of the table ahead of a plane, about the center of mass of the body.
/// @param x relative to the center of mass of the body [m]
Matrix6 table_ahead(const RigidBody& body, double x) {
  // Products of three lines are cubics, for which two points are exact.
  static const GaussLegendre kRule = gauss_legendre(2);
  Matrix6 matrix = Matrix6::Zero();
  for (std::size_t i = 1; i < body.mass_distribution.size(); ++i) {
    const Slice first = slice_of(body.mass_distribution[i - 1], body);
    const Slice last = slice_of(body.mass_distribution[i], body);
    const double begin = std::max(first.x, x);
    if (!(begin < last.x)) continue;
    for (Eigen::Index g = 0; g < kRule.points.size(); ++g) {
      const double at = between(begin, last.x, kRule.points[g]);
      const double share = (at - first.x) / (last.x - first.x);
      add_slice({between(first.mass, last.mass, share), at, between(first.z, last.z, share),
                 between(first.roll_radius, last.roll_radius, share)},
                kRule.weights[g] * (last.x - begin), matrix);
    }
  }
  return matrix;
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

Matrix6 mass_matrix_ahead(const RigidBody& body, double x) {
  const Matrix6 whole = whole_table(body);
  const Matrix6 ahead = table_ahead(body, x - body.center_of_mass.x());
  const double share = whole(0, 0) > 0.0 ? ahead(0, 0) / whole(0, 0) : 0.0;
  return ahead + share * (mass_matrix(body) - whole);
}

}  // namespace raftup::solver
