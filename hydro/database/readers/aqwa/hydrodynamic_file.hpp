/// @file The file .AH1 of AQWA: its sections as they are filed, in SI units, about the centers of
///         gravity of the structures.
#pragma once

#include <optional>
#include <vector>

#include "hydro/database/readers/source.hpp"

namespace raftup::hydro {

/// A row of numbers for one structure, wave direction and frequency, counted from 0.
struct AqwaRow {
  Eigen::Index structure, direction, frequency;
  Vector6 values, phases;  ///< phases in degrees, 0 where the section has none
};

/// A 6 x 6 block: force on structure `influenced` by the motion of structure `moving`, at a frequency
/// counted from 0, or at a limit of frequency, where it is 0.
struct AqwaBlock {
  Eigen::Index influenced, moving, frequency;
  Matrix6 values;
};

/// The contents of a file .AH1.
struct AqwaFile {
  /// A structure, the word of AQWA for a body.
  struct Structure {
    Vector3 center_of_gravity = Vector3::Zero();  ///< [m], z up from the still water
    std::optional<Vector3> center_of_buoyancy;    ///< [m]
    std::optional<double> displaced_volume;       ///< [m3]
    Matrix6 hydrostatic_stiffness = Matrix6::Zero();
    Vector6 further_damping = Vector6::Zero();  ///< diagonal of damping that a user added (FIDD)
  };

  VectorXd omega;                ///< frequencies [rad/s]
  std::vector<double> headings;  ///< directions that waves travel to [deg], as filed from -180
  double water_depth = 0.0;      ///< [m]
  double water_density = 0.0;    ///< [kg/m3]
  double gravity = 0.0;          ///< [m/s2]
  std::vector<Structure> structures;
  std::vector<AqwaBlock> added_mass, radiation_damping;
  std::vector<AqwaBlock> added_mass_infinite;  ///< at 100 rad/s (ADDEDMASS_HF)
  std::vector<AqwaRow> forces;                 ///< magnitudes per meter of amplitude and phases
  std::vector<AqwaRow> drift;      ///< mean drift force over amplitude squared (FARFIELD)
  bool has_low_frequency = false;  ///< true if A and B at .001 rad/s are filed as well
};

/// Reads the sections of a file .AH1, of AQWA-LINE 18 to 2023.
/// @throws Error(kInvalidArgument) with the file, the line and the rule
/// @source WEC-Sim, readAQWA (layout of the sections)
AqwaFile read_aqwa_file(const SourceFile& file);

}  // namespace raftup::hydro
