#include "hydro/radiation/fit/fit_target.hpp"

#include <cmath>

#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::hydro {
namespace {

// Peak of A relative to the largest of all dofs below which there is no added mass.
constexpr double kSilent = 1e-30;
/// End of the grid of a fit to repaired data, as a multiple of the last frequency of the file.
/// Chosen, not swept: repaired data continue to 10 times the last frequency, and K depends mostly
/// on the frequencies below.
constexpr double kFitEnd = 6.0;
constexpr Eigen::Index kLowFrequencies = 1, kTailFrequencies = 60;
/// Weight of A_inf of the file as one more value to fit, relative to A at one frequency. If A_inf
/// were kept exactly, it would require a tail of B that is not positive (decision 17). The weight
/// was not swept.
constexpr double kInfiniteWeight = 1.0;
constexpr Eigen::Index kFadeFrequencies = 30;
/// Weight by which B is drawn towards a decay beyond the file, relative to that of B at the data
/// and per unit of log omega. Chosen, not swept: without it B could grow where there are no data,
/// and a large weight would change B at the last frequencies (decision 17).
constexpr double kFade = 0.05;
/// Weight of the effect of an error of A or B on motions, relative to the error of B itself, so
/// that resonances are fitted well (decision 17). Chosen, not swept.
constexpr double kResponseWeight = 3.0;

/// Returns the dofs whose radiation is more than noise.
std::vector<Eigen::Index> active_dofs(const RadiationCoefficients& coefficients) {
  std::vector<Eigen::Index> active;
  for (Eigen::Index i = 0; i < coefficients.dof_count(); ++i) {
    if (coefficients.dof_scale()[i] > 0.0) active.push_back(i);
  }
  return active;
}

/// Returns the frequencies of the file, some below them, which determine the model near omega = 0,
/// and a geometric grid beyond them.
VectorXd fit_grid(const VectorXd& filed) {
  VectorXd grid(kLowFrequencies + filed.size() + kTailFrequencies);
  const double first = filed[0], last = filed[filed.size() - 1];
  for (Eigen::Index k = 0; k < kLowFrequencies; ++k) {
    grid[k] = first * static_cast<double>(k + 1) / (kLowFrequencies + 1);
  }
  grid.segment(kLowFrequencies, filed.size()) = filed;
  for (Eigen::Index k = 0; k < kTailFrequencies; ++k) {
    const double share = static_cast<double>(k + 1) / kTailFrequencies;
    grid[kLowFrequencies + filed.size() + k] = last * power(kFitEnd, share);
  }
  return grid;
}

/// Returns the rows of the data for the active dofs, each divided by its scale.
RowMajorMatrix scaled_rows(const RowMajorMatrix& rows, const VectorXd& inverse_scale,
                           const std::vector<Eigen::Index>& active) {
  const auto size = static_cast<Eigen::Index>(active.size());
  RowMajorMatrix result(rows.rows(), size * size);
  for (Eigen::Index k = 0; k < rows.rows(); ++k) {
    const MatrixXd scaled = inverse_scale.asDiagonal() *
                            matrix_of_row(rows, k, inverse_scale.size()) *
                            inverse_scale.asDiagonal();
    matrix_of_row(result, k, size) = scaled(active, active);
  }
  return result;
}

/// Returns the typical ratio of the peak of A_ii to that of B_ii [s], the mean over the dofs of its
/// logarithm; 1 if there is no added mass.
double typical_added_mass(const FiledRadiation& filed, const VectorXd& inverse_scale,
                          const std::vector<Eigen::Index>& active) {
  const double largest = filed.added_mass.cwiseAbs().maxCoeff();
  double sum = 0.0, count = 0.0;
  for (const Eigen::Index dof : active) {
    const Eigen::Index column = dof * inverse_scale.size() + dof;
    const double peak = filed.added_mass.col(column).cwiseAbs().maxCoeff();
    if (peak <= kSilent * largest) continue;
    sum += logarithm(peak * inverse_scale[dof] * inverse_scale[dof]);
    count += 1.0;
  }
  return count > 0.0 ? exponential(sum / count) : 1.0;
}

FitMeasure filed_measure(const VectorXd& omega, const VectorXd& sensitivity,
                         double typical_added_mass) {
  const Eigen::ArrayXd felt = (kResponseWeight * sensitivity).array().square();
  FitMeasure measure;
  measure.omega = omega;
  measure.real = (1.0 + felt).sqrt();
  measure.imaginary = ((typical_added_mass * omega.array()).square().inverse() + felt).sqrt();
  const double last = omega[omega.size() - 1], count = kFadeFrequencies;
  measure.beyond.resize(kFadeFrequencies);
  for (Eigen::Index k = 0; k < kFadeFrequencies; ++k) {
    measure.beyond[k] = last * power(kFitEnd, static_cast<double>(k + 1) / count);
  }
  measure.fade = kFade * std::sqrt(static_cast<double>(omega.size()) * logarithm(kFitEnd) / count);
  return measure;
}

}  // namespace

FrequencyResponse scaled_response(const RadiationCoefficients& coefficients,
                                  const std::vector<Eigen::Index>& active, const VectorXd& grid) {
  const auto size = static_cast<Eigen::Index>(active.size());
  const VectorXd inverse = coefficients.inverse_dof_scale();
  const Eigen::Index dofs = coefficients.dof_count();
  const RowMajorMatrix damping = coefficients.radiation_damping_rows(grid);
  const RowMajorMatrix added_mass = coefficients.added_mass_rows(grid);
  FrequencyResponse response{grid, RowMajorMatrix(grid.size(), size * size),
                             RowMajorMatrix(grid.size(), size * size)};
  for (Eigen::Index k = 0; k < grid.size(); ++k) {
    const double omega = grid[k];
    const MatrixXd B =
        inverse.asDiagonal() * matrix_of_row(damping, k, dofs) * inverse.asDiagonal();
    const MatrixXd A = inverse.asDiagonal() *
                       (matrix_of_row(added_mass, k, dofs) - coefficients.infinite_added_mass()) *
                       inverse.asDiagonal();
    // Data used as filed may be asymmetric; the fitted data are symmetric.
    const MatrixXd real = 0.5 * (B + B.transpose()), imaginary = 0.5 * omega * (A + A.transpose());
    matrix_of_row(response.real, k, size) = real(active, active);
    matrix_of_row(response.imaginary, k, size) = imaginary(active, active);
  }
  return response;
}

FitTarget fit_target(const RadiationCoefficients& coefficients) {
  FitTarget target;
  target.active = active_dofs(coefficients);
  const VectorXd& omega = coefficients.filed_omega();
  if (!coefficients.filed()) {
    const VectorXd grid = fit_grid(omega);
    target.response = scaled_response(coefficients, target.active, grid);
    target.measure = even_measure(grid);
    target.infinite_added_mass = coefficients.infinite_added_mass();
    return target;
  }
  const FiledRadiation& filed = *coefficients.filed();
  const VectorXd inverse = coefficients.inverse_dof_scale();
  target.filed = true;
  target.infinite_added_mass = filed.infinite_added_mass.value_or(filed.mean_difference);
  RowMajorMatrix memory = filed.added_mass;
  for (Eigen::Index k = 0; k < memory.rows(); ++k) {
    matrix_of_row(memory, k, inverse.size()) -= target.infinite_added_mass;
  }
  target.response = {omega, scaled_rows(filed.damping, inverse, target.active),
                     omega.asDiagonal() * scaled_rows(memory, inverse, target.active)};
  const double added_mass = typical_added_mass(filed, inverse, target.active);
  target.measure = filed_measure(omega, filed.sensitivity, added_mass);
  target.measure.offset = filed.infinite_added_mass ? kInfiniteWeight / added_mass : 0.0;
  return target;
}

}  // namespace raftup::hydro
