#pragma once

#include "solver/loads/rods/discrete_rod.hpp"
#include "solver/loads/rods/node_inertia.hpp"
#include "solver/loads/rods/node_term.hpp"

namespace raftup::solver::rods {

/// The water at a node.
struct WaterAtNode {
  double elevation = 0.0;                  ///< z of the surface above the node [m]
  Vector3 velocity = Vector3::Zero();      ///< with the current [m/s, world frame]
  Vector3 acceleration = Vector3::Zero();  ///< of the particles [m/s2, world frame]
};

/// Returns the share below the surface of an element whose ends are at these heights above it [m].
double share_below(double first, double last);

/// Where a rod asks for the motion of the water.
class WaterAround {
 public:
  virtual ~WaterAround() = default;
  /// @param time [s]
  /// @param points positions [m, world frame]
  /// @param water receives one value for each point
  virtual void sample(double time, std::span<const Vector3> points,
                      std::span<WaterAtNode> water) = 0;
};

/// The water on a rod: weight and buoyancy, inertia and added mass, drag.
///
/// An element is cut at the surface: its wet share follows from the heights of both nodes above the
/// surface, linear between them. Each node has half the wet length of both elements, and per wet
/// meter, with the motion U, U' of the water across (n) and along (a) the tangent q of the node,
///   inertia    (rho A + m_n) U'_n + (rho A + m_a) U'_a,
///   added mass m_n across and m_a along,
///   drag       c_n |u_n| u_n + c_a |u_a| u_a,  u = U - (x1 - x0)/h.
/// The water is sampled where the nodes are in the middle of the step if they keep their velocities,
/// and is held over the step. The drag is the gradient of the convex h c |u|^3/3.
/// Call order: prepare() where a step begins; force(), mass() and the term itself are then those of
/// this step. Not thread-safe.
/// @source J. R. Morison and others, The force exerted by surface waves on piles, Petroleum
///         Transactions AIME 189 (1950) 149-154
class RodWater final : public NodeTerm {
 public:
  RodWater(const DiscreteRod& rod, WaterAround& water);

  /// Prepares a step from `time` to `time` + h [s].
  void prepare(double time, double h, const RodState& state);

  /// Weight, buoyancy and inertia force of every node [N, world frame].
  std::span<const Vector3> force() const { return force_; }
  std::span<const NodeMass> mass() const { return mass_; }  ///< with added mass
  /// Coefficients of a node for its wet length.
  struct Wet {
    double drag = 0.0, axial_drag = 0.0;        ///< c_n, c_a [kg/m]
    double inertia = 0.0, axial_inertia = 0.0;  ///< rho A + m_n, rho A + m_a [kg]
    double lump_drag = 0.0;                     ///< in every direction [kg/m]
  };
  const Wet& wet(std::size_t node) const { return coefficients_[node]; }
  /// The water that prepare() has found at a node.
  const WaterAtNode& around(std::size_t node) const { return at_[node]; }
  /// Unit tangents that prepare() has found.
  const Vector3& tangent(std::size_t node) const { return tangent_[node]; }
  /// Wet share of every element [1].
  std::span<const double> wet_share() const { return wet_; }

  void begin(const StepStart& start) override;
  NodePotential at(std::size_t node, const Vector3& x1) const override;

 private:
  void find_wet_shares(std::span<const Vector3> x);
  void add_element(std::size_t element);
  void add_lump(std::size_t node, double height);

  const DiscreteRod* rod_;
  WaterAround* water_;
  double h_ = 0.0;
  std::vector<double> wet_;
  std::vector<WaterAtNode> at_;
  std::vector<Wet> coefficients_;
  std::vector<Vector3> force_, middle_, start_, tangent_;
  std::vector<NodeMass> mass_;
};

}  // namespace raftup::solver::rods
