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

/// A passive rational model of a database's radiation, in SI units, with its errors.
struct StateSpaceFit {
  RationalModel model;
  MatrixXd infinite_added_mass;         ///< the A_inf that belongs to it [kg, kg m, kg m2]
  std::optional<ReducedModel> reduced;  ///< for many bodies: the same function with fewer states
  FitErrors errors;
  FitErrors errors_before_passivity;  ///< of A and B only
  bool passive = false;
};

/// A condition that a fit must meet in addition to the tolerance.
using FitCriterion = std::function<bool(const StateSpaceFit&)>;

/// Fits a passive rational model to the radiation of a database: find poles p_k and residues R_k
/// with
///   H(s) = sum_k R_k/(s - p_k),  H(i omega) = B(omega) + i omega (A(omega) - A_inf),
///   Re p_k < 0,  H(0) = 0,  H(i omega) + H(i omega)^H positive semidefinite at every omega.
///
/// | symbol | size    | what and unit                                                            |
/// |--------|---------|--------------------------------------------------------------------------|
/// | p_k    |         | poles common to all pairs of dofs, real or in conjugate pairs [rad/s]    |
/// | R_k    | 6N x 6N | residues, symmetric [N/m, N, N m]                                        |
/// | A, B   | 6N x 6N | of the file, hydro frames, about the centres of mass [kg ..., kg/s ...]  |
/// | A_inf  | 6N x 6N | fitted with the model: as one datum more where the file has it           |
///
/// The poles are found by relaxed vector fitting, the residues by least squares in the norm of
/// FitMeasure, and the model is then made passive by the smallest change in that norm (decisions 14
/// and 17). The number of poles rises by 4 until the passive model meets the tolerance, to 100 at
/// most (80 beyond six bodies).
///
/// Held to A and B of a file (FitTarget), which contradict each other and are noisy, most fits meet
/// no such tolerance. Then the number of poles is the least whose error at frequencies that the fit
/// was not given is within 10 % of the least there is: more poles follow the noise.
/// Held to repaired data: the best passive model found stands.
///
/// Beyond six bodies that interact a tolerance of 1e-2 or more is met by a reduced model, of a
/// fifth of the states: see model_reduction.hpp.
/// @param criterion condition for which the search continues beyond the tolerance, may be empty; if
///         no number of poles meets it, the result is the fit of fewest poles that meets the
///         tolerance
/// @param observer  called for every number of poles, every round of passivity and of a reduction
/// @throws Error(kInternal) if no passive model was found
/// @source Gustavsen and Semlyen (1999, 2001) for fit and passivity; Perez and Fossen, Practical
///         aspects of frequency-domain identification of dynamic models of marine structures, Ocean
///         Engineering 38 (2011)
StateSpaceFit fit_state_space(const RadiationCoefficients& coefficients, double tolerance,
                              bool body_interaction, const FitCriterion& criterion = {},
                              const FitObserver& observer = {});

/// Text of a fit: a format version, then every number in hexadecimal, so that it comes back bit for
/// bit.
std::string fit_to_text(const StateSpaceFit& fit);

/// Reads a fit back from its text.
/// @throws Error(kDataLoss) on anything but the text of a fit of `dof_count` dofs
StateSpaceFit fit_from_text(const std::string& text, Eigen::Index dof_count);

}  // namespace raftup::hydro
