#pragma once

#include <array>
#include <vector>

#include "hydro/sea/dispersion.hpp"

namespace raftup::solver {

/// The properties of one element of a lumped line, from one node to the next.
struct LineElement {
  double length;            ///< unstretched [m], > 0
  double stiffness;         ///< EA [N], > 0, finite
  double damping;           ///< C of T = EA e + C de/dt [N s], >= 0
  double mass;              ///< per metre [kg/m], > 0
  double weight;            ///< in water [N/m], > 0
  double added_mass;        ///< of flow across the line [kg/m], >= 0
  double axial_added_mass;  ///< and along it [kg/m]
  double drag;              ///< rho/2 C_d d [kg/m2], of the speed across, >= 0
  double axial_drag;        ///< rho/2 C_da pi d [kg/m2], of the speed along
  double diameter;          ///< diameter with which it rests on the bottom [m], > 0
  /// mass [kg] and weight in water [N] of a clump at its far end
  double clump_mass = 0.0, clump_weight = 0.0;
};

/// A level bottom that supports lines.
struct LineBottom {
  double level;       ///< z [m]; a line at rest lies at it
  double stiffness;   ///< pressure per depth of penetration [Pa/m], > 0
  double damping;     ///< Pa s/m, >= 0
  double friction;    ///< mu, >= 0
  double slip_speed;  ///< at which friction is .7 of its limit [m/s], > 0
};

/// A line of straight elastic elements without weight between nodes, at which its mass, weight and
/// drag are lumped, half of each element at either end of it. The end nodes are moved. A node has
///   M x'' = T_i q_i - T_(i-1) q_(i-1) - w e_z + drag + bottom,  M = a (I - q q^T) + b q q^T,
///   T = max(0, EA e + C e') where an element is longer than unstretched.
///
/// | symbol   | what, frame and unit                                                              |
/// |----------|-----------------------------------------------------------------------------------|
/// | x        | position of a node, world frame [m]                                               |
/// | a, b     | its mass with that of the water, across and along the line [kg]                   |
/// | q_i, q   | unit vector along element i, and the tangent at a node, the mean of both sides    |
/// | T_i      | tension of element i [N], from its strain e and the rate e' [1/s]                 |
/// | EA, C    | axial stiffness [N] and damping [N s]                                             |
/// | w        | weight of a node in water [N], e_z up                                             |
///
/// Drag is
/// D |u_n| u_n + D_a |u_a| u_a of the current past the node. The bottom pushes with k per metre of
/// penetration, begun so far above its level that a line at rest is at the level, and rubs with
/// -mu N v/sqrt(v^2 + slip_speed^2). All of it is under water. Integrated by the classical
/// Runge-Kutta method of order 4, stable up to sub-steps of about 2.8/fastest_rate().
/// The values of its state are the positions of the inner nodes, from the first on, and their
/// velocities. A pure function of them.
/// @source M. Hall and A. Goupee, Validation of a lumped-mass mooring line model with DeepCwind
///         semisubmersible model test data, Ocean Engineering 104 (2015), 590-603
class LumpedLine {
 public:
  /// The two end nodes at one instant [m, m/s, world].
  struct Ends {
    std::array<Vector3, 2> position, velocity;
  };
  /// Energy in the line and its rate of change, whatever moves it [J, W].
  struct Energy {
    double energy = 0.0, rate = 0.0;
  };

  /// @param elements from the first end on, at least one
  /// @param bottom   null: none
  LumpedLine(std::vector<LineElement> elements, hydro::Current current, const LineBottom* bottom);

  /// An upper bound of the rates of its linear motions [1/s], with friction as at rest and drag as
  /// at a flow of a few metres per second.
  double fastest_rate() const { return fastest_rate_; }

  /// The state of a line at rest with its nodes at given places [m, world], including both ends.
  std::vector<double> at_rest(const std::vector<Vector3>& places) const;

  /// Lets a line come to rest between fixed ends by dynamic relaxation: its velocities are set to 0
  /// whenever the kinetic energy [J] has passed a maximum. Motion that is left after some 20 000
  /// steps remains.
  void relax(std::vector<double>& values, const Ends& ends) const;

  /// Advances a state by `duration` [s] while the ends move from `from` to `to` by cubic
  /// polynomials of time that match their velocities.
  void advance(std::vector<double>& values, const Ends& from, const Ends& to, double duration,
               int sub_steps) const;

  /// Forces of the line on its supports at the ends [N, world], without the inertia of the halves
  /// of the outer elements.
  std::array<Vector3, 2> end_forces(const std::vector<double>& values, const Ends& ends) const;

  /// Energy: kinetic with that of the water, elastic, of weight and of the bottom, up to a constant
  /// [J], and its rate [W].
  Energy energy(const std::vector<double>& values, const Ends& ends) const;

  /// Unstretched length that the bottom supports [m].
  double length_on_bottom(const std::vector<double>& values, const Ends& ends) const;

  /// All nodes, from the first on [m, world].
  std::vector<Vector3> places(const std::vector<double>& values, const Ends& ends) const;

 private:
  /// The properties of a node.
  struct Node {
    double across_mass = 0.0, along_mass = 0.0;           ///< a, b [kg]
    double weight = 0.0;                                  ///< N
    double drag = 0.0, axial_drag = 0.0;                  ///< kg/m
    double length = 0.0;                                  ///< m, unstretched
    double bottom_stiffness = 0.0, bottom_damping = 0.0;  ///< N/m, N s/m
    double contact_level = 0.0;  ///< m, height z at which it touches the bottom
  };
  struct Motion {
    std::vector<Vector3> position, velocity;
  };
  struct Stages;

  void add_half(const LineElement& element, double clump_mass, double clump_weight, Node& to) const;
  void find_fastest_rate();
  Motion unpack(const std::vector<double>& values, const Ends& ends) const;
  void pack(const Motion& motion, std::vector<double>& values) const;
  Vector3 tangent(const Motion& motion, std::size_t node) const;
  Vector3 acceleration(std::size_t node, const Vector3& tangent, const Vector3& force) const;
  void compute_forces(const Motion& motion, std::vector<Vector3>& forces) const;
  void add_drag(const Motion& motion, std::size_t node, Vector3& force) const;
  void add_bottom(const Motion& motion, std::size_t node, Vector3& force) const;
  double penetration(std::size_t node, double z) const;
  double kinetic_energy(const Motion& motion) const;
  void add_energy_of_nodes(const Motion& motion, Energy& sum) const;
  template <typename MoveEnds>
  void step(double h, const MoveEnds& move_ends, Stages& stages) const;

  std::vector<LineElement> elements_;
  std::vector<Node> nodes_;
  hydro::Current current_;
  bool has_current_;
  bool has_bottom_;
  LineBottom bottom_{};
  double fastest_rate_ = 0.0;
};

}  // namespace raftup::solver
