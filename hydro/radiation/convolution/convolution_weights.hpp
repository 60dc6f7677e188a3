#pragma once

#include "hydro/radiation/kernel/retardation_kernel.hpp"

namespace raftup::hydro {

/// Weights of the product quadrature of integral_0^x_s K(tau) nu(t - tau) dtau, nu known at the
/// lags x_0 = 0 (the stage itself) and x_i = first_lag + (i - 1) h (the samples of the past).
/// nu is interpolated and K integrated exactly, so the order is that of the interpolation however
/// sharply K bends:
///  - past samples: local cubics through the nearest four (fewer where there are fewer);
///  - first interval [0, x_1]: the same cubic, bent linearly to meet the stage's own velocity,
///      nu(x) = cubic(x) + (nu_stage - cubic(0)) (1 - x / x_1).
///  - a full window covers the whole kernel: with first_lag h/2 its last half step lies beyond the
///    oldest sample, whose cubic goes on. A kernel cut before it has died out would otherwise lose
///    K(duration) h/2 at the middle stages alone, an error of order 1.
/// The weight of the stage's velocity therefore is integral_0^x_1 K(tau) (1 - tau / x_1) dtau
/// whatever the number of samples, which lets RadiationMemory::instantaneous be constant.
/// @param first_lag h or h/2 [s], a multiple of the kernel's spacing
/// @param count     number of past samples s, 1 <= s <= kernel.step_count()
/// @returns row i is the weight of the velocity at lag x_i, flattened: (s + 1) x (6N)^2
/// @source product integration: Linz (1985), Analytical and Numerical Methods for Volterra
/// Equations
RowMajorMatrix convolution_weights(const RetardationKernel& kernel, double first_lag,
                                   Eigen::Index count);

}  // namespace raftup::hydro
