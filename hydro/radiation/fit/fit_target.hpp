#pragma once

#include <vector>

#include "hydro/radiation/base/radiation_coefficients.hpp"
#include "hydro/radiation/state_space/vector_fitting.hpp"

namespace raftup::hydro {

/// The data to which a fit is made, in the dofs that radiate, each divided by its scale.
struct FitTarget {
  std::vector<Eigen::Index> active;  ///< indices of these dofs, ascending
  FrequencyResponse response;        ///< B + i omega (A - A_inf)
  FitMeasure measure;
  MatrixXd infinite_added_mass;  ///< the A_inf in `response`, of all dofs [kg, kg m, kg m2]
  bool filed = false;  ///< true if fitted to A and B of the file rather than to repaired data
};

/// The target of a fit. If the file has A and B, the target is A and B at the frequencies of the
/// file [rad/s] and nothing else. An error of B is weighted by the peak of B, one of A by the peak
/// of A, and both by three times their effect on the responses of floating bodies; beyond the file
/// B is drawn, with a twentieth of the weight, to fall as omega^-3. A_inf is one more datum if the
/// file has it, and free otherwise (decision 17).
///
/// Without A or B in the file, and for data as filed, the target is that of the coefficients on a
/// grid up to six times the last frequency.
FitTarget fit_target(const RadiationCoefficients& coefficients);

/// B + i omega (A - A_inf) of the coefficients on a grid [rad/s], for some dofs, scaled.
FrequencyResponse scaled_response(const RadiationCoefficients& coefficients,
                                  const std::vector<Eigen::Index>& active, const VectorXd& grid);

}  // namespace raftup::hydro
