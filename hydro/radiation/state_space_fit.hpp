#pragma once

#include "hydro/radiation/radiation_coefficients.hpp"
#include "hydro/radiation/rational_model.hpp"

namespace raftup::hydro {

/// How far a rational model is from the coefficients, worst pair of dofs.
struct FitErrors {
  double kernel = 0.0;      ///< max over tau of |dK_ij| / sqrt(K_ii(0) K_jj(0))
  double added_mass = 0.0;  ///< max over omega of |dA_ij| / sqrt(max|A_ii| max|A_jj|)
  double damping = 0.0;     ///< max over omega of |dB_ij| / sqrt(max B_ii max B_jj)

  /// What a tolerance is about: the response at the file's frequencies. The kernel's error is that
  /// of the response at all frequencies at once, most of it far beyond the data, and is reported.
  double response() const { return added_mass > damping ? added_mass : damping; }
};

/// A passive rational model of a database's radiation, in SI units, and how good it is.
struct StateSpaceFit {
  RationalModel model;
  FitErrors errors;
  FitErrors errors_before_passivity;
  bool passive = false;
};

/// Raises the number of poles by 4 until the passive model meets the tolerance, to 100 at most (76
/// beyond six bodies); where none does, the best passive model found stands.
/// @throws Error(kInternal) where no passive model was found
StateSpaceFit fit_state_space(const RadiationCoefficients& coefficients, double tolerance,
                              bool body_interaction);

/// @param duration of the kernel that is compared [s]
FitErrors fit_errors(const RationalModel& model, const RadiationCoefficients& coefficients,
                     double duration);

/// Text of a fit: a format version, then every number in hexadecimal, so that it comes back bit for
/// bit.
std::string fit_to_text(const StateSpaceFit& fit);

/// @throws Error(kDataLoss) on anything but the text of a fit of `dof_count` dofs
StateSpaceFit fit_from_text(const std::string& text, Eigen::Index dof_count);

}  // namespace raftup::hydro
