#pragma once

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// How radiation damping goes on beyond the last frequency of a file: as omega^-3 up to ten times
/// that frequency. Of the powers 2, 3 and 4 this one gives K and A_inf of a sphere back best when
/// its data are cut where B is .15 of the peak: K to 1.7e-2, A_inf to .07 %.
struct DampingTail {
  VectorXd omega;  ///< [rad/s], 128 points, geometric, 1.8 % apart; beyond `end`
  VectorXd fall;   ///< (omega / end)^3, what the values at `end` are divided by
};

/// @param end last frequency of the file [rad/s], > 0
DampingTail damping_tail(double end);

}  // namespace raftup::hydro
