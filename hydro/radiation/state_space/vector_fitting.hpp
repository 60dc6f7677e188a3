#pragma once

#include <optional>

#include "hydro/radiation/state_space/rational_model.hpp"

namespace raftup::hydro {

/// Samples of the matrix function H to which a model is fitted. Each dof has been divided by its
/// scale, so that dofs are comparable.
struct FrequencyResponse {
  VectorXd omega;                  ///< frequencies [rad/s], > 0, ascending
  RowMajorMatrix real, imaginary;  ///< row k is the symmetric matrix H(i omega[k]), flattened
};

/// Weights of the errors dH of a rational model. They define the norm of the fit, and of the
/// changes that make the model passive:
///   sum over omega of |real Re dH|^2 + |imaginary Im dH|^2
///     + |offset dD|^2 + sum over `beyond` of |fade Re dH|^2,
/// where dD is the error of a constant matrix D that corrects A_inf.
struct FitMeasure {
  VectorXd omega;  ///< frequencies of the data [rad/s]
  /// Weights of real and imaginary part at the frequencies `omega` [rad/s].
  VectorXd real, imaginary;
  /// Weight of the error of D. The model is H + i omega D, where D corrects A_inf. The weight is 0
  /// if A_inf is unknown; it is empty if A_inf is fixed, so that there is no D.
  std::optional<double> offset;
  /// Frequencies above the data at which Re H is drawn towards a decay [rad/s]; may be empty.
  VectorXd beyond;
  double fade = 0.0;  ///< weight at the frequencies `beyond` [rad/s], small

  /// Number of rows of the least-squares system, with those of the frequencies `beyond` [rad/s].
  Eigen::Index row_count() const { return known_count() + beyond.size(); }

  /// Number of rows of the least-squares system for the data: real parts, imaginary parts and the
  /// offset.
  Eigen::Index known_count() const { return 2 * omega.size() + (offset ? 1 : 0); }

  /// Returns the matrix of the least-squares system. Its columns are the weighted basis functions,
  /// combined so that H(0) = 0. A column for the offset D comes before them if there is one.
  /// @param zero_at_rest result of the function zero_at_rest() for these poles
  MatrixXd columns(const VectorXcd& poles, const MatrixXd& zero_at_rest) const;
};

/// Returns weights omega^-3/4 for a fit of A and B, between those suited to B (1) and those suited
/// to A (1/omega). Frequencies beyond the data have no weight.
FitMeasure even_measure(const VectorXd& omega);

/// A rational model that was fitted to data, with a measure of how many poles the data support.
struct RationalFit {
  RationalModel model;
  /// Error at frequencies that are left out of the fit: for each frequency [rad/s] but the first
  /// and the last, residues are fitted to all other frequencies and the weighted error of the
  /// matrix is taken at that frequency; `left_out` is the mean. It decreases with the number of
  /// poles as long as the data support more.
  double left_out = 0.0;
};

/// Fits a rational model to samples of a matrix function. Poles common to all elements are found by
/// relaxed vector fitting. Then the residues are fitted so that H(0) = 0 (by the null space of the
/// basis at 0), without a constant term. The search for poles uses only sums over the matrix
/// elements of products between two frequencies; they are computed once, so that an iteration for
/// nine bodies costs as much as for one. Beyond the data, Re H is drawn towards its value at the
/// last frequency, decaying as omega^-3.
/// @param pole_count  number of real basis functions, >= 4
/// @param fastest     upper bound of the magnitudes |p| of the poles [rad/s]
/// @returns an accurate model that is not passive in general
/// @source Gustavsen and Semlyen (1999); Gustavsen (2006) for the relaxation; Deschrijver et al.
///          (2008) for the elimination of the residues; Allen (1974) for the error at frequencies
///          that are left out
RationalFit fit_rational_model(const FrequencyResponse& response, const FitMeasure& measure,
                               Eigen::Index pole_count, double fastest);

/// Finds the poles of a fit of few poles by relaxed vector fitting, in which a polynomial of second
/// degree in s stands for everything without resonance. All frequencies have the same weight.
/// @param pole_count number of real basis functions, >= 4
/// @returns real poles and one pole of each conjugate pair [rad/s]
/// @source Gustavsen and Semlyen (1999); Gustavsen (2006)
VectorXcd fit_few_poles(const FrequencyResponse& response, Eigen::Index pole_count);

/// Returns the matrix D that corrects A_inf with the least weighted error for a given model,
/// flattened; zeros if the measure has no offset.
Eigen::RowVectorXd best_offset(const FrequencyResponse& response, const FitMeasure& measure,
                               const RationalModel& model);

/// Returns a matrix Z whose orthonormal columns span all coefficients with H(0) = 0: basis(0)^T Z =
/// 0.
MatrixXd zero_at_rest(const VectorXcd& poles);

}  // namespace raftup::hydro
