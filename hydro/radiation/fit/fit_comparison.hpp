#pragma once

#include "hydro/radiation/base/radiation_coefficients.hpp"
#include "hydro/radiation/kernel/retardation_kernel.hpp"
#include "hydro/radiation/state_space/rational_model.hpp"

namespace raftup::hydro {

/// Added mass A and radiation damping B with which models are compared, one row per frequency of
/// the file [kg, kg m, kg m2; N s/m, N s, N m s]. They are those of the file or, if the
/// coefficients keep no data of the file, those of the coefficients.
RowMajorMatrix compared_added_mass(const RadiationCoefficients& coefficients);
RowMajorMatrix compared_damping(const RadiationCoefficients& coefficients);

/// Relative errors [1] of a model of the radiation memory, each for the worst pair of dofs i, j.
/// dK, dA and dB are the differences between the model and the data in kernel, added mass and
/// damping.
struct FitErrors {
  /// Error of the retardation kernel, max over tau of |dK_ij| / sqrt(K_ii(0) K_jj(0)).
  double kernel = 0.0;
  /// Error of the added mass [1], max over omega of |dA_ij| / sqrt(max|A_ii| max|A_jj|).
  double added_mass = 0.0;
  /// Error of the damping [1], max over omega of |dB_ij| / sqrt(max B_ii max B_jj).
  double damping = 0.0;

  /// Error that a tolerance refers to [1]: the larger one of the errors of added mass and damping
  /// at the frequencies of the file. The error of the kernel is only reported, because the kernel
  /// depends on all frequencies at once, most of them far beyond the data.
  double response() const { return added_mass > damping ? added_mass : damping; }
};

/// The data with which models are compared: A and B at the frequencies of the file [rad/s] and the
/// retardation kernel. A and B are those of the file or, if the coefficients keep no data of the
/// file, those of the coefficients. They are computed once and serve any number of models. The
/// object refers to the coefficients, which must outlive it. Immutable.
class FitComparison {
 public:
  /// @param coefficients    coefficients and data of the file with which models are compared
  /// @param kernel_duration time over which kernels are compared [s], > 0
  FitComparison(const RadiationCoefficients& coefficients, double kernel_duration);

  /// Returns a comparison whose A and B are those of the given model instead of those of the data.
  FitComparison with(const RationalModel& model, const MatrixXd& infinite_added_mass) const;

  /// Computes the errors of added mass and damping of a model [1]. The error of the kernel stays 0.
  FitErrors response_errors(const RationalModel& model, const MatrixXd& infinite_added_mass) const;
  FitErrors response_errors(const RetardationKernel& kernel,
                            const MatrixXd& infinite_added_mass) const;

  /// Computes the relative error of the retardation kernel of a model [1], which takes longer than
  /// the errors of added mass and damping.
  double kernel_error(const RationalModel& model) const;

 private:
  struct Rows {
    /// B [N s/m, N s, N m s] and A [kg, kg m, kg m2], flattened, one row per frequency
    RowMajorMatrix damping, added_mass;
  };
  Rows rows_of(const RationalModel& model, const MatrixXd& infinite_added_mass) const;
  FitErrors errors_of(const Rows& rows) const;

  const RadiationCoefficients& coefficients_;
  double kernel_duration_;
  Rows data_;
  /// Weights of the errors of every pair of dofs: 1 / scale.
  Eigen::RowVectorXd damping_weight_, added_mass_weight_;
};

}  // namespace raftup::hydro
