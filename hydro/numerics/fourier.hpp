#pragma once

#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup {

/// X_k = sum over q of x_q exp(-2 pi i k q / n), k < n, of a series of any length n >= 1: lengths
/// that are no power of two as a convolution with a chirp, whose turns are exact. Errors are some
/// units in the last place of the root of sum |x|^2. The same bits on every machine.
/// @source Bluestein (1970), A linear filtering approach to the computation of discrete Fourier
///         transform
std::vector<Complex> fourier_transform(const std::vector<Complex>& series);

}  // namespace raftup
