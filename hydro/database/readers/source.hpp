#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// One file that somebody hands to the readers.
struct SourceFile {
  std::string name;  ///< without folders; for messages, provenance and what content cannot say
  std::vector<std::byte> bytes;
};

/// What the user says of a source. A value that the files have as well must agree with them.
struct SourceOptions {
  std::optional<double> water_density;  ///< kg/m3
  std::optional<double> gravity;        ///< m/s2
  std::optional<double> water_depth;    ///< m, may be infinite
  std::optional<double> length_scale;   ///< m: the L of WAMIT's normalisation (ULEN)
  /// Each of these has one entry per body, in the order of the bodies in the files, or none.
  std::vector<std::string> body_names;
  std::vector<Vector3> centers_of_gravity;   ///< m
  std::vector<Vector3> centers_of_buoyancy;  ///< m
  std::vector<double> displaced_volumes;     ///< m3
};

/// "a.1, a.3": the names of the files, for messages.
std::string names_of(std::span<const SourceFile> files);

}  // namespace raftup::hydro
