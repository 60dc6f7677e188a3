#pragma once

#include <array>
#include <vector>

#include "hydro/numerics/matrix_products.hpp"
#include "hydro/radiation/reduction/reduced_model.hpp"
#include "hydro/radiation/state_space/exponential_memory.hpp"

namespace raftup::hydro {

/// Radiation memory of a reduced model. Every complex filter has its own input vector a_k and
/// output vector b_k,
///   z_k' = p_k z_k + a_k^T nu,   mu = Re sum over k of b_k z_k,
/// where nu is the velocity [m/s, rad/s] and mu the radiation force [N, N m]. A mode of rank one is
/// a filter with a = c, b = 2 p c. For a common real pole, one complex filter serves two dofs: one
/// in the real part of z, the other in the imaginary part.
///
/// The values of the filters in the state are z, real parts first, and a^T nu of the last four
/// velocities, newest first.
class ReducedStateSpace final : public ExponentialMemory {
 public:
  /// @param infinite_added_mass A_inf, 6N x 6N [kg, kg m, kg m2]
  /// @param step                time step h [s], > 0
  /// @throws Error(kInvalidArgument) if the step is not positive and finite, or if the sizes of the
  ///          model and of the added mass differ
  ReducedStateSpace(ReducedModel model, MatrixXd infinite_added_mass, double step);

  MatrixXcd transform(double omega) const override;

  const ReducedModel& model() const { return model_; }

 private:
  Eigen::Index filter_values() const override { return 2 * (1 + kSamples) * poles_.size(); }
  void start_filters(const double* samples, double* filters) const override;
  void update_filters(const double* samples, std::size_t update,
                      double* filters) const noexcept override;
  void add_filters(const double* filters, double* middle, double* end) const noexcept override;
  void write_output(const double* filters, double* result) const noexcept override;

  void make_filters();
  void make_filter_outputs();

  ReducedModel model_;
  /// Poles p of the filters [rad/s], padded with zeros to whole SIMD blocks.
  VectorXcd poles_;
  MatrixXcd inputs_, outputs_;  ///< vectors a and b, one column per filter; zero where padded
  ColumnMatrix drive_;          ///< matrix from nu to Re a^T nu, then Im a^T nu
  std::array<SplitUpdate, kSamples> updates_;
  VectorXd turn_real_, turn_imaginary_;  ///< real and imaginary part of exp(p h/2)
  RowMajorMatrix now_;                   ///< matrix from z to mu
  std::vector<SixRows> filter_outputs_;  ///< the matrix from z to mu, arranged body by body
};

}  // namespace raftup::hydro
