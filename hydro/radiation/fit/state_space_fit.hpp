#pragma once

#include <functional>
#include <optional>
#include <string>

#include "hydro/radiation/fit/fit_errors.hpp"
#include "hydro/radiation/reduction/reduced_model.hpp"
#include "hydro/radiation/state_space/rational_model.hpp"

namespace raftup::hydro {

/// A passive rational model of a database's radiation, in SI units, and how good it is.
struct StateSpaceFit {
  RationalModel model;
  std::optional<ReducedModel> reduced;  ///< of many bodies: the same function in fewer states
  FitErrors errors;
  FitErrors errors_before_passivity;  ///< of the response alone
  bool passive = false;
};

/// What a model must meet beside the tolerance.
using FitCriterion = std::function<bool(const RationalModel&)>;

/// Raises the number of poles by 4 until the passive model meets the tolerance, to 100 at most (64
/// beyond six bodies); where none does, the best passive model found stands.
/// Beyond six bodies that interact a tolerance of 1e-2 or more is met by a reduced model, of a
/// fifth of the states: see model_reduction.hpp.
/// @param criterion for which it goes on beyond the tolerance, may be empty; where no number of
///                  poles meets it, the fewest that meet the tolerance stand
/// @throws Error(kInternal) where no passive model was found
StateSpaceFit fit_state_space(const RadiationCoefficients& coefficients, double tolerance,
                              bool body_interaction, const FitCriterion& criterion = {});

/// Text of a fit: a format version, then every number in hexadecimal, so that it comes back bit for
/// bit.
std::string fit_to_text(const StateSpaceFit& fit);

/// @throws Error(kDataLoss) on anything but the text of a fit of `dof_count` dofs
StateSpaceFit fit_from_text(const std::string& text, Eigen::Index dof_count);

}  // namespace raftup::hydro
