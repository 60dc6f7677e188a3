#pragma once

#include "hydro/radiation/base/radiation_options.hpp"

namespace raftup::hydro {

/// Radiation of RadiationForm::kConstant: A and B of the file at options.frequency [rad/s], linear
/// between its frequencies. A is symmetrised. B is symmetrised and its negative eigenvalues, every
/// dof scaled by sqrt(B_ii), are set to 0, unless the data are used as filed; finding
/// `radiation_damping_clipped` where that changes it.
/// @throws Error(kInvalidArgument) if the file lacks A or B, or no frequency is given
RadiationModel make_constant_radiation(const Database& database, const RadiationOptions& options,
                                       double step);

}  // namespace raftup::hydro
