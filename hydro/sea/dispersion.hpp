#pragma once

namespace raftup::hydro {

/// Wavenumber k [rad/m] of a linear wave: omega^2 = g k tanh(k h), to 1e-14 relative.
/// @param omega       rad/s, > 0
/// @param water_depth h [m], > 0 or infinity
/// @param gravity     g [m/s2], > 0
/// @throws Error(kInvalidArgument) naming the argument
/// @source Airy (1845)
double wavenumber(double omega, double water_depth, double gravity);

}  // namespace raftup::hydro
