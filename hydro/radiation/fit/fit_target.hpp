#pragma once

#include <vector>

#include "hydro/radiation/base/radiation_coefficients.hpp"
#include "hydro/radiation/state_space/vector_fitting.hpp"

namespace raftup::hydro {

/// What a fit is held to, in the dofs that radiate, each divided by its scale.
struct FitTarget {
  std::vector<Eigen::Index> active;  ///< ascending
  FrequencyResponse response;        ///< B + i omega (A - A_inf)
  FitMeasure measure;
  MatrixXd infinite_added_mass;  ///< the A_inf in it, of all dofs, in SI units
  bool filed = false;            ///< held to A and B of the file rather than to repaired data
};

/// A and B of the file at its frequencies and nothing else, where the coefficients have them. An
/// error of B counts by the peak of B, of A by the peak of A, and both by what they change the
/// responses of floating bodies by, thrice; beyond the file B is drawn, by a hundredth of all that,
/// to fall as omega^-3. A_inf is that of the file, or free where `free_offset` or the file has
/// none.
///
/// Without A or B in the file, and as filed: the coefficients on a grid that goes on to six times
/// the last frequency, as they say how A and B go on.
FitTarget fit_target(const RadiationCoefficients& coefficients);

/// B + i omega (A - A_inf) of the coefficients on a grid [rad/s], of these dofs, scaled.
FrequencyResponse scaled_response(const RadiationCoefficients& coefficients,
                                  const std::vector<Eigen::Index>& active, const VectorXd& grid);

}  // namespace raftup::hydro
