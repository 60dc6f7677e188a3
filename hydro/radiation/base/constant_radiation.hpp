#pragma once

#include <utility>

#include "hydro/radiation/base/radiation_memory.hpp"

namespace raftup::hydro {

/// Radiation force that is computed from added mass and damping of the single frequency omega_0. It
/// has no memory of the past: A(omega_0) [kg, kg m, kg m2] is part of the system matrix, and the
/// damping force is -B(omega_0) nu [N, N m], where nu is the velocity of the bodies [m/s, rad/s].
/// The force is exact only for a steady harmonic motion at omega_0.
class ConstantRadiation final : public RadiationMemory {
 public:
  /// @param added_mass symmetric matrix A(omega_0), 6N x 6N [kg, kg m, kg m2]
  /// @param damping    matrix B(omega_0), 6N x 6N [N s/m, N s, N m s]
  /// @param step       time step h of the simulation [s]
  ConstantRadiation(MatrixXd added_mass, const MatrixXd& damping, double step)
      : added_mass_(std::move(added_mass)), damping_(damping), step_(step) {}

  Eigen::Index dof_count() const override { return damping_.rows(); }
  double step() const override { return step_; }
  MemoryState initial_state(const VectorXd& /*velocity*/) const override { return {}; }
  void prepare(const MemoryState& /*state*/, StageTails& tails) const override {
    tails.start = tails.middle = tails.end = VectorXd::Zero(dof_count());
  }
  const RowMajorMatrix& instantaneous(Stage /*stage*/) const override { return damping_; }
  void advance(MemoryState& state, const VectorXd& /*velocity*/) const noexcept override {
    ++state.sample_count;
  }
  const MatrixXd& infinite_added_mass() const override { return added_mass_; }
  MatrixXcd transform(double /*omega*/) const override { return damping_.cast<Complex>(); }

 private:
  MatrixXd added_mass_;
  RowMajorMatrix damping_;
  double step_;
};

}  // namespace raftup::hydro
