#pragma once

#include <utility>

#include "hydro/radiation/radiation_memory.hpp"

namespace raftup::hydro {

/// A memory of zeros: the added mass stands, nothing is remembered and nothing is damped.
class NoMemory final : public RadiationMemory {
 public:
  NoMemory(MatrixXd infinite_added_mass, double step)
      : infinite_added_mass_(std::move(infinite_added_mass)),
        zero_(RowMajorMatrix::Zero(infinite_added_mass_.rows(), infinite_added_mass_.rows())),
        step_(step) {}

  Eigen::Index dof_count() const override { return zero_.rows(); }
  double step() const override { return step_; }
  MemoryState initial_state(const VectorXd& /*velocity*/) const override { return {}; }
  void prepare(const MemoryState& /*state*/, StageTails& tails) const override {
    tails.start = tails.middle = tails.end = VectorXd::Zero(dof_count());
  }
  const RowMajorMatrix& instantaneous(Stage /*stage*/) const override { return zero_; }
  void advance(MemoryState& state, const VectorXd& /*velocity*/) const noexcept override {
    ++state.sample_count;
  }
  const MatrixXd& infinite_added_mass() const override { return infinite_added_mass_; }
  MatrixXd added_mass(double /*omega*/) const override { return infinite_added_mass_; }
  MatrixXd radiation_damping(double /*omega*/) const override { return zero_; }

 private:
  MatrixXd infinite_added_mass_;
  RowMajorMatrix zero_;
  double step_;
};

}  // namespace raftup::hydro
