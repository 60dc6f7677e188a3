#pragma once

#include <utility>

#include "hydro/radiation/base/radiation_memory.hpp"

namespace raftup::hydro {

/// Radiation at one frequency, without memory: A(omega_0) [kg, kg m, kg m2] stands in the system
/// matrix and mu = B(omega_0) nu [N, N m] damps. It is exact for a steady motion at omega_0 alone.
class ConstantRadiation final : public RadiationMemory {
 public:
  /// @param added_mass symmetric, 6N x 6N
  /// @param damping    6N x 6N
  /// @param step       h [s]
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
  MatrixXd added_mass(double /*omega*/) const override { return added_mass_; }
  MatrixXd radiation_damping(double /*omega*/) const override { return damping_; }

 private:
  MatrixXd added_mass_;
  RowMajorMatrix damping_;
  double step_;
};

}  // namespace raftup::hydro
