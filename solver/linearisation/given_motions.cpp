#include "solver/linearisation/given_motions.hpp"

#include <cmath>
#include <optional>

#include "solver/linearisation/dof_axes.hpp"
#include "solver/model/bodies/rotation.hpp"

namespace raftup::solver {

namespace {

/// Displacement RAOs of a body that stays about its mean pose; null for any other body.
const DisplacementRao* rao_of(const RigidBody& body) {
  if (!body.prescribed) return nullptr;
  const auto* rao = std::get_if<DisplacementRao>(&body.prescribed->kind);
  return rao == nullptr || rao->vessel_path ? nullptr : rao;
}

/// The motion of the center of mass [6 x 6, world axes] by a motion of the point that the RAOs are
/// about, in the axes of the heading:
///   dx_G = R dx_O - arm x R dtheta,  dtheta_G = R dtheta.
Matrix6 to_center_of_mass(const RigidBody& body, const DisplacementRao& rao,
                          const Matrix3& heading) {
  const Matrix3 attitude = body.pose.attitude.normalized().toRotationMatrix();
  const Vector3 arm = attitude * (body.center_of_mass - rao.origin);
  Matrix6 motion = Matrix6::Zero();
  motion.topLeftCorner<3, 3>() = heading;
  motion.topRightCorner<3, 3>() = -cross_matrix(arm) * heading;
  motion.bottomRightCorner<3, 3>() = heading;
  return motion;
}

/// The row of `held` that holds a dof of a body that forces do not move.
Eigen::Index row_of(const StillWaterSystem::HeldRows& held, Eigen::Index dof) {
  for (auto row = static_cast<Eigen::Index>(held.rows.size()); row < held.jacobian.rows(); ++row) {
    if (held.jacobian(row, dof) != 0.0) return row;
  }
  return -1;
}

/// The smallest motion of all bodies [6N x 6, world axes] with the given motion of one body.
MatrixXd with_joints(const StillWaterSystem::HeldRows& held, std::size_t body,
                     const Matrix6& motion) {
  MatrixXd given = MatrixXd::Zero(held.jacobian.rows(), kDofs);
  for (Eigen::Index dof = 0; dof < kDofs; ++dof) {
    const Eigen::Index row = row_of(held, first_dof(body) + dof);
    if (row >= 0) given.row(row) = motion.row(dof);
  }
  return held.jacobian.completeOrthogonalDecomposition().solve(given);
}

}  // namespace

GivenMotions::GivenMotions(const Model& model, const Kinematics& mean,
                           const StillWaterSystem::HeldRows& held,
                           const std::vector<Heading>& rest_headings) {
  const DofAxes axes(rest_headings);
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const RigidBody& body = model.bodies[i];
    const DisplacementRao* rao = rao_of(body);
    if (rao == nullptr) continue;
    const Heading heading = heading_of(body.pose.attitude.normalized().toRotationMatrix());
    const Vector3 gauge =
        mean[i].position + mean[i].rotation * (rao->phase_origin - body.center_of_mass);
    vessels_.push_back(
        {RaoTable(*rao), heading.angle(), gauge.head<2>(),
         axes.in_dofs(with_joints(held, i, to_center_of_mass(body, *rao, heading.rotation())))});
  }
}

std::vector<MatrixXcd> GivenMotions::at(const WaveSelection& waves,
                                        const RowMajorMatrix& wavenumber) const {
  std::vector<MatrixXcd> motions;
  for (Eigen::Index n = 0; !empty() && n < waves.omega.size(); ++n) {
    MatrixXcd motion = MatrixXcd::Zero(vessels_[0].motion.rows(), waves.direction_count());
    for (Eigen::Index m = 0; m < waves.direction_count(); ++m) {
      const double direction = waves.direction[waves.paired ? n : m];
      const Vector2 along(std::cos(direction), std::sin(direction));
      for (const Vessel& vessel : vessels_) {
        const RaoTable::Motions R = vessel.table.at(waves.omega[n], direction - vessel.heading);
        const Complex lag = std::polar(1.0, -wavenumber(n, m) * along.dot(vessel.gauge));
        for (Eigen::Index dof = 0; dof < kDofs; ++dof) {
          motion.col(m) += vessel.motion.col(dof) * (R[static_cast<std::size_t>(dof)] * lag);
        }
      }
    }
    motions.push_back(std::move(motion));
  }
  return motions;
}

}  // namespace raftup::solver
