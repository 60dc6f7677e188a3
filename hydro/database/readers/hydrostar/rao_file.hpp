/// @file A file .rao of HydroStar: one coefficient over frequencies and headings.
#pragma once

#include <optional>

#include "hydro/database/readers/source.hpp"

namespace raftup::hydro {

/// What a file .rao holds; others, such as motions, are not read.
enum class RaoQuantity { kAddedMass, kRadiationDamping, kExcitation, kOther };

/// The contents of a file .rao.
struct RaoFile {
  RaoQuantity quantity = RaoQuantity::kOther;
  Eigen::Index influenced = 0;  ///< dof of the force, from 0
  Eigen::Index radiating = 0;   ///< dof of the motion, from 0; of wave forces that of the force
  double water_density = 0.0;   ///< [kg/m3]
  double gravity = 0.0;         ///< [m/s2]
  double water_depth = 0.0;     ///< [m], may be infinite
  Vector2 wave_origin = Vector2::Zero();      ///< place of the phase of waves [m]
  Vector3 reference_point = Vector3::Zero();  ///< of motions and moments [m]
  VectorXd headings;                          ///< directions that waves travel to [deg]
  VectorXd omega;                             ///< [rad/s]; 0, and negative where infinite
  /// A value for each frequency and heading: A [kg ..], B [N s/m ..] or the magnitude of X [N/m, N]; not
  /// a number where the program found none.
  MatrixXd values;
  MatrixXd phases;  ///< of X [deg], as filed; empty for A and B
};

/// Reads a file by the words of its head. Added mass and damping have a value for each heading, all
/// alike, and as many zeros, or the values alone.
/// @throws Error(kInvalidArgument) with the file, the line, the column and the rule; also for a forward
///          speed and for other bodies than the first
/// @source Bureau Veritas, Snoopy (layout); the imitation that HAMS writes
RaoFile read_rao_file(const SourceFile& file);

}  // namespace raftup::hydro
