#pragma once

namespace raftup {

/// Upper incomplete gamma function over the complete one,
///   Q(a, x) = 1/Gamma(a) integral_x^inf t^(a - 1) e^-t dt,
/// to about 1e-14 absolute; Q(1, x) = e^-x to the last bit. The same bits on every machine.
/// @param a > 0
/// @param x >= 0, may be infinite
/// @source Abramowitz and Stegun 6.5.29 (series), 6.5.31 (continued fraction)
double upper_gamma_ratio(double a, double x);

/// ln Gamma(a) to about 1e-14, a > 0.
/// @source Abramowitz and Stegun 6.1.15 (recurrence), 6.1.41 (Stirling's series)
double logarithm_of_gamma(double a);

}  // namespace raftup
