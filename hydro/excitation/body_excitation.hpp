#pragma once

#include <array>
#include <vector>

#include "hydro/excitation/component_sum.hpp"
#include "hydro/excitation/transfer_function.hpp"
#include "hydro/sea/sea.hpp"

namespace raftup::hydro {

/// Wave excitation of one body: its transfer functions at the sea's components for any heading.
/// Headings are counted from that of rest in cells of kHeadingStep. At the edges of a cell the
/// coefficients are those of the smooth interpolation over the filed directions, in between they
/// follow the parabola with its mean curvature: continuous, and with a slope that jumps only by the
/// third power of the step, so that a stepper of order 4 keeps its order (straight lines in cells
/// of .25 deg leave 3e-7 of the motion of a ship that yaws by 6 deg). The cells last used are
/// remembered: a pure cache.
class BodyExcitation {
 public:
  static constexpr double kHeadingStep = 0.00436332312998582394;  ///< rad, .25 deg

  /// @throws Error(kInvalidArgument) when a component lies outside the data at the heading of rest
  BodyExcitation(const Database& database, Eigen::Index body, const Sea& sea, double rest_heading);

  /// @throws Error(kOutOfRange) when the heading leaves the data by more than the margin
  void check(double heading) const;

  /// How many steps of kHeadingStep a heading is from that of rest, within half a turn.
  double steps_from_rest(double heading) const;

  /// a_c X_body(omega_c, direction_c - heading) of the cell from `number` to `number` + 1 steps, in
  /// the heading frame [N, N m], u counting steps from its lower edge; X outside the data is that
  /// at their edge. Valid until the next call.
  const ForceCoefficients& coefficients(long number);

 private:
  static constexpr std::size_t kRememberedCells = 32;

  struct Cell {
    long number = 0;
    ForceCoefficients coefficients;  ///< empty until it is used
  };

  ForceCoefficients interpolated(long number) const;

  std::string name_;
  double rest_heading_;
  HeadingInterpolation headings_;
  std::vector<double> directions_;         ///< relative to the heading of rest, each once
  std::vector<std::size_t> direction_of_;  ///< per component, into directions_
  std::vector<MatrixXd> amplitudes_;  ///< per component: 12 (6 re, 6 im) x filed directions, a X
  std::array<Cell, kRememberedCells> remembered_;  ///< each has its place: number mod size
};

}  // namespace raftup::hydro
