/// @file The listing .LIS of AQWA: what the file .AH1 does not hold.
#pragma once

#include <optional>
#include <vector>

#include "hydro/database/readers/source.hpp"

namespace raftup::hydro {

/// Largest number of structures that AQWA allows.
inline constexpr std::size_t kMostAqwaStructures = 50;

/// Force of a wave on a structure at its center of gravity, per meter of amplitude.
struct AqwaListedForce {
  std::size_t structure = 0;             ///< counted from 0
  double omega = 0.0;                    ///< [rad/s], three decimals
  double heading = 0.0;                  ///< direction that the wave travels to [deg]
  Vector6 magnitudes = Vector6::Zero();  ///< [N/m, N]
  Vector6 phases = Vector6::Zero();      ///< [deg]
};

/// The hydrostatic position of a structure.
struct AqwaListedPlace {
  std::optional<double> displaced_volume;        ///< of the mesh [m3]
  Vector3 center_of_buoyancy = Vector3::Zero();  ///< [m]
  std::size_t coordinates = 0;                   ///< number of coordinates of it that were found
};

/// The contents of a file .LIS that are read.
struct AqwaListing {
  std::vector<AqwaListedPlace> places;  ///< of the structures, as far as they are listed
  std::vector<AqwaListedForce> froude_krylov, diffraction;
};

/// Reads the pages with hydrostatic properties, Froude-Krylov forces and diffraction forces against
/// the period, each of one structure. Values have three digits.
/// @throws Error(kInvalidArgument) with the file, the line and the rule
AqwaListing read_aqwa_listing(const SourceFile& file);

}  // namespace raftup::hydro
