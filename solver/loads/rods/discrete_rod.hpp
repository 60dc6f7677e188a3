#pragma once

#include <array>
#include <span>
#include <vector>

#include "hydro/numerics/types.hpp"
#include "solver/loads/rods/element.hpp"

namespace raftup::solver::rods {

/// A rod as a chain of nodes with lumped masses and straight massless elements between them. It has
/// three unknowns a node and no rotations. What moves is a RodState; the
/// rod itself changes only where a drum pays its first element out.
///
/// Nodes are numbered from the first end. A clamped end has one more node in front of the end node,
/// its director node, which lies on the axis of the clamp; between the two is a link that carries
/// nothing but its direction. Nodes that are held by a body or by the world are called kept: none
/// at a free end, one at a pinned and two at a clamped end.
///
/// | per node       | what                                                                        |
/// |----------------|-----------------------------------------------------------------------------|
/// | mass           | half of the mass of both elements, and of the lump [kg]                     |
/// | bend_stiffness | B = 1/(l_-/2EI_- + l_+/2EI_+), so that a bend kb needs the moment B kb [N m]|
///
/// At a clamped end B = 1/(1/k + l/2EI), with k the stiffness of the clamp.
/// @source M. Bergou and others, Discrete elastic rods, ACM Transactions on Graphics 27 (2008) 63
class DiscreteRod {
 public:
  /// The lumped properties of a node, without water.
  struct Node {
    double mass = 0.0;            ///< [kg]
    double weight = 0.0;          ///< [N], downwards
    double buoyancy = 0.0;        ///< of its halves of elements, without its lump [N]
    double length = 0.0;          ///< unstretched length of its halves of elements [m]
    double bend_stiffness = 0.0;  ///< B, see the class [N m]; 0 = hinge
    double bend_length = 0.0;     ///< l_b, over which the bend is spread [m]
  };

  /// @param elements elements from the first end to the last, at least one
  /// @param lumps empty, or one for each node of these elements, without director nodes
  /// @throws BrokenRule for lengths, stiffnesses and masses that are not positive
  DiscreteRod(std::vector<Element> elements, const End& first, const End& last,
              const std::vector<Lump>& lumps = {});

  /// Changes the unstretched length of the first (end = 0) or the last element (1) [m], > 0, and what
  /// its nodes have of it. Not for a clamped end.
  void set_end_length(std::size_t end, double length);

  /// Returns the rod with a share of its axial stiffness.
  DiscreteRod softened(double share) const;

  /// Elements with the links to director nodes, whose axial stiffness and mass are 0.
  const std::vector<Element>& elements() const { return elements_; }
  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Lump>& lumps() const { return lumps_; }  ///< one for each node
  std::size_t kept_first() const { return kept_first_; }     ///< number of kept nodes, 0 to 2
  std::size_t kept_last() const { return kept_last_; }       ///< number of kept nodes, 0 to 2
  /// Number of a kept node, counted from 0, those of the first end first.
  std::size_t kept_node(std::size_t kept) const {
    return kept < kept_first_ ? kept : nodes_.size() - kept_last_ + kept - kept_first_;
  }
  /// True if the node moves with a body or with the world.
  bool is_kept(std::size_t node) const {
    return node < kept_first_ || node + kept_last_ >= nodes_.size();
  }
  /// True if the node is the last of an end, where half an element is missing.
  bool is_end(std::size_t node) const {
    return is_kept(node) || node == 0 || node + 1 == nodes_.size();
  }
  bool bends() const { return bends_; }  ///< true if a node has bending stiffness

  /// Returns nodes on a straight line between two points, with equal strain [m, world frame].
  /// Director nodes continue the line.
  std::vector<Vector3> straight(const Vector3& first, const Vector3& last) const;

 private:
  void check() const;
  void lump(std::size_t first_node, std::size_t end_node);
  void find_bend_stiffness(std::size_t node);

  std::vector<Element> elements_;
  std::vector<Lump> lumps_;
  std::vector<Node> nodes_;
  std::size_t kept_first_, kept_last_;
  std::array<double, 2> turning_stiffness_;  ///< of clamps at both ends [N m/rad]
  bool bends_ = false;
};

}  // namespace raftup::solver::rods
