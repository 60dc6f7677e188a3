#pragma once

#include <vector>

#include "hydro/radiation/base/radiation_coefficients.hpp"
#include "hydro/radiation/state_space/vector_fitting.hpp"

namespace raftup::hydro {

/// The data to which a model is fitted. They cover only the dofs that radiate; each dof is divided
/// by its scale.
struct FitTarget {
  std::vector<Eigen::Index> active;  ///< indices of the dofs that radiate, ascending
  FrequencyResponse response;        ///< B + i omega (A - A_inf) of these dofs, scaled
  /// Weights of the errors of the fit.
  FitMeasure measure;
  /// A_inf that is subtracted in `response`, for all dofs [kg, kg m, kg m2]
  MatrixXd infinite_added_mass;
  /// True if A and B are those of the file, false if they are those of the coefficients.
  bool filed = false;
};

/// Returns the data to which a model is fitted. If the file has A and B and the data are repaired,
/// the model is fitted to A and B at the frequencies of the file [rad/s] and to nothing else.
/// Errors of B are weighted by the peak of B and errors of A by the peak of A; in addition both are
/// weighted by three times their effect on the motions of floating bodies. Beyond the last
/// frequency of the file, B is drawn towards a decay as omega^-3 with a twentieth of the weight.
/// A_inf is one more value to fit if the file has it, and free otherwise (decision 17).
///
/// If the file lacks A or B, or if the data are used as filed, the model is fitted to the
/// coefficients on a grid that extends to six times the last frequency of the file.
FitTarget fit_target(const RadiationCoefficients& coefficients);

/// Computes B + i omega (A - A_inf) from the coefficients at the frequencies `grid` [rad/s] for the
/// dofs `active`, each divided by its scale.
FrequencyResponse scaled_response(const RadiationCoefficients& coefficients,
                                  const std::vector<Eigen::Index>& active, const VectorXd& grid);

}  // namespace raftup::hydro
