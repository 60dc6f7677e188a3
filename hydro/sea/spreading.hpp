#pragma once

#include <vector>

namespace raftup::hydro {

/// cos^{2s}(offset / 2), offset [rad] from the mean direction within pi of it.
/// @param s in [0, 1000]
/// @throws Error(kInvalidArgument) naming the parameter
double spreading_density(double offset, double s);

/// Directions that carry equal shares of the energy of a sea spread as
/// D(theta) proportional to cos^{2s}((theta - mean) / 2), theta within pi of the mean:
/// the medians of `direction_count` bins of equal energy, ascending, symmetric about the mean.
/// @param mean            rad, where the waves go
/// @param s               exponent of the spreading, in [0, 1000]; 0 = all directions alike
/// @param direction_count >= 1; 1 gives the mean direction
/// @throws Error(kInvalidArgument) naming the parameter
/// @source Mitsuyasu et al. (1975)
std::vector<double> spread_directions(double mean, double s, int direction_count);

}  // namespace raftup::hydro
