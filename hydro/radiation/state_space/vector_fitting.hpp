#pragma once

#include <optional>

#include "hydro/radiation/state_space/rational_model.hpp"

namespace raftup::hydro {

/// Samples of the matrix function that is fitted, already scaled to comparable dofs.
struct FrequencyResponse {
  VectorXd omega;                  ///< rad/s, > 0, ascending
  RowMajorMatrix real, imaginary;  ///< row k: H(i omega[k]) flattened, symmetric
};

/// Weights of the errors dH of a model. They define the norm of the fit, and of the changes that
/// make it passive:
///   sum over omega of |real Re dH|^2 + |imaginary Im dH|^2
///     + |offset dD|^2 + sum over `beyond` of |fade Re dH|^2.
struct FitMeasure {
  VectorXd omega;            ///< rad/s, of the data
  VectorXd real, imaginary;  ///< weights at these frequencies
  /// Weight of D, if the model is H + i omega D with a constant matrix D, which changes A_inf: 0 if
  /// A_inf is unknown, empty if it is fixed.
  std::optional<double> offset;
  VectorXd beyond;    ///< rad/s, above the data, where Re H is drawn to a decay; may be empty
  double fade = 0.0;  ///< weight there, small

  Eigen::Index row_count() const { return known_count() + beyond.size(); }

  /// Number of equations: real parts, imaginary parts, the offset.
  Eigen::Index known_count() const { return 2 * omega.size() + (offset ? 1 : 0); }

  /// Columns of the weighted basis that vanish at rest; before them that of the offset, if there is
  /// one.
  MatrixXd columns(const VectorXcd& poles, const MatrixXd& zero_at_rest) const;
};

/// Weights omega^-3/4, between those suited to B (1) and to A (1/omega); none beyond the data.
FitMeasure even_measure(const VectorXd& omega);

/// A fit with a measure of how far it can be trusted.
struct RationalFit {
  RationalModel model;
  /// Mean over the frequencies [rad/s], except the first and the last, of the weighted error of the
  /// matrix there when residues are fitted to all other frequencies. It decreases with the number
  /// of poles as long as the data support more.
  double left_out = 0.0;
};

/// Fits poles common to all entries by relaxed vector fitting, then the residues
/// with H(0) = 0 (by the null space of the basis at 0) and no direct term.
/// The pole search sees the entries only through sums over them of products between two
/// frequencies, formed once: an iteration over nine bodies costs what one over one body does.
/// Beyond the data Re H is drawn to what the last frequency has, falling as omega^-3.
/// @param pole_count  size of the basis, >= 4
/// @param fastest     poles are kept within |p| <= fastest [rad/s]
/// @returns an accurate model; passive only by chance
/// @source Gustavsen and Semlyen (1999); Gustavsen (2006) for the relaxation; Deschrijver et al.
///         (2008) for the elimination of the residues; Allen (1974) for what is left out
RationalFit fit_rational_model(const FrequencyResponse& response, const FitMeasure& measure,
                               Eigen::Index pole_count, double fastest);

/// The D of least weighted error for a given model, flattened; zeros if the measure has no offset.
Eigen::RowVectorXd best_offset(const FrequencyResponse& response, const FitMeasure& measure,
                               const RationalModel& model);

/// Columns that span the coefficients with H(0) = 0: basis(0)^T Z = 0, orthonormal.
MatrixXd zero_at_rest(const VectorXcd& poles);

}  // namespace raftup::hydro
