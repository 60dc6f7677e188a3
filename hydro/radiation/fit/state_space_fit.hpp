#pragma once

#include <functional>
#include <optional>
#include <string>

#include "hydro/radiation/base/fit_progress.hpp"
#include "hydro/radiation/base/radiation_coefficients.hpp"
#include "hydro/radiation/fit/fit_target.hpp"
#include "hydro/radiation/kernel/retardation_kernel.hpp"
#include "hydro/radiation/reduction/reduced_model.hpp"
#include "hydro/radiation/state_space/rational_model.hpp"

namespace raftup::hydro {

/// How far a model of the memory is from the coefficients, worst pair of dofs.
struct FitErrors {
  double kernel = 0.0;      ///< max over tau of |dK_ij| / sqrt(K_ii(0) K_jj(0))
  double added_mass = 0.0;  ///< max over omega of |dA_ij| / sqrt(max|A_ii| max|A_jj|)
  double damping = 0.0;     ///< max over omega of |dB_ij| / sqrt(max B_ii max B_jj)

  /// What a tolerance is about: the response at the file's frequencies. The kernel's error is that
  /// of the response at all frequencies at once, most of it far beyond the data, and is reported.
  double response() const { return added_mass > damping ? added_mass : damping; }
};

/// What models are compared with: A and B of the file, or where the coefficients have none of it
/// their own, at the frequencies of the file, and the kernel; computed once for any number of
/// models. Refers to the coefficients. Immutable.
class FitComparison {
 public:
  /// @param kernel_duration over which kernels are compared [s], > 0
  FitComparison(const RadiationCoefficients& coefficients, double kernel_duration);

  /// The same measure of what differs from a model.
  FitComparison with(const RationalModel& model, const MatrixXd& infinite_added_mass) const;

  /// Errors of A and B; that of the kernel is left 0.
  FitErrors response_errors(const RationalModel& model, const MatrixXd& infinite_added_mass) const;
  FitErrors response_errors(const RetardationKernel& kernel,
                            const MatrixXd& infinite_added_mass) const;

  /// Error of the kernel, which costs more than the others.
  double kernel_error(const RationalModel& model) const;

 private:
  struct Rows {
    RowMajorMatrix damping, added_mass;  ///< B and A, flattened
  };
  Rows rows_of(const RationalModel& model, const MatrixXd& infinite_added_mass) const;
  FitErrors errors_of(const Rows& rows) const;

  const RadiationCoefficients& coefficients_;
  double kernel_duration_;
  Rows data_;
  Eigen::RowVectorXd damping_weight_, added_mass_weight_;  ///< 1 / scale of every pair
};

/// A passive rational model of a database's radiation, in SI units, and how good it is.
struct StateSpaceFit {
  RationalModel model;
  MatrixXd infinite_added_mass;         ///< the A_inf that belongs to it [kg, kg m, kg m2]
  std::optional<ReducedModel> reduced;  ///< of many bodies: the same function in fewer states
  FitErrors errors;
  FitErrors errors_before_passivity;  ///< of the response alone
  bool passive = false;
};

/// What a fit must meet beside the tolerance.
using FitCriterion = std::function<bool(const StateSpaceFit&)>;

/// Fits a passive rational model to the radiation of a database: find poles p_k and residues R_k with
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
/// @param criterion for which it goes on beyond the tolerance, may be empty; where no number of
///                  poles meets it, the fewest that meet the tolerance stand
/// @param observer  told of every number of poles, every round of passivity and of a reduction
/// @throws Error(kInternal) where no passive model was found
/// @source Gustavsen and Semlyen (1999, 2001) for fit and passivity; Perez and Fossen, Practical
///         aspects of frequency-domain identification of dynamic models of marine structures, Ocean
///         Engineering 38 (2011)
StateSpaceFit fit_state_space(const RadiationCoefficients& coefficients, double tolerance,
                              bool body_interaction, const FitCriterion& criterion = {},
                              const FitObserver& observer = {});

/// Text of a fit: a format version, then every number in hexadecimal, so that it comes back bit for
/// bit.
std::string fit_to_text(const StateSpaceFit& fit);

/// @throws Error(kDataLoss) on anything but the text of a fit of `dof_count` dofs
StateSpaceFit fit_from_text(const std::string& text, Eigen::Index dof_count);

}  // namespace raftup::hydro
