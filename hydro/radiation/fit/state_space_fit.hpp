#pragma once

#include <functional>
#include <optional>
#include <string>

#include "hydro/radiation/base/fit_progress.hpp"
#include "hydro/radiation/base/radiation_coefficients.hpp"
#include "hydro/radiation/fit/fit_comparison.hpp"
#include "hydro/radiation/fit/fit_target.hpp"
#include "hydro/radiation/reduction/reduced_model.hpp"
#include "hydro/radiation/state_space/rational_model.hpp"

namespace raftup::hydro {

/// A passive rational model of the radiation of a database, in SI units, with its errors.
struct StateSpaceFit {
  RationalModel model;
  /// A_inf that was fitted together with the model [kg, kg m, kg m2]
  MatrixXd infinite_added_mass;
  std::optional<ReducedModel> reduced;  ///< for many bodies: the same function with fewer states
  FitErrors errors;
  FitErrors errors_before_passivity;  ///< errors of A and B before the model was made passive
  bool passive = false;
};

/// A condition that a fit must meet in addition to the tolerance; it returns true if the fit meets
/// it.
using FitCriterion = std::function<bool(const StateSpaceFit&)>;

/// Fits a passive rational model to the radiation of a database. It determines poles p_k and
/// residues R_k of
///   H(s) = sum_k R_k/(s - p_k),  H(i omega) = B(omega) + i omega (A(omega) - A_inf),
///   Re p_k < 0,  H(0) = 0,  H(i omega) + H(i omega)^H positive semidefinite at every omega.
///
/// | symbol | size    | meaning and unit                                                         |
/// |--------|---------|--------------------------------------------------------------------------|
/// | p_k    |         | poles common to all pairs of dofs, real or in conjugate pairs [rad/s]    |
/// | R_k    | 6N x 6N | residues, symmetric [N/m, N, N m]                                        |
/// | A, B   | 6N x 6N | of the file, hydro frames, about the centers of mass [kg ..., kg/s ...]  |
/// | A_inf  | 6N x 6N | fitted with the model; if the file has A_inf, it is one more value to    |
/// |        |         | fit                                                                      |
///
/// The poles are found by relaxed vector fitting and the residues by least squares in the norm of
/// FitMeasure. The model is then made passive by the smallest change in that norm (decisions 14 and
/// 17). The number of poles is increased by 4 until the passive model meets the tolerance, up to
/// 100 (80 for more than six bodies).
///
/// If the model is fitted to A and B of a file (FitTarget::filed), most fits cannot meet the
/// tolerance, because these data contradict each other and are noisy. The number of poles is then
/// chosen by an error at frequencies that were left out of the fit: it is the least number whose
/// error is within 10 % of the smallest error found, since more poles would follow the noise. If
/// the model is fitted to repaired data and no model meets the tolerance, the result is the passive
/// model of least error.
///
/// For more than six bodies that interact, and a tolerance of 1e-2 or more, a reduced model with a
/// fifth of the states is tried: see model_reduction.hpp.
/// @param criterion further condition; the search continues beyond the tolerance until a fit meets
///         it. It may be empty. If no number of poles meets it, the result for repaired data is the
///         fit of fewest poles that meets the tolerance
/// @param observer  called for every number of poles, every round of passivity and of a reduction
/// @throws Error(kInternal) if no passive model was found
/// @source Gustavsen and Semlyen (1999, 2001) for fit and passivity; Perez and Fossen, Practical
///          aspects of frequency-domain identification of dynamic models of marine structures,
///          Ocean Engineering 38 (2011)
StateSpaceFit fit_state_space(const RadiationCoefficients& coefficients, double tolerance,
                              bool body_interaction, const FitCriterion& criterion = {},
                              const FitObserver& observer = {});

/// Writes a fit as text: a version of the format, then every number in hexadecimal, so that
/// fit_from_text() restores each number bit for bit.
std::string fit_to_text(const StateSpaceFit& fit);

/// Reads a fit from the text that fit_to_text() has written.
/// @throws Error(kDataLoss) if the text is anything but a fit of `dof_count` dofs
StateSpaceFit fit_from_text(const std::string& text, Eigen::Index dof_count);

}  // namespace raftup::hydro
