#pragma once

#include <array>
#include <vector>

#include "hydro/numerics/matrix_products.hpp"
#include "hydro/radiation/state_space/exponential_memory.hpp"
#include "hydro/radiation/state_space/rational_model.hpp"

namespace raftup::hydro {

/// Radiation memory of a rational model. It has one complex filter z_k per pole p_k [rad/s] and
/// dof,
///   z_k' = p_k z_k + nu,   mu = sum over real poles R_k z_k + sum over pairs 2 Re(R_k z_k),
/// where nu is the velocity and mu the radiation force. The forces at the middle and at the end of
/// a step come from one pass over the residues, with z multiplied by exp(p h/2) once and twice.
///
/// The values of the filters in the state are z: for each dof the real parts of all modes, then
/// their imaginary parts.
/// @source Taghipour, Perez and Moan, Hybrid frequency-time domain models for dynamic response
///          analysis of marine structures, Ocean Engineering 35 (2008)
class StateSpace final : public ExponentialMemory {
 public:
  /// @param infinite_added_mass A_inf, 6N x 6N [kg, kg m, kg m2]
  /// @param step                time step h [s], > 0
  /// @throws Error(kInvalidArgument) if the step is not positive and finite, or if the sizes of the
  ///          model and of the added mass differ
  StateSpace(RationalModel model, MatrixXd infinite_added_mass, double step);

  MatrixXcd transform(double omega) const override;

  const RationalModel& model() const { return model_; }

 private:
  Eigen::Index filter_values() const override { return 2 * modes_ * dof_count(); }
  void start_filters(const double*, double*) const override {}
  void update_filters(const double* samples, std::size_t update,
                      double* filters) const noexcept override;
  void add_filters(const double* filters, double* middle, double* end) const noexcept override;
  void write_output(const double* filters, double* result) const noexcept override;

  VectorXd padded(const VectorXd& per_pole) const;
  RowMajorMatrix output_of(const VectorXcd& factors) const;
  void make_mode_outputs();

  RationalModel model_;
  Eigen::Index modes_;  ///< number of poles, rounded up to whole SIMD blocks
  /// Coefficients for steps 1, 2, 3 and for all later steps.
  std::array<SplitUpdate, kSamples> updates_;
  VectorXd turn_real_, turn_imaginary_;  ///< real and imaginary part of exp(p h/2) per mode
  RowMajorMatrix now_;                   ///< matrix from z to mu
  std::vector<SixRows> mode_outputs_;    ///< the matrix from z to mu, arranged body by body
};

}  // namespace raftup::hydro
