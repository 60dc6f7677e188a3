#include "hydro/radiation/fit/fit_comparison.hpp"

#include <cmath>

#include "hydro/base/cancellation.hpp"
#include "hydro/base/whole_number.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

RowMajorMatrix compared_added_mass(const RadiationCoefficients& coefficients) {
  return coefficients.filed() ? coefficients.filed()->added_mass
                              : coefficients.added_mass_rows(coefficients.filed_omega());
}

RowMajorMatrix compared_damping(const RadiationCoefficients& coefficients) {
  return coefficients.filed() ? coefficients.filed()->damping
                              : coefficients.radiation_damping_rows(coefficients.filed_omega());
}

namespace {

/// Returns 1 / sqrt(scale_i scale_j) of every pair, flattened; 0 for dofs that radiate nothing.
Eigen::RowVectorXd pair_weights(const VectorXd& scale, const VectorXd& dof_scale) {
  const VectorXd inverse = (dof_scale.array() > 0.0 && scale.array() > 0.0)
                               .select(scale.cwiseSqrt().cwiseInverse(), 0.0);
  const RowMajorMatrix weights = inverse * inverse.transpose();
  return Eigen::Map<const Eigen::RowVectorXd>(weights.data(), weights.size());
}

/// Returns the largest element of the rows, each column multiplied by its weight.
double worst_pair(const RowMajorMatrix& rows, const Eigen::RowVectorXd& weights) {
  return rows.cwiseAbs().colwise().maxCoeff().cwiseProduct(weights).maxCoeff();
}

}  // namespace

FitComparison::FitComparison(const RadiationCoefficients& coefficients, double kernel_duration)
    : coefficients_(coefficients),
      kernel_duration_(kernel_duration),
      data_{compared_damping(coefficients), compared_added_mass(coefficients)} {
  const Eigen::Index size = coefficients.dof_count();
  VectorXd scale = VectorXd::Zero(size);
  for (Eigen::Index k = 0; k < data_.added_mass.rows(); ++k) {
    scale = scale.cwiseMax(matrix_of_row(data_.added_mass, k, size).diagonal().cwiseAbs());
  }
  damping_weight_ =
      pair_weights(coefficients.dof_scale().array().square(), coefficients.dof_scale());
  added_mass_weight_ = pair_weights(scale, coefficients.dof_scale());
}

FitComparison FitComparison::with(const RationalModel& model,
                                  const MatrixXd& infinite_added_mass) const {
  FitComparison other = *this;
  other.data_ = rows_of(model, infinite_added_mass);
  return other;
}

FitComparison::Rows FitComparison::rows_of(const RationalModel& model,
                                           const MatrixXd& infinite_added_mass) const {
  const VectorXd& omega = coefficients_.filed_omega();
  RowMajorMatrix real(omega.size(), model.pole_count()), imaginary(real.rows(), real.cols());
  for (Eigen::Index k = 0; k < omega.size(); ++k) {
    check_cancelled();
    const VectorXcd basis = rational_basis(model.poles, omega[k]);
    real.row(k) = basis.real().transpose();
    imaginary.row(k) = basis.imag().transpose() / omega[k];
  }
  Rows rows{real * model.coefficients, imaginary * model.coefficients};
  rows.added_mass.rowwise() += infinite_added_mass.reshaped<Eigen::RowMajor>().transpose();
  return rows;
}

FitErrors FitComparison::response_errors(const RationalModel& model,
                                         const MatrixXd& infinite_added_mass) const {
  return errors_of(rows_of(model, infinite_added_mass));
}

FitErrors FitComparison::response_errors(const RetardationKernel& kernel,
                                         const MatrixXd& infinite_added_mass) const {
  const VectorXd& omega = coefficients_.filed_omega();
  Rows rows{data_.damping, data_.added_mass};
  for (Eigen::Index k = 0; k < omega.size(); ++k) {
    check_cancelled();
    const MatrixXcd response = kernel.transform(omega[k]);
    matrix_of_row(rows.damping, k, kernel.dof_count()) = response.real();
    matrix_of_row(rows.added_mass, k, kernel.dof_count()) =
        infinite_added_mass + response.imag() / omega[k];
  }
  return errors_of(rows);
}

FitErrors FitComparison::errors_of(const Rows& rows) const {
  FitErrors errors;
  errors.damping = worst_pair(rows.damping - data_.damping, damping_weight_);
  errors.added_mass = worst_pair(rows.added_mass - data_.added_mass, added_mass_weight_);
  return errors;
}

double FitComparison::kernel_error(const RationalModel& model) const {
  const VectorXd& filed = coefficients_.filed_omega();
  // The spacing resolves the fastest oscillation of the data.
  const auto points = to_integer<Eigen::Index>(
      std::ceil(4.0 * kernel_duration_ * filed[filed.size() - 1]), "samples of a kernel");
  const VectorXd tau = VectorXd::LinSpaced(points, 0.0, kernel_duration_);
  RowMajorMatrix basis(points, model.pole_count());
  for (Eigen::Index k = 0; k < points; ++k) {
    check_cancelled();
    basis.row(k) = exponential_basis(model.poles, tau[k]).transpose();
  }
  const RowMajorMatrix kernel = retardation_kernel_samples(coefficients_, tau);
  const VectorXd scale = matrix_of_row(kernel, 0, coefficients_.dof_count()).diagonal().cwiseAbs();
  return worst_pair(basis * model.coefficients - kernel,
                    pair_weights(scale, coefficients_.dof_scale()));
}

}  // namespace raftup::hydro
