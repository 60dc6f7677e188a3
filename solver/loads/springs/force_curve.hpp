#pragma once

#include <string>
#include <vector>

#include "solver/description/violations.hpp"

namespace raftup::solver {

/// A force [N] as a function of a deformation [m]. The function consists of straight lines between
/// given points, of which the first is (0, 0).
class ForceCurve {
 public:
  /// How the force is extrapolated beyond the last point of the curve.
  enum class Beyond {
    kSteepest,   ///< with the steepest slope of the curve, for a body that becomes stiff
    kLastSlope,  ///< with the slope of the last line, or constant if that slope is negative
  };

  /// @param deformation deformations of the points, in m or as strain [1], from 0, strictly
  ///         ascending, at least two
  /// @param force force of each point [N], from 0; see check()
  ForceCurve(std::vector<double> deformation, std::vector<double> force, Beyond beyond);

  /// Checks the points of a curve: at least two, as many deformations [m or 1] as forces [N], the
  /// first point at (0, 0), deformations ascending. Forces may decrease, but not below 0.
  static void check(const std::vector<double>& deformation, const std::vector<double>& force,
                    const std::string& deformation_path, const std::string& force_path,
                    Violations& violations);

  double force(double deformation) const;  ///< force [N]; 0 for a negative deformation
  double slope(double deformation) const;  ///< dF/dx; 0 for a negative deformation
  double work(double deformation) const;   ///< integral of F from 0 to the deformation
  /// Integral of F(x) (x/to)^exponent from x = 0 to `to`, with `to` > 0.
  double weighted_work(double to, double exponent) const;

 private:
  std::size_t segment(double deformation) const;
  double slope_of(std::size_t segment) const;

  std::vector<double> deformation_, force_;
};

}  // namespace raftup::solver
