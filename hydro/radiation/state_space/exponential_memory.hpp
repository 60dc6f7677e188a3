#pragma once

#include <array>
#include <cstddef>
#include <functional>

#include "hydro/numerics/matrix_products.hpp"
#include "hydro/radiation/base/radiation_memory.hpp"

namespace raftup {

/// Coefficients of one step of scalar filters, one entry per mode.
struct ModalUpdate {
  const double* decay_real;
  const double* decay_imaginary;
  const double* input_real[4];
  const double* input_imaginary[4];
};

/// z = decay z + sum over j of input[j] velocity[j], complex, for every mode of one dof; the same
/// bits on every machine.
void update_modes(const ModalUpdate& update, const double velocity[4], std::size_t modes,
                  double* real, double* imaginary) noexcept;

/// Does the same as update_modes(), with a separate input for each mode: velocity[j] is complex and
/// has one entry per mode.
/// @param velocity_real,velocity_imaginary the real and imaginary parts, for j = 0 to 3
void update_driven_modes(const ModalUpdate& update, const double* const velocity_real[4],
                         const double* const velocity_imaginary[4], std::size_t modes, double* real,
                         double* imaginary) noexcept;

/// once = turn z and twice = turn once, complex, for every mode of `dofs` dofs; z and the results
/// hold per dof the real parts of all modes, then the imaginary parts.
void turn_modes(const double* turn_real, const double* turn_imaginary, std::size_t modes,
                std::size_t dofs, const double* z, double* once, double* twice) noexcept;

}  // namespace raftup

namespace raftup::hydro {

/// What radiation memories of exponentials share, order 4 in the step: filters z_k' = p_k z_k +
/// input of nu, whose output is mu, updated and read by exact exponentials of polynomials in time:
///  - advance() takes nu as the cubic through its last four samples. While there are fewer, z is
///    integrated anew from t = 0 over the polynomial through all of them, so the start costs no
///    order;
///  - inside a step nu is the quadratic through the last three samples, bent linearly to meet the
///    stage's velocity: nu(s) = E(s) + (nu_stage - E(c h)) s / (c h).
/// The output at the start of the next step is that at the end of this one plus what the cubic adds
/// to the bent quadratic; it equals the direct output of z to rounding.
///
/// Invariant of the state: values = three tails (6N each), what the filters keep, the last four
/// velocities, newest first. Immutable, thread-safe.
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

  /// Returns mu of a state directly from the filters [N, N m]. The tail of kStart must equal it.
  VectorXd output(const MemoryState& state) const;

 protected:
  static constexpr Eigen::Index kSamples = 4;  ///< number of velocities [m/s, rad/s] that are kept

  /// z' = decay z + sum over samples of input[j] (input of nu_j), per pole.
  struct FilterUpdate {
    VectorXcd decay;
    std::array<VectorXcd, kSamples> input;
  };

  /// The same as real and imaginary parts, as update_modes() and its like take them.
  struct SplitUpdate {
    VectorXd decay_real, decay_imaginary;
    std::array<VectorXd, kSamples> input_real, input_imaginary;

    ModalUpdate raw() const noexcept;
  };

  /// Returns the 6N x 6N matrix from nu to the contribution of the filters to mu, for one factor
  /// per pole.
  using OutputOfFactors = std::function<RowMajorMatrix(const VectorXcd& factors)>;

  /// @param step h [s], > 0
  /// @throws Error(kInvalidArgument) on a step out of range
  ExponentialMemory(MatrixXd infinite_added_mass, double step);

  /// The filters after 1, 2, 3 steps, integrated from rest, and after any later one.
  std::array<FilterUpdate, kSamples> make_updates(const VectorXcd& poles) const;
  /// To be called once by the constructor of a derived class.
  void make_outputs(const VectorXcd& poles, const OutputOfFactors& output_of);

  /// Numbers that the filters keep in the state.
  virtual Eigen::Index filter_values() const = 0;
  /// The values of the filters at rest, given the last velocities [m/s, rad/s]; `filters` is filled
  /// with zeros.
  virtual void start_filters(const double* samples, double* filters) const = 0;
  /// One step, by the update'th of make_updates().
  virtual void update_filters(const double* samples, std::size_t update,
                              double* filters) const noexcept = 0;
  /// Adds the output of the filters at h/2 and h without further input.
  virtual void add_filters(const double* filters, double* middle, double* end) const noexcept = 0;
  /// The present output of the filters.
  virtual void write_output(const double* filters, double* result) const noexcept = 0;

 private:
  MatrixXd infinite_added_mass_;
  double step_;
  /// From four velocities [m/s, rad/s] to three tails [N, N m]: the effect of the cubic on the tail
  /// of the start, and the tails of h/2 and h.
  ColumnMatrix sample_outputs_;
  RowMajorMatrix middle_, end_, none_;
};

}  // namespace raftup::hydro
