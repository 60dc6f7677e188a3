#pragma once

#include <array>

#include "hydro/numerics/column_matrix.hpp"
#include "hydro/numerics/shared_product.hpp"
#include "hydro/radiation/radiation_memory.hpp"
#include "hydro/radiation/rational_model.hpp"

namespace raftup::hydro {

/// Radiation memory of a rational model, order 4 in the step: with one filter state per pole and
/// dof,
///   z_k' = p_k z_k + nu,   mu = sum over real poles R_k z_k + sum over pairs 2 Re(R_k z_k),
/// updated and read by exact exponentials of polynomials in time:
///  - advance() takes nu as the cubic through its last four samples. While there are fewer, z is
///    integrated anew from t = 0 over the polynomial through all of them, so the start costs no
///    order;
///  - inside a step nu is the quadratic through the last three samples, bent linearly to meet the
///    stage's velocity: nu(s) = E(s) + (nu_stage - E(c h)) s / (c h).
/// Both outputs of a step come from one pass over the residues, with z turned ahead to h/2 and h.
/// The output at the start of the next step is that at the end of this one plus what the cubic adds
/// to the bent quadratic; it equals the direct output of z to rounding.
///
/// Invariant of the state: values = three tails (6N each), z (per dof: real parts of all modes,
/// then imaginary parts), the last four velocities, newest first. Immutable, thread-safe.
/// @source Cox and Matthews (2002) for exponential time differencing
class StateSpace final : public RadiationMemory {
 public:
  /// @param step h [s], > 0
  /// @throws Error(kInvalidArgument) on a step out of range or sizes that differ
  StateSpace(RationalModel model, MatrixXd infinite_added_mass, double step);

  Eigen::Index dof_count() const override { return infinite_added_mass_.rows(); }
  double step() const override { return step_; }
  MemoryState initial_state(const VectorXd& velocity) const override;
  void prepare(const MemoryState& state, StageTails& tails) const override;
  const RowMajorMatrix& instantaneous(Stage stage) const override;
  void advance(MemoryState& state, const VectorXd& velocity) const noexcept override;
  const MatrixXd& infinite_added_mass() const override { return infinite_added_mass_; }
  MatrixXd added_mass(double omega) const override;
  MatrixXd radiation_damping(double omega) const override;

  const RationalModel& model() const { return model_; }

  /// sum R z of a state, straight from z: what the tail of kStart must equal.
  VectorXd output(const MemoryState& state) const;

 private:
  static constexpr Eigen::Index kSamples = 4;  ///< velocities that are kept
  /// z' = decay z + sum over samples of input[j] nu_j; per mode, padded to whole vectors.
  struct Update {
    VectorXd decay_real, decay_imaginary;
    std::array<VectorXd, kSamples> input_real, input_imaginary;
  };

  Update make_update(Eigen::Index samples, bool from_rest) const;
  void make_outputs();
  void make_mode_outputs();
  RowMajorMatrix output_of(const VectorXcd& factors) const;
  void update_modes(double* values, const Update& update) const noexcept;
  void add_modes(const double* modes, double* middle, double* end) const noexcept;
  void write_output(const double* modes, double* result) const noexcept;
  Eigen::Index mode_values() const { return 2 * modes_ * dof_count(); }

  RationalModel model_;
  MatrixXd infinite_added_mass_;
  double step_;
  Eigen::Index modes_;                    ///< number of poles, padded
  std::array<Update, kSamples> updates_;  ///< after 1, 2, 3 steps, and later
  VectorXd turn_real_, turn_imaginary_;   ///< exp(p h/2) per mode
  RowMajorMatrix now_;                    ///< z to mu
  std::vector<SixRows> mode_outputs_;     ///< the same, body after body
  /// Four velocities to three tails: to what the cubic adds to that of the start, and to those of
  /// h/2 and h.
  ColumnMatrix sample_outputs_;
  RowMajorMatrix middle_, end_, none_;
};

}  // namespace raftup::hydro
