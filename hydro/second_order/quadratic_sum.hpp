#pragma once

#include <array>
#include <optional>
#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/excitation/transfer_function.hpp"
#include "hydro/second_order/node_products.hpp"
#include "hydro/second_order/second_order_sum.hpp"

namespace raftup::hydro {

/// Quadratic transfer functions of one body for waves of one direction, at its centre of gravity in
/// its own axes: per filed direction and dof a matrix over the pairs of frequencies.
struct BodyQuadraticTransfer {
  enum class Kind { kDifference, kSum };

  /// Makes T Hermitian and P symmetric; pairs of two directions are left out.
  /// @throws Error(kInvalidArgument) if there are no pairs of one direction
  BodyQuadraticTransfer(const Database& database, Eigen::Index body, Kind of_pairs);

  Kind kind;
  VectorXd omega;                                    ///< rad/s: the nodes, ascending
  VectorXd directions;                               ///< rad, ascending
  std::vector<std::array<MatrixXcd, kDofs>> values;  ///< per direction; 0 x 0 where none
};

/// F = Re sum_m sum_n T_mn z_m z_n* (or P_mn z_m z_n) over the pairs of each group of components, T
/// bilinear in the two frequencies and zero outside its grid, without the double sum: with hat
/// functions h_p on the nodes
///   b_p = sum_c h_p(omega_c) z_c,  F = Re b^T T b*  (Re b^T P b),
/// which is the same number, and with v = (Re b, Im b) a real quadratic form v^T S v, whose
/// gradient costs one more product. For the heading of the body S is a parabola in cells of
/// kHeadingStep.
/// @source Pinkster, Low frequency second order wave exciting forces on floating structures (1980)
class QuadraticSum final : public SecondOrderSum {
 public:
  static constexpr double kHeadingStep = 0.0174532925199432958;  ///< rad, 1 deg

  /// @param components of one direction in each group; must outlive this object
  /// @param cutoff     rad/s: pairs of nodes whose difference is larger are left out
  QuadraticSum(BodyQuadraticTransfer transfer, const Sea& sea, const PairedComponents& components,
               double rest_heading, std::optional<double> cutoff);

  void add(const PairedWaves& waves, const std::array<double, 3>& turned,
           PathForces& forces) override;

 private:
  static constexpr std::size_t kRememberedCells = 8;
  static constexpr std::size_t kDofCount = kDofs;

  using Vectors = std::array<std::vector<LaneArray>, 3>;  ///< at the three instants
  using Parabola = std::array<BandedBlocks, 3>;  ///< S = constant + u linear + u^2 quadratic
  using Cell = std::array<Parabola, kDofCount>;
  struct RememberedCell {
    long number = 0;
    std::optional<Cell> cell;
  };
  /// The place of one component between the nodes.
  struct Share {
    std::size_t place = 0;            ///< of the real part of b at the lower node, in v
    double lower = 0.0, upper = 0.0;  ///< a h_p of both nodes
  };

  Share share_of(const Sea& sea, std::size_t component) const;
  void fill_nodes(const PairedComponents::Group& group, const std::vector<InstantPhasors>& phasors);
  Cell interpolated(double direction, long number) const;
  MatrixXd real_form(std::size_t dof, const VectorXd& weights) const;
  const Cell& cell(std::size_t group, long number);
  PathForces sum(const Cell& cell, const PathParameters& u);
  void add_product(const BandedBlocks& S, Eigen::Index dof, int power, const PathParameters& u,
                   PathForces& forces);  ///< per_x is along the waves

  BodyQuadraticTransfer transfer_;
  const PairedComponents& components_;
  HeadingInterpolation headings_;
  double rest_heading_;
  std::optional<double> cutoff_;
  std::vector<Share> shares_;  ///< per lane of every block
  std::vector<std::array<RememberedCell, kRememberedCells>> remembered_;  ///< per group
  Vectors nodes_, along_, products_;  ///< scratch: v, what it gains per metre along the waves, S v
};

}  // namespace raftup::hydro
