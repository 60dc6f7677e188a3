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

/// Forces computed from the mean drift coefficients D_c of the components of a sea, per dof [N, N
/// m]:
///   mean             F = sum_c D_c |z_c|^2
///   square_root      F = |Z+|^2 - |Z-|^2, Z+- = sum_c sqrt(max(+-D_c, 0)) z_c
///   arithmetic_mean  F = Re(Z_D Z_1*), Z_D = sum_c D_c z_c, Z_1 = sum_c z_c
/// the last two over each group of components, z_c = a_c exp(i theta_c). For the heading of the
/// body the coefficients of the z_c are parabolas in cells, as those of BodyExcitation.
/// @source Newman (1974), Second-order, slowly-varying forces on vessels in irregular waves;
/// Standing, Brendling and Wilson (1987), Recent developments in the analysis of wave drift forces
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
  using Series = std::vector<RealParabola>;  ///< per block; empty where all are zero

  std::size_t series_count() const;
  /// The coefficient of a series for a component of amplitude a [m] and drift coefficient D [N/m2,
  /// N/m].
  double coefficient(std::size_t series, double a, double D) const;
  /// Weights of the filed directions at an edge between cells, per direction.
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
  const PairedComponents& components_;  ///< of the sea
  HeadingInterpolation headings_;
  std::vector<double> amplitudes_;         ///< per component
  std::vector<double> directions_;         ///< rad, relative to the heading of rest, each once
  std::vector<std::size_t> direction_of_;  ///< per component, into directions_
  std::vector<MatrixXd> drift_;            ///< per component: 6 x filed directions
  RememberedCells<std::vector<Series>> cells_;
  WindowedCoefficients windowed_;
};

}  // namespace raftup::hydro
