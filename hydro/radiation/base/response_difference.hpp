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

/// How far the response of one dof by some radiation data is from that by others.
struct ResponseDifference {
  Eigen::Index dof = 0;
  double peak = 0.0;              ///< largest |x / a| by the reference, m/m or rad/m
  double peak_omega = 0.0;        ///< rad/s, where
  double difference = 0.0;        ///< largest |x - x_reference| / a over all waves, of the peak
  double difference_omega = 0.0;  ///< rad/s, where
};

/// Responses of all bodies of a database, floating freely, to regular waves of its frequencies and
/// directions,
///   x / a = [-omega^2 (m + A) + i omega B + C]^-1 X,
/// by `other` against those by `reference`. Inertias are m = rho V and rho V^(5/3) as for the
/// checks: they place the resonances somewhere, and any place serves.
/// @returns one per dof that radiates and that waves move by more than 1 % of what they move the
/// dof of its kind (translation, rotation) that they move most, by ascending dof; none without
/// excitation
/// @throws Error(kInvalidArgument) where a series is not one matrix per frequency
/// @source equations of motion in regular waves: Newman (1977)
std::vector<ResponseDifference> compare_responses(const Database& database,
                                                  const RadiationSeries& reference,
                                                  const RadiationSeries& other);

/// compare_responses() where the database has X other than zeros. Else motions of the same bodies
/// by the forces that would give them, with their added mass, unit acceleration in each dof.
/// @param database with A
std::vector<ResponseDifference> compare_motions(const Database& database,
                                                const RadiationSeries& reference,
                                                const RadiationSeries& other);

/// Per frequency, what a change dH of H = B + i omega A, in dofs divided by their scale, changes
/// these responses by at most,
///   |dx| / (a peak) <= sensitivity |dH|,   dx = -i omega Z^-1 dH x to first order, Z the
///   impedance,
/// over the dofs that compare_responses() looks at and all directions.
/// @param dof_scale sqrt(max B_ii), 6N
/// @returns zeros without excitation
/// @throws Error(kInvalidArgument) where the series is not one matrix per frequency
VectorXd response_sensitivity(const Database& database, const RadiationSeries& radiation,
                              const VectorXd& dof_scale);

/// compare_responses() of the file's own A and B against the repaired data.
/// @returns none where the file lacks A, B or X
std::vector<ResponseDifference> compare_filed_with_repaired(const Database& database);

}  // namespace raftup::hydro
