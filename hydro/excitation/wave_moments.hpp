#pragma once

#include <cstddef>
#include <vector>

#include "hydro/excitation/component_sum.hpp"
#include "hydro/numerics/types.hpp"
#include "hydro/sea/sea.hpp"

namespace raftup::hydro {

/// A wave that a transfer function is wanted of: aX of it is what stands beside its phasor.
struct WaveTerm {
  double omega = 0.0;      ///< rad/s, as one who goes with the water sees it
  double direction = 0.0;  ///< rad, where it goes
  double amplitude = 1.0;  ///< m
};

/// The components of a sea.
std::vector<WaveTerm> terms_of(const Sea& sea);

/// Complex sums over the components, of kLaneCount terms: at the start, the middle and the end of a
/// path, and times the wavenumber, as derivatives by the way along the wave have it.
struct MomentBlock {
  ComplexLanes start, middle, end;       ///< m
  ComplexLanes middle_slope, end_slope;  ///< 1
  LaneArray cosine{}, sine{};            ///< of the direction
};

/// What all transfer functions that are splines through values at the same frequencies share of a
/// sum over the components of a sea: with X(omega) = sum_j N_j(omega) X_j, N_j the cardinal cubic
/// splines with natural ends of BodyTransferFunction,
///   sum_c a_c X(omega_c) exp(i theta_c) = sum_j X_j M_j,  M_j = sum_c N_j(omega_c) a_c
///   exp(i theta_c),
/// for each direction of the sea. Where bodies have several databases, and the sea more components
/// than these have frequencies, the sums over the components are formed once.
class WaveMoments {
 public:
  /// @param knots frequencies of the splines [rad/s]: 0, then those filed, strictly ascending
  WaveMoments(const Sea& sea, VectorXd knots);

  /// Of each direction every knot, with amplitude 1: those whose values are multiplied by the
  /// moments.
  std::vector<WaveTerm> terms() const;

  /// @param moments in the order of the terms, resized
  void compute(const UniformPath& path, std::vector<MomentBlock>& moments);

 private:
  static constexpr std::size_t kPadded =
      12;  ///< ten real numbers of a MomentBlock, in whole registers
  using Row = std::array<double, kPadded>;

  /// A component between two knots: how much of it goes to their values and curvatures.
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
  std::vector<Share> shares_;       ///< per component, its amplitude in it
  /// 1 / gap of two knots; of the elimination along them 1 / pivot, and a sixth of the gap over and
  /// without the pivot below.
  VectorXd inverse_gaps_, inverse_pivots_, eliminated_, sixths_;
  std::vector<PathPhasors> phasors_;
  std::vector<Row> values_, curvatures_;  ///< scratch, per term
};

/// F = Re sum over the terms of X_j(u) M_j along a path and its gradient, as sum_components() gives
/// them of the components.
PathForces sum_moments(const std::vector<MomentBlock>& moments,
                       const ForceCoefficients& coefficients, const PathParameters& u);

}  // namespace raftup::hydro
