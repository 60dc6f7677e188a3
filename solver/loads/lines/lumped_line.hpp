#pragma once

#include <array>
#include <vector>

#include "hydro/sea/dispersion.hpp"

namespace raftup::solver {

/// The properties of one element of a lumped-mass line, the part between two neighboring nodes.
struct LineElement {
  double length;            ///< unstretched length [m], > 0
  double stiffness;         ///< axial stiffness EA [N], > 0, finite
  double damping;           ///< axial damping C of the tension T = EA e + C de/dt [N s], >= 0
  double mass;              ///< mass per meter [kg/m], > 0
  double weight;            ///< weight in water per meter [N/m], > 0
  double added_mass;        ///< added mass per meter for motion across the line [kg/m], >= 0
  double axial_added_mass;  ///< added mass per meter for motion along the line [kg/m]
  double drag;              ///< rho/2 C_d d, for the flow across the line [kg/m2], >= 0
  double axial_drag;        ///< rho/2 C_da pi d, for the flow along the line [kg/m2]
  double diameter;          ///< diameter of the line where it lies on the bottom [m], > 0
  /// Mass [kg] and weight in water [N] of a clump at the second node of the element.
  double clump_mass = 0.0, clump_weight = 0.0;
};

/// A level bottom on which lines can lie.
struct LineBottom {
  double level;       ///< height z at which a line at rest lies on the bottom [m]
  double stiffness;   ///< pressure per depth of penetration [Pa/m], > 0
  double damping;     ///< pressure per speed of penetration [Pa s/m], >= 0
  double friction;    ///< friction coefficient mu, >= 0
  double slip_speed;  ///< speed at which friction is 0.7 of its limit [m/s], > 0
};

/// A line of straight elastic elements without mass between nodes. The mass, weight and drag of an
/// element are lumped at its two nodes, one half at each. The motion of the two end nodes is given.
/// The equations of a node are
///   M x'' = T_i q_i - T_(i-1) q_(i-1) - w e_z + drag + bottom,  M = a (I - q q^T) + b q q^T,
///   T = max(0, EA e + C e') for an element longer than its unstretched length, otherwise 0.
///
/// | symbol   | what, frame and unit                                                              |
/// |----------|-----------------------------------------------------------------------------------|
/// | x        | position of a node, world frame [m]                                               |
/// | a, b     | mass of a node with its added mass, across and along the line [kg]                |
/// | q_i, q   | unit vector along element i; tangent at a node, the mean direction of both sides  |
/// | T_i      | tension of element i [N], from its strain e and the strain rate e' [1/s]          |
/// | EA, C    | axial stiffness [N] and axial damping [N s]                                       |
/// | w, e_z   | weight of a node in water [N]; unit vector upwards                                |
///
/// The drag is D |u_n| u_n + D_a |u_a| u_a, with u_n and u_a the velocity of the current relative
/// to the node, across and along the line. A node has half the D and D_a [kg/m] of each adjacent
/// element, which are its drag and axial_drag times its length. The bottom exerts an upward force N
/// of stiffness times penetration plus damping. The penetration is counted from a height above the
/// level of the bottom at which the force on a line that lies at the level equals its weight. The
/// friction of the bottom is -mu N v/sqrt(v^2 + slip_speed^2), with v the horizontal velocity of
/// the node. The whole line is under water. It is integrated by the classical Runge-Kutta method of
/// order 4, which is stable for sub-steps of up to about 2.8/fastest_rate(). The state of the line
/// consists of the positions of the inner nodes, beginning at the first end, followed by their
/// velocities. All functions are pure functions of the state.
/// @source M. Hall and A. Goupee, Validation of a lumped-mass mooring line model with DeepCwind
///         semisubmersible model test data, Ocean Engineering 104 (2015), 590-603
class LumpedLine {
 public:
  /// Positions and velocities of the two end nodes at one instant [m, m/s, world frame].
  struct Ends {
    std::array<Vector3, 2> position, velocity;
    double current = 1.0;  ///< factor of the current at this instant [1]
  };
  /// The energy of a line [J] and its rate of change for the present motion [W].
  struct Energy {
    double energy = 0.0, rate = 0.0;
  };

  /// @param elements elements from the first end to the second, at least one
  /// @param bottom null = no bottom
  LumpedLine(std::vector<LineElement> elements, hydro::Current current, const LineBottom* bottom);

  /// Returns an upper bound of the rates of the linear motions of the line [1/s], with friction as
  /// for nodes at rest and drag for a flow of 5 m/s.
  double fastest_rate() const { return fastest_rate_; }

  /// Returns the state of a line without velocity whose nodes are at the given positions [m, world
  /// frame], including both ends.
  std::vector<double> at_rest(const std::vector<Vector3>& places) const;

  /// Moves a line to its static equilibrium between fixed ends by dynamic relaxation: the
  /// velocities are set to 0 whenever the kinetic energy [J] has passed a maximum. The relaxation
  /// ends after at most 20 000 steps, even if the equilibrium has not been reached.
  void relax(std::vector<double>& values, const Ends& ends) const;

  /// Advances a state by `duration` [s] in `sub_steps` equal sub-steps. The ends move from `from`
  /// to `to` along cubic polynomials of time that match their positions and velocities. The factor
  /// of the current changes along a straight line.
  void advance(std::vector<double>& values, const Ends& from, const Ends& to, double duration,
               int sub_steps) const;

  /// Returns the forces of the line on the supports of its ends [N, world frame]. The inertia of
  /// the outer halves of the end elements is not included.
  std::array<Vector3, 2> end_forces(const std::vector<double>& values, const Ends& ends) const;

  /// Returns the energy [J] and its rate [W]: kinetic energy including that of the added mass,
  /// elastic energy, and potential energy of the weight and of the bottom, up to a constant.
  Energy energy(const std::vector<double>& values, const Ends& ends) const;

  /// Returns the unstretched length that the bottom supports [m].
  double length_on_bottom(const std::vector<double>& values, const Ends& ends) const;

  /// Returns the positions of all nodes, from the first end to the second [m, world frame].
  std::vector<Vector3> places(const std::vector<double>& values, const Ends& ends) const;

 private:
  /// The lumped properties of a node.
  struct Node {
    /// Mass including added mass, a and b [kg].
    double across_mass = 0.0, along_mass = 0.0;
    double weight = 0.0;                  ///< weight in water [N]
    double drag = 0.0, axial_drag = 0.0;  ///< D, D_a [kg/m]
    /// Unstretched length of its halves of elements [m].
    double length = 0.0;
    /// Force per penetration [N/m] and per speed [N s/m].
    double bottom_stiffness = 0.0, bottom_damping = 0.0;
    double contact_level = 0.0;  ///< height z below which it touches the bottom [m]
  };
  struct Motion {
    std::vector<Vector3> position, velocity;
    double current = 1.0;
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
