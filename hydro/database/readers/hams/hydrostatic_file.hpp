/// @file The file Hydrostatic.in of a case of HAMS.
#pragma once

#include "hydro/database/readers/source.hpp"

namespace raftup::hydro {

/// The contents of a file Hydrostatic.in, about the reference point of the case.
struct HamsHydrostatics {
  Vector3 center_of_gravity = Vector3::Zero();  ///< [m]
  Matrix6 mass = Matrix6::Zero();               ///< [kg, kg m, kg m2]
  Matrix6 stiffness = Matrix6::Zero();          ///< of the water and the weight [N/m, N, N m]
  /// What a user added by hand: damping, linear and quadratic, and stiffness.
  Matrix6 further_damping = Matrix6::Zero();
  Matrix6 further_quadratic_damping = Matrix6::Zero();
  Matrix6 further_stiffness = Matrix6::Zero();
};

/// Reads the matrices below their titles. Those of what is added by hand may be absent.
/// @throws Error(kInvalidArgument) with the file, the line, the column and the rule
/// @source HAMS, ReadInputFiles
HamsHydrostatics read_hams_hydrostatics(const SourceFile& file);

}  // namespace raftup::hydro
