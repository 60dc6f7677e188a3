#pragma once

#include <cstddef>
#include <vector>

#include "hydro/excitation/component_sum.hpp"
#include "hydro/numerics/types.hpp"
#include "hydro/sea/sea.hpp"

namespace raftup::hydro {

/// A wave at which transfer functions are evaluated.
struct WaveTerm {
  double omega = 0.0;      ///< frequency in the frame that moves with the water [rad/s]
  double direction = 0.0;  ///< direction that the wave travels to [rad]
  double amplitude = 1.0;  ///< amplitude [m]
};

/// Returns the components of a sea as waves at which transfer functions are evaluated.
std::vector<WaveTerm> terms_of(const Sea& sea);

/// Complex sums over the components of a sea for kLaneCount terms: at the start, the middle and the
/// end of a path [m], and the same sums with each component multiplied by its wave number [1],
/// which give derivatives along the waves.
struct MomentBlock {
  ComplexLanes start, middle, end;  ///< sums at the start, the middle and the end [m]
  /// Sums with the wave number at the middle and the end [1].
  ComplexLanes middle_slope, end_slope;
  LaneArray cosine{}, sine{};  ///< cosine and sine of the direction of each term
};

/// Sums over the components of a sea that are common to all transfer functions with the same
/// frequencies [rad/s]. Every such transfer function is a natural cubic spline X(omega) = sum_j
/// N_j(omega) X_j through its values X_j at the frequencies, with cardinal splines N_j (see
/// BodyTransferFunction). Therefore
///   sum_c a_c X(omega_c) exp(i theta_c) = sum_j X_j M_j,
///   M_j = sum_c N_j(omega_c) a_c exp(i theta_c),
/// for each direction of the sea, and the moments M_j do not depend on X. If several databases are
/// used for the same bodies, and the sea has more components than the databases have frequencies,
/// this saves time.
class WaveMoments {
 public:
  /// @param knots frequencies of the splines [rad/s]: 0, then those of the database, strictly
  ///         ascending
  WaveMoments(const Sea& sea, VectorXd knots);

  /// Returns the waves at which transfer functions must be evaluated to be multiplied by the
  /// moments: for each direction of the sea a wave of amplitude 1 m at every knot.
  std::vector<WaveTerm> terms() const;

  /// Computes the moments along a path.
  /// @param moments receives the moments [m] in the order of terms(); it is resized
  void compute(const UniformPath& path, std::vector<MomentBlock>& moments);

 private:
  static constexpr std::size_t kPadded =
      12;  ///< number of the ten real numbers of a MomentBlock, rounded up to whole SIMD registers
  using Row = std::array<double, kPadded>;

  /// The contributions of one component to the moments [m] at the two knots around its frequency,
  /// and to their curvatures.
  struct Share {
    /// Row of the moments [m] for the knot below the frequency of the component.
    std::size_t lower;
    double value_lower, value_upper, curvature_lower, curvature_upper;
    double wavenumber;  ///< wave number of the component [rad/m]
  };

  void add_components();
  void add_curvatures(std::size_t first);

  WavePhases phases_;
  VectorXd knots_;
  std::vector<double> directions_;  ///< directions of the sea, each once
  std::vector<Share> shares_;       ///< one per component, including its amplitude [m]
  /// Constants of the splines: 1 / spacing of two knots [s/rad], 1 / pivot of the elimination along
  /// the knots, a sixth of the spacing divided by the pivot, and a sixth of the spacing.
  VectorXd inverse_gaps_, inverse_pivots_, eliminated_, sixths_;
  std::vector<PathPhasors> phasors_;
  std::vector<Row> values_, curvatures_;  ///< scratch memory, per term
};

/// Computes the force F = Re sum over the terms j of X_j(u) M_j [N, N m] along a path and its
/// gradient, as sum_components() does for the components of the sea.
PathForces sum_moments(const std::vector<MomentBlock>& moments,
                       const ForceCoefficients& coefficients, const PathParameters& u);

}  // namespace raftup::hydro
