#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// The instant within a time step [t, t + h] [s] at which forces are evaluated: t, t + h/2 or t +
/// h.
enum class Stage { kStart, kMiddle, kEnd };

/// Complete state of a radiation memory. All future radiation forces [N, N m] depend only on this
/// state and on future velocities. It is a plain value that can be copied, compared and stored.
struct MemoryState {
  std::int64_t sample_count = 0;  ///< number of steps completed since the start
  /// History of velocities or states of filters, arranged as the memory's class defines.
  std::vector<double> values;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("sample_count", self.sample_count);
    field("values", self.values);
  }

  bool operator==(const MemoryState&) const = default;
};

/// The tails of the next step: the part of the radiation memory force mu that depends on past
/// velocities alone, at the start, the middle and the end of the step. Each is a vector of 6N
/// numbers [N, N m].
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
/// | symbol | size    | meaning, frame and unit                                                  |
/// |--------|---------|--------------------------------------------------------------------------|
/// | nu     | 6N      | velocity of each center of mass and angular velocity, hydro frame of the |
/// |        |         | body (HydroFrame) [m/s, rad/s]                                           |
/// | mu     | 6N      | wrench about the centers of mass, same frames [N, N m]                   |
/// | K      | 6N x 6N | retardation kernel [N/m, N, N m]                                         |
/// | B      | 6N x 6N | radiation damping [kg/s, kg m/s, kg m2/s]                                |
///
/// At each stage of a step, mu = tail(stage) + instantaneous(stage) * nu_stage. The tails depend on
/// the past alone; therefore one call of prepare() serves all stages of a step, explicit or
/// implicit. The order of calls in each step is: prepare(), any number of evaluations at stages,
/// advance(). The object is immutable and can be shared between threads; MemoryState contains
/// everything that changes.
/// @source Cummins (1962), The impulse response function and ship motions
class RadiationMemory {
 public:
  virtual ~RadiationMemory() = default;

  /// Number of dofs 6N of the bodies of the hydrodynamic group.
  virtual Eigen::Index dof_count() const = 0;
  virtual double step() const = 0;  ///< time step h [s]

  /// Returns the state at t = 0. The fluid and the bodies are taken to be at rest for t < 0.
  /// @param velocity nu(0), 6N [m/s, rad/s]
  virtual MemoryState initial_state(const VectorXd& velocity) const = 0;

  /// Computes the tails of the step that begins at `state` [N, N m].
  virtual void prepare(const MemoryState& state, StageTails& tails) const = 0;

  /// Matrix by which the velocity at a stage is multiplied to obtain its part of mu, 6N x 6N [N
  /// s/m, N s, N m s]. It is constant in time.
  virtual const RowMajorMatrix& instantaneous(Stage stage) const = 0;

  /// Completes a step: changes `state` from the start to the end of the step. It does not throw,
  /// because it is the last operation of a step.
  /// @param velocity nu at the end of the step, 6N [m/s, rad/s]
  virtual void advance(MemoryState& state, const VectorXd& velocity) const noexcept = 0;

  /// Added mass at infinite frequency that is consistent with this memory, symmetric, 6N x 6N [kg,
  /// kg m, kg m2]. It is part of the system matrix.
  virtual const MatrixXd& infinite_added_mass() const = 0;

  /// Returns the transform of the kernel of the memory at the frequency omega [rad/s], 6N x 6N [N
  /// s/m, N s, N m s],
  ///   B(omega) + i omega (A(omega) - A_inf) = integral_0^T K(tau) exp(-i omega tau) dtau.
  /// @source Ogilvie (1964)
  virtual MatrixXcd transform(double omega) const = 0;

  /// Radiation damping B that the memory is equivalent to at the frequency omega [rad/s], 6N x 6N [N
  /// s/m, N s, N m s].
  MatrixXd radiation_damping(double omega) const { return transform(omega).real(); }
  /// Added mass A that the memory is equivalent to at the frequency omega [rad/s], 6N x 6N [kg, kg m,
  /// kg m2].
  MatrixXd added_mass(double omega) const { return added_mass_of(transform(omega), omega); }

  /// Returns the added mass A [kg, kg m, kg m2] that belongs to the transform at a frequency [rad/s].
  /// If its imaginary part is 0, A is A_inf, also at the frequency 0.
  MatrixXd added_mass_of(const MatrixXcd& transform, double omega) const {
    if (transform.imag().isZero(0.0)) return infinite_added_mass();
    return infinite_added_mass() + transform.imag() / omega;
  }
};

/// A radiation model without memory and without damping. Only the added mass at infinite frequency
/// A_inf [kg, kg m, kg m2] acts.
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
  MatrixXcd transform(double /*omega*/) const override { return zero_.cast<Complex>(); }

 private:
  MatrixXd infinite_added_mass_;
  RowMajorMatrix zero_;
  double step_;
};

}  // namespace raftup::hydro
