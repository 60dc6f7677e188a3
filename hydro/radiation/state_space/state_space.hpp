#pragma once

#include <array>
#include <vector>

#include "hydro/numerics/matrix_products.hpp"
#include "hydro/radiation/state_space/exponential_memory.hpp"
#include "hydro/radiation/state_space/rational_model.hpp"

namespace raftup::hydro {

/// Radiation memory of a rational model: one filter z_k per pole p_k [rad/s] and dof,
///   z_k' = p_k z_k + nu,   mu = sum over real poles R_k z_k + sum over pairs 2 Re(R_k z_k).
/// Both outputs of a step come from one pass over the residues, with z turned ahead to h/2 and h.
///
/// The filters keep z: per dof the real parts of all modes, then the imaginary parts.
/// @source Taghipour, Perez and Moan, Hybrid frequency-time domain models for dynamic response
///         analysis of marine structures, Ocean Engineering 35 (2008)
class StateSpace final : public ExponentialMemory {
 public:
  /// @param step h [s], > 0
  /// @throws Error(kInvalidArgument) on a step out of range or sizes that differ
  StateSpace(RationalModel model, MatrixXd infinite_added_mass, double step);

  MatrixXd added_mass(double omega) const override;
  MatrixXd radiation_damping(double omega) const override;

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
  Eigen::Index modes_;                         ///< number of poles, padded
  std::array<SplitUpdate, kSamples> updates_;  ///< after 1, 2, 3 steps, and later
  VectorXd turn_real_, turn_imaginary_;        ///< exp(p h/2) per mode
  RowMajorMatrix now_;                         ///< z to mu
  std::vector<SixRows> mode_outputs_;          ///< the same, body after body
};

}  // namespace raftup::hydro
