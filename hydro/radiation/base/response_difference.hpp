#pragma once

#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/radiation/base/floating_motions.hpp"

namespace raftup::hydro {

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

/// Returns the largest differences of compared motions, one entry for each dof that radiates and
/// whose largest motion by the reference is at least 1 % of that of the dof of its kind
/// (translation, rotation) with the largest motion, by ascending dof.
std::vector<ResponseDifference> largest_differences(const ComparedMotions& motions);

/// Compares the motions of all bodies of a database, floating freely in regular waves of the
/// frequencies and directions of the database, between two sets of radiation data.
/// @returns as largest_differences(); nothing if the database has no excitation
/// @throws Error(kInvalidArgument) if a series does not have one matrix per frequency
std::vector<ResponseDifference> compare_responses(const Database& database,
                                                  const RadiationSeries& reference,
                                                  const RadiationSeries& other);

/// Computes motions in the waves of the database if the database has an excitation other than zeros,
/// and otherwise under unit forces.
/// @param database database that has added mass A
/// @throws Error(kInvalidArgument) if a series does not have one matrix per frequency
ComparedMotions motions_in_waves_or_forces(const Database& database,
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
