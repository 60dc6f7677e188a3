#pragma once

#include <string>

namespace raftup::solver {

/// An input or output of a simulation: a number or a small vector that is written or read by its
/// name.
struct Variable {
  /// name such as "<body>.position" [m], "<body>.force.excitation", "sea.elevation"
  std::string name;
  /// unit such as "m", "N", "1"; a list if the components differ: "N,N,N,N m,N m,N m"
  std::string unit;
  std::string description;
  int size = 1;       ///< number of doubles
  std::string frame;  ///< frame of a vector, such as "world", "rest heading"
};

inline constexpr const char* kWrenchUnits = "N,N,N,N m,N m,N m";

}  // namespace raftup::solver
