/// @file The file ControlFile.in: the water, the grids and the reference point of a case of HAMS.
#pragma once

#include "hydro/database/readers/source.hpp"

namespace raftup::hydro {

inline constexpr double kHamsDensity = 1025.0;   ///< of the water [kg/m3], a constant of HAMS
inline constexpr double kHamsGravity = 9.80665;  ///< [m/s2], likewise

/// The contents of a file ControlFile.in that are read.
struct HamsCase {
  double water_depth = 0.0;  ///< [m]; infinite where the file has a negative one
  /// Point to which the coefficients refer (Reference_body_center) [m].
  Vector3 reference_center = Vector3::Zero();
  /// Quantity in the first column of files in WAMIT's layout (Output_frequency_type).
  FirstColumn output_column = FirstColumn::kOmega;
  VectorXd omega;     ///< frequencies between 0 and infinity, in the order of the file [rad/s]
  VectorXd headings;  ///< directions that waves travel to [deg]
};

/// Reads a file by the words at the front of its lines. Numbers of frequencies and headings are
/// negative where first value and step follow, positive where a list does.
/// @throws Error(kInvalidArgument) with the file, the line, the column and the rule; also for several
///          bodies, and where there is no frequency between 0 and infinity
/// @source HAMS, ReadInputFiles; readers of its tests
HamsCase read_hams_case(const SourceFile& file);

}  // namespace raftup::hydro
