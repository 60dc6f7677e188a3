#pragma once

#include "hydro/radiation/state_space/rational_model.hpp"

namespace raftup::hydro {

/// Samples of the matrix function that is fitted, already scaled to comparable dofs.
struct FrequencyResponse {
  VectorXd omega;                  ///< rad/s, > 0, ascending
  RowMajorMatrix real, imaginary;  ///< row k: H(i omega[k]) flattened, symmetric
};

/// Fits poles common to all entries by relaxed vector fitting, then the residues
/// with H(0) = 0 (by the null space of the basis at 0) and no direct term.
/// The pole search sees the entries only through sums over them of products between two
/// frequencies, formed once: an iteration over nine bodies costs what one over one body does.
/// @param pole_count  size of the basis, >= 4
/// @param fastest     poles are kept within |p| <= fastest [rad/s]
/// @returns an accurate model; passive only by chance
/// @source Gustavsen and Semlyen (1999); Gustavsen (2006) for the relaxation; Deschrijver et al.
///         (2008) for the elimination of the residues
RationalModel fit_rational_model(const FrequencyResponse& response, Eigen::Index pole_count,
                                 double fastest);

/// Weight of a frequency: omega^-3/4, between what B (1) and A (1/omega) ask for.
VectorXd fit_weight(const VectorXd& omega);

/// The weighted basis over the frequencies, real parts above imaginary parts: the matrix whose
/// least squares the fit is.
MatrixXd stacked_basis(const VectorXcd& poles, const VectorXd& omega);

/// Columns that span the coefficients with H(0) = 0: basis(0)^T Z = 0, orthonormal.
MatrixXd zero_at_rest(const VectorXcd& poles);

}  // namespace raftup::hydro
