#pragma once

#include <string>
#include <vector>

#include "solver/description/violations.hpp"

namespace raftup::solver {

/// A force [N] as a function of a deformation [m], in straight lines between points that begin at
/// (0, 0).
class ForceCurve {
 public:
  /// The extrapolation beyond the last point.
  enum class Beyond {
    kSteepest,   ///< with the steepest slope of the curve, for a body that is pressed flat
    kLastSlope,  ///< along the last line, or level if that falls, for a body that gives way
  };

  /// @param deformation [m, or as strain 1] from 0, strictly ascending, at least two points
  /// @param force       [N] from 0, one for each; see check()
  ForceCurve(std::vector<double> deformation, std::vector<double> force, Beyond beyond);

  /// Checks the points of a curve: at least two, as many deformations [m, 1] as forces [N], the
  /// first (0, 0), deformations ascending. Forces may decrease, but not below 0.
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
