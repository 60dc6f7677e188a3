#pragma once

#include <array>
#include <optional>
#include <vector>

#include "hydro/excitation/remembered_cells.hpp"
#include "hydro/excitation/transfer_function.hpp"
#include "hydro/second_order/frequency_nodes.hpp"
#include "hydro/second_order/node_products.hpp"
#include "hydro/second_order/quadratic_sum.hpp"
#include "hydro/second_order/second_order_sum.hpp"

namespace raftup::hydro {

/// Quadratic transfer functions of one body for pairs of waves of any two directions, at its center
/// of gravity in its own axes. A node is a frequency and a direction of the data; its index is
/// frequency * (number of directions) + direction.
struct DirectionPairTransfer {
  using Kind = BodyQuadraticTransfer::Kind;

  /// Reads the transfer functions of one body [N/m2, N/m]. T of difference frequencies is made
  /// Hermitian and P of sum frequencies symmetric. Of two directions one order is enough.
  /// @throws Error(kInvalidArgument) if pairs of two of its directions are missing
  DirectionPairTransfer(const Database& database, Eigen::Index body, Kind of_pairs);

  Kind kind;
  VectorXd omega;       ///< frequencies of the data [rad/s], ascending
  VectorXd directions;  ///< wave directions of the data [rad], ascending
  /// Per dof, a matrix over the nodes of the first and of the second wave; 0 x 0 if the data lack
  /// the dof.
  std::array<MatrixXcd, kDofs> values;
};

/// Second-order force F = Re sum_m sum_n T_mn z_m z_n* (or P_mn z_m z_n) over all pairs of waves of
/// a sea, of one direction or of two. T is bilinear in the two frequencies, and in the two
/// directions it follows HeadingInterpolation, so that with the amplitudes at the nodes,
///   b_pd = sum_c h_p(omega_c) w_d(direction_c - heading) z_c,  F = Re b^T T b*  (Re b^T P b),
/// as in QuadraticSum. The weights w_d are linear in the heading between steps of 1 deg. The work
/// grows with the square of the number of directions of the data.
/// @source Pinkster, Low frequency second order wave exciting forces on floating structures (1980)
class DirectionPairsSum final : public SecondOrderSum {
 public:
  /// @param components with one direction in each group; must outlive this object
  /// @param cutoff     pairs of frequencies of the data with a larger difference are left out
  ///         [rad/s]
  DirectionPairsSum(const DirectionPairTransfer& transfer, const Sea& sea,
                    const PairedComponents& components, double rest_heading,
                    std::optional<double> cutoff);

  void add(const PairedWaves& waves, const std::array<double, 3>& turned,
           PathForces& forces) override;

 private:
  using Vectors = FrequencyNodes::Vectors;
  /// Weights w of the directions of the data for one group of waves: at the start of a cell of
  /// headings, and their change over the cell.
  struct Weights {
    VectorXd begin, change;
  };

  std::vector<Weights> weights_in(long cell) const;
  void add_group(const Weights& weights, const PairedComponents::Group& group, std::size_t instant,
                 double place);

  const PairedComponents& components_;
  HeadingInterpolation headings_;
  double rest_heading_;
  Eigen::Index frequency_count_;
  FrequencyNodes of_group_;
  std::array<BandedBlocks, kDofs> forms_;
  RememberedCells<std::vector<Weights>> cells_;
  /// Scratch memory: v = (Re b, Im b) of all nodes, its derivatives along x and y [1] and by the
  /// heading [m], and S v.
  Vectors nodes_, per_x_, per_y_, per_turn_, products_;
};

}  // namespace raftup::hydro
