#pragma once

#include <string>
#include <vector>

#include "solver/description/violations.hpp"

namespace raftup::solver {

/// A force over a deformation, in straight lines between points from (0, 0) on.
class ForceCurve {
 public:
  /// How it goes on beyond its last point.
  enum class Beyond {
    kSteepest,   ///< with the steepest of its slopes: what is pressed flat
    kLastSlope,  ///< along its last line, level where that falls: what gives way
  };

  /// @param deformation from 0, strictly ascending, at least two
  /// @param force       from 0, one for each; see check()
  ForceCurve(std::vector<double> deformation, std::vector<double> force, Beyond beyond);

  /// What points must be: two and more, as many of both, beginning at (0, 0), ascending. Forces may
  /// fall, but not below 0.
  static void check(const std::vector<double>& deformation, const std::vector<double>& force,
                    const std::string& deformation_path, const std::string& force_path,
                    Violations& violations);

  double force(double deformation) const;  ///< 0 below 0
  double slope(double deformation) const;  ///< dF/dx; 0 below 0
  double work(double deformation) const;   ///< integral of F from 0
  /// Integral of F(x) (x/to)^exponent from 0 to `to` > 0.
  double weighted_work(double to, double exponent) const;

 private:
  std::size_t segment(double deformation) const;
  double slope_of(std::size_t segment) const;

  std::vector<double> deformation_, force_;
};

}  // namespace raftup::solver
