#include "solver/loads/wetted_mesh/hull_dynamics.hpp"

#include <utility>

#include "solver/loads/wetted_mesh/mesh_pressure.hpp"

namespace raftup::solver {

HullDynamics::HullDynamics(std::string name, std::size_t body, const BodyKinematics& rest,
                           Parts parts)
    : name_(std::move(name)), bodies_{body}, pose_(hull_pose(rest)), parts_(std::move(parts)) {}

VectorXcd HullDynamics::wave_force(const UnitWave& wave) {
  VectorXcd force = parts_.pressure.linear_froude_krylov(pose_, wave.wavenumber, wave.along);
  const Vector3c velocity = velocity_in(wave, pose_.center, parts_.pressure.water().depth);
  const Vector3c acceleration = Complex(0.0, wave.intrinsic_omega) * velocity;
  const Matrix3& R = pose_.rotation;
  Matrix6 turn = Matrix6::Zero();
  turn.topLeftCorner<3, 3>() = turn.bottomRightCorner<3, 3>() = R;
  const Eigen::Matrix<double, 6, 3> inertia =
      parts_.wet_share * turn * parts_.added_mass.leftCols<3>() * R.transpose();
  return force + inertia.cast<Complex>() * acceleration;
}

}  // namespace raftup::solver
