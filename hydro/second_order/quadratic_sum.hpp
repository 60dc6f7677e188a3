#pragma once

#include <array>
#include <optional>
#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/excitation/transfer_function.hpp"
#include "hydro/second_order/frequency_nodes.hpp"
#include "hydro/second_order/node_products.hpp"
#include "hydro/second_order/second_order_sum.hpp"

namespace raftup::hydro {

/// Quadratic transfer functions of one body for pairs of waves of one direction, at its center of
/// gravity in its own axes: for each direction of the data and each dof, a matrix over the
/// frequencies of both waves.
struct BodyQuadraticTransfer {
  enum class Kind { kDifference, kSum };

  /// Reads the transfer functions of one body [N/m2, N/m]. T of difference frequencies is made
  /// Hermitian and P of sum frequencies symmetric; pairs of two directions are left out.
  /// @throws Error(kInvalidArgument) if the database has no pairs of one direction
  BodyQuadraticTransfer(const Database& database, Eigen::Index body, Kind of_pairs);

  Kind kind;
  /// Frequencies of the data, the nodes [rad/s], ascending.
  VectorXd omega;
  /// Wave directions of the data [rad], ascending.
  VectorXd directions;
  /// Per direction and dof; 0 x 0 if the data lack the dof.
  std::vector<std::array<MatrixXcd, kDofs>> values;
};

/// Second-order force F = Re sum_m sum_n T_mn z_m z_n* (or P_mn z_m z_n) over the pairs in each
/// group of components. T is bilinear in the two frequencies and zero outside its grid. The double
/// sum is avoided: with hat functions h_p on the frequencies of the data,
///   b_p = sum_c h_p(omega_c) z_c,  F = Re b^T T b*  (Re b^T P b)
/// gives the same force. With v = (Re b, Im b) it is a real quadratic form v^T S v, whose gradient
/// needs only one more product. As a function of the heading of the body, S is a parabola in each
/// cell of kHeadingStep.
/// @source Pinkster, Low frequency second order wave exciting forces on floating structures (1980)
class QuadraticSum final : public SecondOrderSum {
 public:
  /// Width of a cell of headings [rad], 1 deg.
  static constexpr double kHeadingStep = 0.0174532925199432958;

  /// @param components components with one direction in each group; must outlive this object
  /// @param cutoff     pairs of frequencies of the data with a larger difference are left out
  ///         [rad/s]
  QuadraticSum(BodyQuadraticTransfer transfer, const Sea& sea, const PairedComponents& components,
               double rest_heading, std::optional<double> cutoff);

  void add(const PairedWaves& waves, const std::array<double, 3>& turned,
           PathForces& forces) override;

 private:
  static constexpr std::size_t kRememberedCells = 8;
  static constexpr std::size_t kDofCount = kDofs;

  /// Coefficients of S = constant + u linear + u^2 quadratic.
  using Parabola = std::array<BandedBlocks, 3>;
  using Cell = std::array<Parabola, kDofCount>;
  struct RememberedCell {
    long number = 0;
    std::optional<Cell> cell;
  };

  Cell interpolated(double direction, long number) const;
  MatrixXd form_of(std::size_t dof, const VectorXd& weights) const;
  const Cell& cell(std::size_t group, long number);
  PathForces sum(const Cell& cell, const PathParameters& u);
  void add_product(const BandedBlocks& S, Eigen::Index dof, int power, const PathParameters& u,
                   /// Adds one term of the parabola; per_x is the derivative along the waves.
                   PathForces& forces);

  BodyQuadraticTransfer transfer_;
  const PairedComponents& components_;
  HeadingInterpolation headings_;
  double rest_heading_;
  std::optional<double> cutoff_;
  FrequencyNodes nodes_;
  /// Cells of headings that were computed last, for each group of components.
  std::vector<std::array<RememberedCell, kRememberedCells>> remembered_;
  FrequencyNodes::Vectors products_;  ///< scratch memory: S v
};

}  // namespace raftup::hydro
