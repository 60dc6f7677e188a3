#pragma once

#include "solver/linearisation/linear_model.hpp"
#include "solver/linearisation/linear_water.hpp"

namespace raftup::solver {

/// Undamped modes omega^2 (M + A(omega)) x = C x with A at the mode's own frequency, longest period
/// first. A mode is where an eigenvalue of C - omega^2 (M + A(omega)) in the free motions falls
/// through zero, which needs no positive definite M + A(omega): a gap resonance does not leave it.
/// Motions without stiffness have none. Searched from .001 to 20 rad/s.
std::vector<NaturalMode> natural_modes(const LinearMatrices& matrices, const LinearWater& water);

}  // namespace raftup::solver
