#pragma once

#include "hydro/radiation/base/radiation_options.hpp"

namespace raftup::hydro {

/// Creates the radiation model of RadiationForm::kConstant: A and B of the file at
/// options.frequency [rad/s], by linear interpolation between the frequencies of the file. A is
/// made symmetric. Unless the data are used as filed, B is made symmetric too and its negative
/// eigenvalues, with every dof scaled by sqrt(B_ii), are set to 0; the finding
/// `radiation_damping_clipped` reports such a change.
/// @throws Error(kInvalidArgument) if the file lacks A or B, or if no frequency is given
RadiationModel make_constant_radiation(const Database& database, const RadiationOptions& options,
                                       double step);

}  // namespace raftup::hydro
