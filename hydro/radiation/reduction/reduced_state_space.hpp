#pragma once

#include <array>
#include <vector>

#include "hydro/numerics/matrix_products.hpp"
#include "hydro/radiation/reduction/reduced_model.hpp"
#include "hydro/radiation/state_space/exponential_memory.hpp"

namespace raftup::hydro {

/// Radiation memory of a reduced model: every state belongs to a complex filter with an input and
/// an output of its own,
///   z_k' = p_k z_k + a_k^T nu,   mu = Re sum over k of b_k z_k.
/// A mode of rank one is a filter with a = c, b = 2 p c; a common real pole takes one filter for
/// two dofs, the one in the real part of z, the other in its imaginary part.
///
/// The filters keep z, real parts first, and a^T nu of the last four velocities, newest first.
class ReducedStateSpace final : public ExponentialMemory {
 public:
  /// @param step h [s], > 0
  /// @throws Error(kInvalidArgument) on a step out of range or sizes that differ
  ReducedStateSpace(ReducedModel model, MatrixXd infinite_added_mass, double step);

  MatrixXd added_mass(double omega) const override;
  MatrixXd radiation_damping(double omega) const override;

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
  VectorXcd poles_;             ///< p, padded with zeros to whole blocks of lanes
  MatrixXcd inputs_, outputs_;  ///< a and b, a column each; zero where padded
  ColumnMatrix drive_;          ///< nu to Re a^T nu, then Im a^T nu
  std::array<SplitUpdate, kSamples> updates_;
  VectorXd turn_real_, turn_imaginary_;  ///< exp(p h/2)
  RowMajorMatrix now_;                   ///< z to mu
  std::vector<SixRows> filter_outputs_;  ///< the same, body after body
};

}  // namespace raftup::hydro
