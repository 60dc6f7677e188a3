/// @file Elementary functions whose bits are the same on every machine: sums, products, quotients
/// and square roots only. glibc's double versions take other code, and give another last bit, where
/// a processor has fused multiply-add. Errors are a few units in the last place.
#pragma once

#include <complex>

namespace raftup {

double exponential(double x);            ///< e^x
double exponential_minus_one(double x);  ///< e^x - 1, accurate for small x too
/// e^z, |Im z| < 1e6.
std::complex<double> exponential(const std::complex<double>& z);
double power(double base, double exponent);  ///< base^exponent; base > 0 and finite
double logarithm(double x);                  ///< natural logarithm; x > 0 and finite
double hyperbolic_tangent(double x);

/// Angle of the point (x, y) from the x axis, in [-pi, pi]; 0 at the origin.
double arctangent(double y, double x);

}  // namespace raftup
