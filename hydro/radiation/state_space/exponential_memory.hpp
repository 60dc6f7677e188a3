#pragma once

#include <array>
#include <cstddef>
#include <functional>

#include "hydro/numerics/matrix_products.hpp"
#include "hydro/radiation/base/radiation_memory.hpp"

namespace raftup {

/// Coefficients of one time step of scalar complex filters, as pointers to arrays with one element
/// per mode.
struct ModalUpdate {
  const double* decay_real;
  const double* decay_imaginary;
  const double* input_real[4];
  const double* input_imaginary[4];
};

/// Advances the complex filters of one dof by one time step: z = decay z + sum over j of input[j]
/// velocity[j] for every mode. The result is bit for bit the same on every machine.
/// @param real,imaginary real and imaginary parts of z of all modes, read and overwritten
void update_modes(const ModalUpdate& update, const double velocity[4], std::size_t modes,
                  double* real, double* imaginary) noexcept;

/// Advances complex filters as update_modes() does, but with a separate input for each mode:
/// velocity[j] is complex and has one element per mode.
/// @param velocity_real,velocity_imaginary real and imaginary parts of the velocities [m/s, rad/s],
///         for j = 0 to 3
void update_driven_modes(const ModalUpdate& update, const double* const velocity_real[4],
                         const double* const velocity_imaginary[4], std::size_t modes, double* real,
                         double* imaginary) noexcept;

/// Multiplies the complex filters of `dofs` dofs by a factor per mode, once and twice: once = turn
/// z, twice = turn once. In z and both results, each dof has the real parts of all modes, then
/// their imaginary parts.
void turn_modes(const double* turn_real, const double* turn_imaginary, std::size_t modes,
                std::size_t dofs, const double* z, double* once, double* twice) noexcept;

}  // namespace raftup

namespace raftup::hydro {

/// Base class of radiation memories that consist of exponentials, of order 4 in the time step h.
/// Such a memory has filters z_k' = p_k z_k + (input of nu) whose output is the force mu. The
/// filters are updated and read by exact integrals of exponentials times polynomials in time:
///  - advance() treats nu as the cubic through its last four samples. While there are fewer
///    samples, z is integrated anew from t = 0 over the polynomial through all of them, so that the
///    start does not lower the order.
///  - Inside a step, nu is the quadratic E(s) through the last three samples, corrected linearly so
///    that it equals nu_stage at the stage: nu(s) = E(s) + (nu_stage - E(c h)) s / (c h).
/// The output at the start of the next step is the output at the end of this step plus the
/// difference that the cubic makes to the corrected quadratic. It equals the direct output of z up
/// to rounding.
///
/// Invariant of the state: its values are three tails (6N numbers each), the values of the filters,
/// and the last four velocities, newest first. Immutable, thread-safe.
/// @source Cox and Matthews (2002) for exponential time differencing
class ExponentialMemory : public RadiationMemory {
 public:
  Eigen::Index dof_count() const final { return infinite_added_mass_.rows(); }
  double step() const final { return step_; }
  MemoryState initial_state(const VectorXd& velocity) const final;
  void prepare(const MemoryState& state, StageTails& tails) const final;
  const RowMajorMatrix& instantaneous(Stage stage) const final;
  void advance(MemoryState& state, const VectorXd& velocity) const noexcept final;
  const MatrixXd& infinite_added_mass() const final { return infinite_added_mass_; }

  /// Computes the radiation force mu of a state directly from the filters [N, N m]. It must equal
  /// the tail of the stage kStart.
  VectorXd output(const MemoryState& state) const;

 protected:
  /// Number of past velocities [m/s, rad/s] that are kept.
  static constexpr Eigen::Index kSamples = 4;

  /// One step of the filters, with one element per pole: z' = decay z + sum over the samples j of
  /// input[j] (input of nu_j).
  struct FilterUpdate {
    VectorXcd decay;
    std::array<VectorXcd, kSamples> input;
  };

  /// The coefficients of a FilterUpdate as separate real and imaginary parts, as update_modes() and
  /// update_driven_modes() need them.
  struct SplitUpdate {
    VectorXd decay_real, decay_imaginary;
    std::array<VectorXd, kSamples> input_real, input_imaginary;

    /// Returns pointers to the coefficients, which remain valid while this object exists.
    ModalUpdate raw() const noexcept;
  };

  /// Function that computes, for one complex factor per pole, the 6N x 6N matrix from the velocity
  /// nu [m/s, rad/s] to the part of the force mu [N, N m] that the filters then contribute.
  using OutputOfFactors = std::function<RowMajorMatrix(const VectorXcd& factors)>;

  /// @param infinite_added_mass A_inf, 6N x 6N [kg, kg m, kg m2]
  /// @param step                time step h [s], > 0
  /// @throws Error(kInvalidArgument) if the step is not positive and finite
  ExponentialMemory(MatrixXd infinite_added_mass, double step);

  /// Computes the coefficients with which filters are advanced. The first three integrate the
  /// filters from rest over 1, 2 and 3 steps; the fourth is for every later step.
  std::array<FilterUpdate, kSamples> make_updates(const VectorXcd& poles) const;
  /// Computes the matrices by which the tails [N, N m] follow from velocities. The constructor of a
  /// derived class calls it once.
  void make_outputs(const VectorXcd& poles, const OutputOfFactors& output_of);

  /// Number of values that the filters have in the state.
  virtual Eigen::Index filter_values() const = 0;
  /// Sets the initial values of the filters. `filters` is filled with zeros before the call.
  /// @param samples the last velocities [m/s, rad/s], newest first
  virtual void start_filters(const double* samples, double* filters) const = 0;
  /// Advances the filters by one step.
  /// @param update index of the coefficients among those of make_updates()
  virtual void update_filters(const double* samples, std::size_t update,
                              double* filters) const noexcept = 0;
  /// Adds the output of the filters at h/2 to `middle` and at h to `end` [N, N m], without further
  /// input.
  virtual void add_filters(const double* filters, double* middle, double* end) const noexcept = 0;
  /// Writes the present output of the filters to `result`, 6N numbers [N, N m].
  virtual void write_output(const double* filters, double* result) const noexcept = 0;

 private:
  MatrixXd infinite_added_mass_;
  double step_;
  /// Matrix from four velocities [m/s, rad/s] to three tails [N, N m]: the correction of the tail
  /// at the start of the step by the cubic, and the parts of the tails at h/2 and h.
  ColumnMatrix sample_outputs_;
  RowMajorMatrix middle_, end_, none_;
};

}  // namespace raftup::hydro
