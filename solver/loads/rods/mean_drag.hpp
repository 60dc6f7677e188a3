#pragma once

#include "hydro/numerics/types.hpp"

namespace raftup::solver::rods {

/// Returns the linear drag L [m/s] that comes nearest to |u| u for a normally distributed flow u,
/// |u| u ~ L (u - m) + a constant:
///   L = E[d(|u| u)/du] = E[|u|] I + E[u u^T/|u|].
/// In one direction without mean it is sqrt(8/pi) sigma, in a steady flow 2 |m| along it and |m|
/// across. Since 1/|u| = 2/sqrt(pi) int_0^inf exp(-t^2 |u|^2) dt, one integral over t remains.
/// @param mean m [m/s]
/// @param covariance of u [m2/s2]
/// @source T. K. Caughey, Equivalent linearization techniques, J. Acoust. Soc. Am. 35 (1963)
///         1706-1711
Matrix3 mean_drag(const Vector3& mean, const Matrix3& covariance);

}  // namespace raftup::solver::rods
