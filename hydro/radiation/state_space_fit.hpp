#pragma once

#include <string>

#include "hydro/radiation/fit_errors.hpp"
#include "hydro/radiation/rational_model.hpp"

namespace raftup::hydro {

/// A passive rational model of a database's radiation, in SI units, and how good it is.
struct StateSpaceFit {
  RationalModel model;
  FitErrors errors;
  FitErrors errors_before_passivity;  ///< of the response alone
  bool passive = false;
};

/// Raises the number of poles by 4 until the passive model meets the tolerance, to 100 at most (64
/// beyond six bodies); where none does, the best passive model found stands.
/// @throws Error(kInternal) where no passive model was found
StateSpaceFit fit_state_space(const RadiationCoefficients& coefficients, double tolerance,
                              bool body_interaction);

/// Text of a fit: a format version, then every number in hexadecimal, so that it comes back bit for
/// bit.
std::string fit_to_text(const StateSpaceFit& fit);

/// @throws Error(kDataLoss) on anything but the text of a fit of `dof_count` dofs
StateSpaceFit fit_from_text(const std::string& text, Eigen::Index dof_count);

}  // namespace raftup::hydro
