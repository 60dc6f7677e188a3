#include "hydro/radiation/fit/fit_errors.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {
namespace {

/// 1 / sqrt(scale_i scale_j) of every pair, flattened; 0 for dofs that are quiet.
Eigen::RowVectorXd pair_weights(const VectorXd& scale, const VectorXd& dof_scale) {
  const VectorXd inverse = (dof_scale.array() > 0.0 && scale.array() > 0.0)
                               .select(scale.cwiseSqrt().cwiseInverse(), 0.0);
  const RowMajorMatrix weights = inverse * inverse.transpose();
  return Eigen::Map<const Eigen::RowVectorXd>(weights.data(), weights.size());
}

/// Largest entry of the rows, every column times its weight.
double worst_pair(const RowMajorMatrix& rows, const Eigen::RowVectorXd& weights) {
  return rows.cwiseAbs().colwise().maxCoeff().cwiseProduct(weights).maxCoeff();
}

}  // namespace

FitComparison::FitComparison(const RadiationCoefficients& coefficients, double kernel_duration)
    : coefficients_(coefficients),
      kernel_duration_(kernel_duration),
      damping_(coefficients.radiation_damping_rows(coefficients.filed_omega())) {
  const Eigen::Index size = coefficients.dof_count();
  RowMajorMatrix added_mass = coefficients.added_mass_rows(coefficients.filed_omega());
  VectorXd scale = VectorXd::Zero(size);
  for (Eigen::Index k = 0; k < added_mass.rows(); ++k) {
    scale = scale.cwiseMax(matrix_of_row(added_mass, k, size).diagonal().cwiseAbs());
    matrix_of_row(added_mass, k, size) -= coefficients.infinite_added_mass();
  }
  memory_added_mass_ = std::move(added_mass);
  damping_weight_ =
      pair_weights(coefficients.dof_scale().array().square(), coefficients.dof_scale());
  added_mass_weight_ = pair_weights(scale, coefficients.dof_scale());
}

FitErrors FitComparison::response_errors(const RationalModel& model) const {
  const VectorXd& omega = coefficients_.filed_omega();
  RowMajorMatrix real(omega.size(), model.pole_count()), imaginary(real.rows(), real.cols());
  for (Eigen::Index k = 0; k < omega.size(); ++k) {
    const VectorXcd basis = rational_basis(model.poles, omega[k]);
    real.row(k) = basis.real().transpose();
    imaginary.row(k) = basis.imag().transpose() / omega[k];
  }
  return errors_of(real * model.coefficients, imaginary * model.coefficients);
}

FitErrors FitComparison::response_errors(const RetardationKernel& kernel) const {
  const VectorXd& omega = coefficients_.filed_omega();
  RowMajorMatrix damping(omega.size(), damping_.cols()), added_mass(damping.rows(), damping.cols());
  for (Eigen::Index k = 0; k < omega.size(); ++k) {
    const MatrixXcd response = kernel.transform(omega[k]);
    matrix_of_row(damping, k, kernel.dof_count()) = response.real();
    matrix_of_row(added_mass, k, kernel.dof_count()) = response.imag() / omega[k];
  }
  return errors_of(damping, added_mass);
}

FitErrors FitComparison::errors_of(const RowMajorMatrix& damping,
                                   const RowMajorMatrix& memory_added_mass) const {
  FitErrors errors;
  errors.damping = worst_pair(damping - damping_, damping_weight_);
  errors.added_mass = worst_pair(memory_added_mass - memory_added_mass_, added_mass_weight_);
  return errors;
}

double FitComparison::kernel_error(const RationalModel& model) const {
  const VectorXd& filed = coefficients_.filed_omega();
  // resolves the fastest oscillation that the data have
  const auto points =
      static_cast<Eigen::Index>(std::ceil(4.0 * kernel_duration_ * filed[filed.size() - 1]));
  const VectorXd tau = VectorXd::LinSpaced(points, 0.0, kernel_duration_);
  RowMajorMatrix basis(points, model.pole_count());
  for (Eigen::Index k = 0; k < points; ++k) {
    basis.row(k) = exponential_basis(model.poles, tau[k]).transpose();
  }
  const RowMajorMatrix kernel = retardation_kernel_samples(coefficients_, tau);
  const VectorXd scale = matrix_of_row(kernel, 0, coefficients_.dof_count()).diagonal().cwiseAbs();
  return worst_pair(basis * model.coefficients - kernel,
                    pair_weights(scale, coefficients_.dof_scale()));
}

}  // namespace raftup::hydro
