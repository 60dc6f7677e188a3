#pragma once

#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/radiation/base/radiation_coefficients.hpp"

namespace raftup::hydro {

/// A and B at the frequencies of a database, one 6N x 6N matrix each [kg ..., N s/m ...].
struct RadiationSeries {
  std::vector<MatrixXd> added_mass, radiation_damping;
};

RadiationSeries radiation_series(const RadiationCoefficients& coefficients, const VectorXd& omega);

/// The largest difference of the response of one dof between two sets of radiation data.
struct ResponseDifference {
  Eigen::Index dof = 0;
  double peak = 0.0;              ///< largest |x / a| by the reference, m/m or rad/m
  double peak_omega = 0.0;        ///< rad/s, frequency of the peak
  double difference = 0.0;        ///< largest |x - x_reference| / a over all waves, of the peak
  double difference_omega = 0.0;  ///< rad/s, frequency of the largest difference
};

/// Compares the responses of all bodies of a database, floating freely, to regular waves of its
/// frequencies and directions,
///   x / a = [-omega^2 (m + A) + i omega B + C]^-1 X,
/// with the radiation data `other` and with `reference`. Inertias are m = rho V and rho V^(5/3), as
/// for the checks: they determine where resonances lie, and for this comparison any place will do.
/// @returns one entry for each dof that radiates and whose largest motion is at least 1 % of that
///         of the dof of its kind (translation, rotation) with the largest motion, by ascending
///         dof; nothing without excitation
/// @throws Error(kInvalidArgument) if a series has not one matrix per frequency
/// @source equations of motion in regular waves: Newman (1977)
std::vector<ResponseDifference> compare_responses(const Database& database,
                                                  const RadiationSeries& reference,
                                                  const RadiationSeries& other);

/// compare_responses(), if the database has an X other than zeros. Otherwise the motions of the
/// same bodies are compared under forces [N, N m] that would give them, with their added mass, unit
/// acceleration in each dof.
/// @param database with A
std::vector<ResponseDifference> compare_motions(const Database& database,
                                                const RadiationSeries& reference,
                                                const RadiationSeries& other);

/// Largest change of these responses, per frequency [rad/s], by a change dH of H = B + i omega A in
/// dofs divided by their scale:
///   |dx| / (a peak) <= sensitivity |dH|,   dx = -i omega Z^-1 dH x to first order, Z the
///   impedance,
/// over the dofs that compare_responses() considers and all directions.
/// @param dof_scale sqrt(max B_ii), 6N
/// @returns zeros without excitation
/// @throws Error(kInvalidArgument) if the series has not one matrix per frequency
VectorXd response_sensitivity(const Database& database, const RadiationSeries& radiation,
                              const VectorXd& dof_scale);

/// Compares responses with the file's own A and B to those with the repaired data.
/// @returns nothing if the file lacks A, B or X
std::vector<ResponseDifference> compare_filed_with_repaired(const Database& database);

}  // namespace raftup::hydro
