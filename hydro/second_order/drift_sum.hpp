#pragma once

#include <array>
#include <vector>

#include "hydro/excitation/remembered_cells.hpp"
#include "hydro/excitation/transfer_function.hpp"
#include "hydro/excitation/windowed_coefficients.hpp"
#include "hydro/second_order/drift_coefficients.hpp"
#include "hydro/second_order/second_order_sum.hpp"
#include "hydro/second_order/series_sum.hpp"

namespace raftup::hydro {

/// Second-order forces that are computed from the mean drift coefficients D_c of the components c
/// of a sea, for each dof [N, N m]. With z_c = a_c exp(i theta_c), the methods are
///   mean             F = sum_c D_c |z_c|^2
///   square_root      F = |Z+|^2 - |Z-|^2, Z+- = sum_c sqrt(max(+-D_c, 0)) z_c
///   arithmetic_mean  F = Re(Z_D Z_1*), Z_D = sum_c D_c z_c, Z_1 = sum_c z_c,
/// the last two separately for each group of components. As functions of the heading of the body,
/// the coefficients of the z_c are parabolas in cells of headings, as those of BodyExcitation.
/// @source Newman (1974), Second-order, slowly-varying forces on vessels in irregular waves;
///          Standing, Brendling and Wilson (1987), Recent developments in the analysis of wave
///          drift forces
class DriftSum final : public SecondOrderSum {
 public:
  /// @param components must outlive this object
  DriftSum(const DriftCoefficients& drift, const Sea& sea, const PairedComponents& components,
           double rest_heading, const SecondOrderOptions& options);

  void add(const PairedWaves& waves, const std::array<double, 3>& turned,
           PathForces& forces) override;

  bool uses_windows() const override { return form_ != Form::kMean; }

 private:
  enum class Form { kMean, kSquareRoot, kArithmeticMean };
  using Series = std::vector<RealParabola>;  ///< coefficients per SIMD block; empty if all are zero

  std::size_t series_count() const;
  /// Returns the coefficient of a series for a component of amplitude a [m] and drift coefficient D
  /// [N/m2, N/m].
  double coefficient(std::size_t series, double a, double D) const;
  /// Returns the weights of the directions of the data at an edge between cells of headings [rad],
  /// for each wave direction.
  std::vector<VectorXd> weights_at(long edge) const;
  std::vector<Series> interpolated(long number) const;
  std::vector<WaveWindows::Series> at_edge(long number) const;
  PathForces sum(const PairedWaves& waves, long cell, const PathParameters& u);
  static void add_powers(const PairedWaves& waves, const std::vector<Series>& series,
                         const PathParameters& u, PathForces& forces);
  template <typename Parabola>
  void add_pairs(const PairedWaves& waves, const std::vector<std::vector<Parabola>>& series,
                 const PathParameters& u, PathForces& forces) const;

  Form form_;
  const PairedComponents& components_;  ///< components of the sea in groups
  HeadingInterpolation headings_;
  std::vector<double> amplitudes_;  ///< amplitude of each component [m]
  /// Directions of the sea relative to the heading of rest [rad], each once.
  std::vector<double> directions_;
  /// For each component, the index of its direction in directions_.
  std::vector<std::size_t> direction_of_;
  std::vector<MatrixXd> drift_;  ///< D of each component: 6 x directions of the data
  RememberedCells<std::vector<Series>> cells_;
  WindowedCoefficients windowed_;
};

}  // namespace raftup::hydro
