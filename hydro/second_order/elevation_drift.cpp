#include "hydro/second_order/elevation_drift.hpp"

#include "hydro/second_order/drift_coefficients.hpp"

namespace raftup::hydro {
namespace {

constexpr Eigen::Index kParts = 4;  ///< Re Z+, Im Z+, Re Z-, Im Z-

/// Returns a database in which the parts of Z of each body take the place of the excitation. For an
/// elevation a cos(theta), a transfer function r gives Re Z = r a cos(theta), and -i r gives Im Z =
/// r a sin(theta).
Database root_database(const Database& database) {
  Database roots;
  roots.gravity = database.gravity;
  roots.water_depth = database.water_depth;
  roots.bodies.resize(static_cast<std::size_t>(kParts * database.body_count()));
  for (Eigen::Index body = 0; body < database.body_count(); ++body) {
    const DriftCoefficients drift(database, body);
    const Eigen::Index frequencies = drift.omega().size() - 1;  // without 0
    if (body == 0) {
      roots.omega = drift.omega().tail(frequencies);
      roots.wave_directions = drift.directions();
      roots.excitation.values.assign(
          static_cast<std::size_t>(drift.directions().size()),
          MatrixXcd::Zero(kDofs * kParts * database.body_count(), frequencies));
    }
    for (Eigen::Index d = 0; d < drift.directions().size(); ++d) {
      MatrixXcd& X = roots.excitation.values[static_cast<std::size_t>(d)];
      for (Eigen::Index k = 0; k < frequencies; ++k) {
        const Vector6 D = drift.filed(k + 1).col(d);
        const Vector6 positive = D.cwiseMax(0.0).cwiseSqrt();
        const Vector6 negative = (-D).cwiseMax(0.0).cwiseSqrt();
        auto parts = X.col(k).segment(kDofs * kParts * body, kDofs * kParts);
        parts << positive.cast<Complex>(), Complex(0.0, -1.0) * positive.cast<Complex>(),
            negative.cast<Complex>(), Complex(0.0, -1.0) * negative.cast<Complex>();
      }
    }
  }
  return roots;
}

std::vector<HorizontalPose> for_each_part(const std::vector<HorizontalPose>& rest) {
  std::vector<HorizontalPose> poses;
  for (const HorizontalPose& pose : rest) {
    poses.insert(poses.end(), static_cast<std::size_t>(kParts), pose);
  }
  return poses;
}

}  // namespace

ElevationDrift::ElevationDrift(const Database& database, double direction,
                               const std::vector<HorizontalPose>& rest, double sample_step)
    : filters_(root_database(database), direction, for_each_part(rest), sample_step) {}

void ElevationDrift::evaluate(std::span<const double> elevations, VectorXd& force) {
  filters_.evaluate(elevations, values_);
  const Eigen::Index bodies = values_.size() / (kDofs * kParts);
  force.resize(kDofs * bodies);
  for (Eigen::Index body = 0; body < bodies; ++body) {
    const auto part = [&](Eigen::Index n) {
      return values_.segment<kDofs>(kDofs * (kParts * body + n)).array().square();
    };
    force.segment<kDofs>(kDofs * body) = part(0) + part(1) - part(2) - part(3);
  }
}

}  // namespace raftup::hydro
