#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "solver/loads/rods/discrete_rod.hpp"
#include "solver/loads/rods/stretch.hpp"

namespace raftup::solver {

/// Small oscillations Re{x e^(i omega t)} of a line about rest, for one or several motions, one in each
/// column. Rows are three for each node, in the order of the nodes.
struct LineOscillation {
  double omega = 0.0;   ///< [rad/s]
  MatrixXcd inner;      ///< displacements of the nodes that are not kept [m]
  MatrixXcd kept;       ///< displacements of the kept nodes [m]
  MatrixXcd end_force;  ///< forces on what holds the kept nodes [N]
};

/// The outputs of a line in small oscillations about rest:
///   shape     x_i of every node,
///   tensions  (EA/l (1 + i omega tau) + Z_c) t.(x_(e+1) - x_e) of every element, 0 where it is slack,
///             with the stiffness Z_c of its creep,
///   tension, anchor_tension  F.f/|F| with the force F at rest on what holds the end,
/// where t is the direction of an element of length l at rest, tau its damping time and f the
/// oscillation of F.
class LineOutputs {
 public:
  /// @param rod must outlive the object
  /// @param position positions of the nodes at rest [m, world frame]
  /// @param end_force forces on what holds the two ends at rest [N, world frame]
  LineOutputs(const rods::DiscreteRod& rod, const std::vector<Vector3>& position,
              const std::array<Vector3, 2>& end_force);

  /// Names of these outputs, as ElasticLine::outputs() has them.
  static const std::vector<std::string>& names();

  /// Returns the amplitudes of an output [m, N], one column for each motion.
  /// @param output one of names()
  MatrixXcd of(std::string_view output, const LineOscillation& motion) const;

 private:
  MatrixXcd shape(const LineOscillation& motion) const;
  MatrixXcd tensions(const LineOscillation& motion) const;
  MatrixXcd end_tension(std::size_t end, const LineOscillation& motion) const;
  MatrixXcd of_node(std::size_t node, const LineOscillation& motion) const;

  const rods::DiscreteRod& rod_;
  std::vector<Vector3> along_;     ///< unit vectors of the elements; 0 for slack ones
  std::vector<double> stiffness_;  ///< EA/l of the elements, or the slope of their curve [N/m]
  std::array<Vector3, 2> pull_;    ///< unit vectors of the forces on what holds the ends
  std::size_t first_, last_;       ///< numbers of the end nodes of the line in the rod
};

}  // namespace raftup::solver
