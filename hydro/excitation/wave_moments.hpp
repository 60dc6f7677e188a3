#pragma once

#include <cstddef>
#include <vector>

#include "hydro/excitation/component_sum.hpp"
#include "hydro/numerics/types.hpp"
#include "hydro/sea/sea.hpp"

namespace raftup::hydro {

/// A wave for which a transfer function is needed.
struct WaveTerm {
  double omega = 0.0;      ///< rad/s, as one who goes with the water sees it
  double direction = 0.0;  ///< rad, where it goes
  double amplitude = 1.0;  ///< m
};

/// The components of a sea.
std::vector<WaveTerm> terms_of(const Sea& sea);

/// Complex sums over the components for kLaneCount terms [m], at the start, the middle and the end
/// of a path, and the same sums multiplied by the wavenumber, for derivatives along the waves.
struct MomentBlock {
  ComplexLanes start, middle, end;       ///< m
  ComplexLanes middle_slope, end_slope;  ///< 1
  LaneArray cosine{}, sine{};            ///< of the direction
};

/// The part of a sum over the components of a sea that is common to all transfer functions which
/// are splines through values at the same frequencies [rad/s]. With X(omega) = sum_j N_j(omega)
/// X_j, where N_j are the cardinal cubic splines with natural ends of BodyTransferFunction,
///   sum_c a_c X(omega_c) exp(i theta_c) = sum_j X_j M_j,
///   M_j = sum_c N_j(omega_c) a_c exp(i theta_c),
/// for each direction of the sea. If bodies have several databases, and the sea has more components
/// than these have frequencies, the sums over the components are formed once.
class WaveMoments {
 public:
  /// @param knots frequencies of the splines [rad/s]: 0, then those on file, strictly ascending
  WaveMoments(const Sea& sea, VectorXd knots);

  /// For each direction a wave of amplitude 1 m at every knot: the waves whose transfer functions
  /// are multiplied by the moments.
  std::vector<WaveTerm> terms() const;

  /// @param moments in the order of the terms [m], resized
  void compute(const UniformPath& path, std::vector<MomentBlock>& moments);

 private:
  static constexpr std::size_t kPadded =
      12;  ///< ten real numbers of a MomentBlock, in whole registers
  using Row = std::array<double, kPadded>;

  /// A component between two knots: its contributions to values and curvatures at these.
  struct Share {
    std::size_t lower;  ///< row of the lower knot
    double value_lower, value_upper, curvature_lower, curvature_upper;
    double wavenumber;  ///< rad/m
  };

  void add_components();
  void add_curvatures(std::size_t first);

  WavePhases phases_;
  VectorXd knots_;
  std::vector<double> directions_;  ///< each once
  std::vector<Share> shares_;       ///< one per component, including its amplitude [m]
  /// 1 / spacing of two knots [s/rad]; 1 / pivot of the elimination along them, and a sixth of the
  /// spacing with and without the pivot.
  VectorXd inverse_gaps_, inverse_pivots_, eliminated_, sixths_;
  std::vector<PathPhasors> phasors_;
  std::vector<Row> values_, curvatures_;  ///< scratch, per term
};

/// F = Re sum over the terms of X_j(u) M_j along a path and its gradient, as sum_components() gives
/// them of the components.
PathForces sum_moments(const std::vector<MomentBlock>& moments,
                       const ForceCoefficients& coefficients, const PathParameters& u);

}  // namespace raftup::hydro
