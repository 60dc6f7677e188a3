#pragma once

#include <string>

namespace raftup::solver {

/// A number or a small vector that can be read from or written to a simulation by name.
struct Variable {
  std::string name;  ///< "<body>.position" [m], "<body>.force.excitation", "sea.elevation"
  std::string unit;  ///< "m", "N", "1"; per component where they differ: "N,N,N,N m,N m,N m"
  std::string description;
  int size = 1;       ///< number of doubles
  std::string frame;  ///< "world", "rest heading"
};

inline constexpr const char* kWrenchUnits = "N,N,N,N m,N m,N m";

}  // namespace raftup::solver
