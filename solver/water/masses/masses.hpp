#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "solver/model/faded_current.hpp"
#include "solver/model/model.hpp"
#include "solver/model/water/strong_interaction.hpp"
#include "solver/water/masses/added_mass.hpp"
#include "solver/water/masses/held_masses.hpp"
#include "solver/water/masses/system_matrix.hpp"

namespace raftup::solver {

/// The mass matrix W(q) = rigid mass + added mass of a set of bodies, which relates momenta to
/// velocities and forces to accelerations.
///
///   p = W(q) v,  dp/dt = loads + the effect of the rotation of added mass
///   (AddedMass::add_momentum_rate),
///   W = sum of blkdiag(m 1, R I R^T) of the bodies and A_w of the added masses.
///
/// | symbol | size    | what, frame and unit                                                   |
/// |--------|---------|------------------------------------------------------------------------|
/// | q      |         | poses: centers of mass and attitudes in the world frame                |
/// | v      | 6n      | velocities of the centers of mass and angular velocities, world axes   |
/// |        |         | [m/s, rad/s]                                                           |
/// | p      | 6n      | momenta and angular momenta about the centers of mass, world axes      |
/// |        |         | [kg m/s, kg m2/s]                                                      |
/// | W      | 6n x 6n | symmetric, positive definite [kg, kg m, kg m2]                         |
/// | loads  | 6n      | forces and moments about the centers of mass, world axes [N, N m]      |
///
/// In this form the gyroscopic moment of the rigid bodies and the rotation of A need no separate
/// terms, and momentum is conserved exactly. Bodies that added mass couples form groups; each group
/// has its own factorization.
/// @source Kirchhoff's equations for the momenta of body and water: Lamb, Hydrodynamics (1932),
///         chapter VI; Newman, Marine Hydrodynamics (1977), chapter 4
/// Call order: factorize() at a pose, then the solving functions. The parts of W other than the
/// model's masses are set here: held() masses that are constant within a step, and strong terms
/// during the life of a Strong object. Not thread-safe.
class Masses {
 public:
  class Strong;

  /// @param model with its bodies and gains
  /// @param added_masses from assemble_added_masses()
  Masses(const Model& model, std::vector<AddedMass> added_masses);
  Masses(const Masses&) = delete;
  Masses& operator=(const Masses&) = delete;
  ~Masses() = default;

  std::size_t body_count() const { return bodies_.size(); }
  /// Groups of bodies that added mass couples [kg, kg m, kg m2]. W of each group is factorized at
  /// the poses of the last factorize().
  const std::vector<MassGroup>& groups() const { return groups_; }
  const std::vector<std::unique_ptr<SystemMatrix>>& matrices() const { return matrices_; }
  /// For each body, 1 in the dofs that forces move and 0 in the others; order surge to yaw in world
  /// axes.
  const std::vector<Vector6>& moving_dofs() const { return moving_; }
  /// True if a part of the added mass acts as a force [N, N m]: AddedMassMode::kLumped.
  bool is_lumped() const;

  /// Replaces all added masses by others of the same bodies and frames.
  void replace_added_masses(const std::vector<RigidBody>& bodies,
                            std::vector<AddedMass> added_masses);

  /// Gains of clients and added mass of loads, which are constant within a step; factorize() must
  /// be called after a change.
  HeldMasses& held() { return held_; }
  const HeldMasses& held() const { return held_; }
  /// Adds factor G v, with G the sum of all held masses, to the momenta [kg m/s, kg m2/s, world
  /// axes].
  void add_held_momenta(double factor, Kinematics& bodies);

  /// Factorizes W at the poses of `bodies`.
  /// @throws Error(kInternal) with the body whose pose or momentum [world frame] is not finite
  void factorize(const Kinematics& bodies);
  /// Computes twists = W^-1 wrenches [m/s2, rad/s2 for N, N m; world axes] in the dofs that forces
  /// move, 0 in the others. W must be factorized at `bodies`.
  void solve(const Kinematics& bodies, const BodyVectors& wrenches, BodyVectors& twists);
  /// Appends the 6 x 6 blocks of W [kg, kg m, kg m2] at the poses of `bodies`, in all dofs; lower
  /// triangle only.
  void add_blocks(const Kinematics& bodies, std::vector<MassBlock>& blocks) const;

  /// Computes p = W v [kg m/s, kg m2/s]; 0 in dofs that forces do not move.
  void compute_momenta(Kinematics& bodies);
  /// Adds impulses [N s, N m s, world axes] to the momenta in the dofs that forces move.
  void add_momenta(const BodyVectors& impulses, Kinematics& bodies) const;
  /// Computes v_d = W_dd^-1 (p_d - W_dk v_k) at the poses of the bodies [m/s, rad/s, world axes],
  /// with d the dofs that forces move and k those of kinematic bodies, whose velocities are
  /// unchanged. W is then factorized at these poses.
  /// @throws Error(kInternal) as factorize()
  void compute_velocities(Kinematics& bodies);
  /// Computes the velocities as compute_velocities(), if W is already factorized at `bodies`.
  void solve_velocities(Kinematics& bodies);

  /// Computes dp/dt [N, N m] by the loads and the rotation of added mass at a time [s]; 0 in dofs
  /// that forces do not move.
  void compute_momentum_rates(const Kinematics& bodies, const BodyVectors& loads, double time,
                              BodyVectors& rates);
  /// Computes W a without reactions [N, N m, world axes], including dofs that forces do not move:
  /// the loads and the effect of the rotation of added mass, minus [0; omega x I omega] + (dA_w/dt)
  /// v.
  /// @param time of the current [s]
  void compute_inertia_forces(const Kinematics& bodies, const BodyVectors& loads, double time,
                              BodyVectors& result);
  /// Solves W a = dp/dt - [0; omega x I omega] - (dA_w/dt) v for a, with W factorized at `bodies`.
  /// Bodies with a prescribed motion have their given accelerations.
  void solve_accelerations(const Kinematics& bodies, const BodyVectors& momentum_rates,
                           BodyVectors& accelerations);
  /// Adds the force -(A - dM) a_last [N, N m, world axes] of lumped added mass to the loads.
  void add_lumped_remainders(const Kinematics& bodies, const BodyVectors& last_accelerations,
                             BodyVectors& loads);

  /// Computes -A_w a [N, N m, world axes], the inertia force of the water on every body, including
  /// the lumped part.
  void compute_added_mass_forces(const Kinematics& bodies, const BodyVectors& accelerations,
                                 BodyVectors& forces);
  /// Computes the sum of all forces and moments on the rigid bodies, including joints and the
  /// inertia of the water but excluding reactions in dofs that forces do not move. In moving dofs
  /// it is [m a; I domega/dt + omega x I omega] [N, N m, world axes]. Lumped added mass counts as
  /// in the step, with a_last in its remainder.
  /// @param loads without joints
  /// @param time  of the current [s]
  void compute_total_forces(const Kinematics& bodies, const BodyVectors& loads,
                            const BodyVectors& reactions, const BodyVectors& accelerations,
                            double time, BodyVectors& total);

  /// The kinetic energy v^T W v / 2 [J] of the bodies that forces move and of the water that moves
  /// with them, that is of all added mass except gains of clients. Lumped added mass counts only
  /// with its part in W.
  double kinetic_energy(const Kinematics& bodies);
  /// The rate of change of the kinetic energy [W] that does not come from the power of the forces
  /// on dynamic bodies:
  ///   sum over dynamic bodies of v (e - (dA_w/dt) v - G a) + v^T (dA_w/dt) v / 2
  ///   + sum over kinematic bodies of v A_w a,
  /// with e the terms that AddedMass::add_momentum_rate() adds to dp/dt. Without kinematic bodies,
  /// gains and current it is 0 if AddedMassCoriolis is kFull.
  /// @param time of the current [s]
  double power_of_added_mass(const Kinematics& bodies, const BodyVectors& accelerations,
                             double time);

 private:
  struct Body {
    std::string name;
    double mass;
    Matrix3 inertia;  ///< inertia about the center of mass, body axes
    bool kinematic;
    bool moves;  ///< true if forces can move the body

    /// Angular momentum about the center of mass, world axes [kg m2/s].
    Vector3 angular_momentum(const BodyKinematics& at) const;
    /// @throws SolverFailure with the name of the body
    void require_finite(const BodyKinematics& at) const;
  };
  /// Whether any body has a motion that does not follow from forces.
  struct MotionsGiven {
    bool kinematic = false;   ///< true if velocities of any body are given
    bool prescribed = false;  ///< true if the motion of any body is a given function of time
  };
  /// Vectors that are kept so that no step allocates memory.
  struct Scratch {
    BodyVectors right_side, solution;
  };

  void subtract_turning_of_momenta(const Kinematics& bodies, BodyVectors& rates);

  std::vector<Body> bodies_;
  std::vector<Vector6> moving_;  ///< 1 or 0 for each dof of each body
  MotionsGiven given_;
  std::vector<AddedMass> added_masses_;
  HeldMasses held_;
  std::vector<MassGroup> groups_;
  std::vector<std::unique_ptr<SystemMatrix>> matrices_;  ///< system matrix of each group
  BodyCurrents current_;
  Scratch scratch_;
};

/// While the object exists, W + A of strong terms replaces W. factorize() must be called after
/// set(), and again after the object is destroyed.
class Masses::Strong {
 public:
  explicit Strong(Masses& masses) : masses_(masses) {}
  ~Strong();
  Strong(const Strong&) = delete;
  Strong& operator=(const Strong&) = delete;

  /// Sets the strong terms.
  /// @param blocks A and a, one for each strong entry of assemble_added_masses(), in the order of
  ///         these entries; must outlive this object
  void set(std::span<const StrongBlock> blocks);

  /// Solves (W + A) v+ = p + a for v+, and sets the momenta p + a - A v+. W + A must be factorized.
  void solve_velocities(Kinematics& bodies);

  /// Subtracts A v from the momenta [kg m/s, kg m2/s, world axes], for a change v of the
  /// velocities, since the momenta exclude the strong terms.
  void subtract_momenta(const BodyVectors& twists, Kinematics& bodies);

 private:
  std::span<AddedMass> places() const;

  Masses& masses_;
  std::span<const StrongBlock> blocks_;
};

}  // namespace raftup::solver
