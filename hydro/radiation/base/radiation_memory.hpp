#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// The place of a Runge-Kutta stage within a step [t, t + h].
enum class Stage { kStart, kMiddle, kEnd };

/// Everything on which the future of a memory depends; a plain value that can be copied, compared
/// and stored.
struct MemoryState {
  std::int64_t sample_count = 0;  ///< steps committed since the start
  std::vector<double> values;     ///< history or filter states, in a layout of the memory's own

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("sample_count", self.sample_count);
    field("values", self.values);
  }

  bool operator==(const MemoryState&) const = default;
};

/// The contribution of the past to the memory integral at the three stages of the next step.
struct StageTails {
  VectorXd start, middle, end;

  const VectorXd& at(Stage stage) const {
    return stage == Stage::kStart ? start : stage == Stage::kMiddle ? middle : end;
  }
};

/// The radiation memory of one hydrodynamic group for a fixed step h.
///
///   mu(t) = integral_0^t K(tau) nu(t - tau) dtau,  force on the bodies = -mu,
///   K(tau) = (2/pi) integral_0^infinity B(omega) cos(omega tau) domega.
///
/// | symbol | size    | what, frame and unit                                                     |
/// |--------|---------|--------------------------------------------------------------------------|
/// | nu     | 6N      | velocity of each centre of mass and angular velocity, hydro frame of the |
/// |        |         | body (HydroFrame) [m/s, rad/s]                                           |
/// | mu     | 6N      | wrench about the centres of mass, same frames [N, N m]                   |
/// | K      | 6N x 6N | retardation kernel [N/m, N, N m]                                         |
/// | B      | 6N x 6N | radiation damping [kg/s, kg m/s, kg m2/s]                                |
///
/// At a stage, mu = tail(stage) + instantaneous(stage) * nu_stage: the tails depend on the past
/// alone, so one prepare() serves all stages of a step, explicit or implicit.
/// Use per step: prepare, any number of stage evaluations, advance. The object is immutable and
/// can be shared between threads; all state is in MemoryState.
/// @source Cummins (1962), The impulse response function and ship motions
class RadiationMemory {
 public:
  virtual ~RadiationMemory() = default;

  virtual Eigen::Index dof_count() const = 0;
  virtual double step() const = 0;  ///< h [s]

  /// State at t = 0: the fluid has been at rest before (nu(t < 0) = 0).
  /// @param velocity nu(0), 6N
  virtual MemoryState initial_state(const VectorXd& velocity) const = 0;

  /// Computes the tails of the step that begins at `state`.
  virtual void prepare(const MemoryState& state, StageTails& tails) const = 0;

  /// The factor of the stage's own velocity, 6N x 6N [N s/m ...]; constant.
  virtual const RowMajorMatrix& instantaneous(Stage stage) const = 0;

  /// Commits a step; never throws, since it is the last act of a step.
  /// @param velocity nu at its end, 6N
  virtual void advance(MemoryState& state, const VectorXd& velocity) const noexcept = 0;

  /// The infinite-frequency added mass A_inf that belongs to this memory, symmetric, 6N x 6N [kg,
  /// kg m, kg m2]. It is part of the system matrix.
  virtual const MatrixXd& infinite_added_mass() const = 0;

  /// The memory in the frequency domain, against which every test compares:
  ///   i omega integral K exp(-i omega tau) = B(omega) ... so that
  /// B(omega) + i omega (A(omega) - A_inf) = integral_0^T K(tau) exp(-i omega tau) dtau,
  /// in continuous time (the quadrature's own error is not in it).
  /// @source Ogilvie (1964)
  virtual MatrixXd added_mass(double omega) const = 0;
  virtual MatrixXd radiation_damping(double omega) const = 0;
};

/// A memory without memory: A_inf [kg, kg m, kg m2] acts, but nothing is remembered and nothing is
/// damped.
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
