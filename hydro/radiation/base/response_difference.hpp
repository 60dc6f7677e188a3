#pragma once

#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/radiation/base/radiation_coefficients.hpp"

namespace raftup::hydro {

/// Added mass A [kg, kg m, kg m2] and radiation damping B [N s/m, N s, N m s] at the frequencies of
/// a database, one 6N x 6N matrix each per frequency.
struct RadiationSeries {
  std::vector<MatrixXd> added_mass, radiation_damping;
};

/// Computes added mass and radiation damping from the coefficients at the frequencies omega
/// [rad/s].
RadiationSeries radiation_series(const RadiationCoefficients& coefficients, const VectorXd& omega);

/// Largest difference between the motions of one dof that two sets of radiation data give.
struct ResponseDifference {
  Eigen::Index dof = 0;
  /// Largest motion |x / a| by the reference data, per meter of wave amplitude a [m/m, rad/m].
  double peak = 0.0;
  double peak_omega = 0.0;  ///< frequency of this peak [rad/s]
  /// Largest |x - x_reference| / a over all waves, relative to the peak [1].
  double difference = 0.0;
  double difference_omega = 0.0;  ///< frequency of the largest difference [rad/s]
};

/// Compares the motions of all bodies of a database, floating freely in regular waves of the
/// frequencies and directions of the database, between two sets of radiation data, `other` and
/// `reference`:
///   x / a = [-omega^2 (m + A) + i omega B + C]^-1 X,
/// where x is the motion, a the wave amplitude, C the hydrostatic stiffness and X the excitation.
/// The inertias are estimates from the displaced volume V: mass rho V and moment of inertia rho
/// V^(5/3). They determine where resonances lie; for this comparison their place is not important.
/// @returns one entry for each dof that radiates and whose largest motion is at least 1 % of that
///          of the dof of its kind (translation, rotation) with the largest motion, by ascending
///          dof; nothing if the database has no excitation
/// @throws Error(kInvalidArgument) if a series does not have one matrix per frequency
/// @source equations of motion in regular waves: Newman (1977)
std::vector<ResponseDifference> compare_responses(const Database& database,
                                                  const RadiationSeries& reference,
                                                  const RadiationSeries& other);

/// Compares motions as compare_responses() does if the database has an excitation other than zeros.
/// Otherwise the motions of the same bodies are compared under forces [N, N m] in one dof after the
/// other. Each force would give the body, with its added mass, an acceleration of 1 m/s2 or 1
/// rad/s2.
/// @param database database that has added mass A
std::vector<ResponseDifference> compare_motions(const Database& database,
                                                const RadiationSeries& reference,
                                                const RadiationSeries& other);

/// Upper bound, per frequency [rad/s], of the change of the motions that compare_responses()
/// computes, if radiation changes by dH. Here H = B + i omega A, with each dof divided by its
/// scale:
///   |dx| / (a peak) <= sensitivity |dH|,   dx = -i omega Z^-1 dH x to first order,
/// where Z is the impedance, the matrix between motion and force. The bound is the largest over all
/// wave directions and over the dofs that compare_responses() considers.
/// @param dof_scale sqrt(max over omega of B_ii) of each dof, 6N numbers
/// @returns sensitivity per frequency; zeros if the database has no excitation
/// @throws Error(kInvalidArgument) if the series does not have one matrix per frequency
VectorXd response_sensitivity(const Database& database, const RadiationSeries& radiation,
                              const VectorXd& dof_scale);

/// Compares the motions of floating bodies that A and B of the file give with the motions that the
/// repaired data give.
/// @returns nothing if the file lacks added mass, damping or excitation
std::vector<ResponseDifference> compare_filed_with_repaired(const Database& database);

}  // namespace raftup::hydro
