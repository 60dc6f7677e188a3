#pragma once

#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup {

/// Returns the discrete Fourier transform X_k = sum over q of x_q exp(-2 pi i k q / n), k < n, of a
/// series of any length n >= 1. If the length is not a power of two, the transform is computed as a
/// convolution with a chirp whose phases are exact. Errors are a few units in the last place of the
/// square root of sum |x|^2. The result is bit for bit the same on every machine.
/// @source Bluestein (1970), A linear filtering approach to the computation of discrete Fourier
///          transform
std::vector<Complex> fourier_transform(const std::vector<Complex>& series);

}  // namespace raftup
