#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "solver/model/model.hpp"
#include "solver/model/water/strong_interaction.hpp"
#include "solver/water/masses/added_mass.hpp"
#include "solver/water/masses/held_masses.hpp"
#include "solver/water/masses/system_matrix.hpp"

namespace raftup::solver {

/// The mass matrix W(q) = rigid mass + added mass of some bodies, which relates momenta to
/// velocities and forces to accelerations.
///
///   p = W(q) v,  dp/dt = loads + what the turning of added mass adds
///   (AddedMass::add_momentum_rate),
///   W = sum of blkdiag(m 1, R I R^T) of the bodies and A_w of the added masses.
///
/// | symbol | size    | what, frame and unit                                                   |
/// |--------|---------|------------------------------------------------------------------------|
/// | q      |         | poses: centres of mass and attitudes in the world frame                |
/// | v      | 6n      | velocities of the centres of mass and angular velocities, world axes   |
/// |        |         | [m/s, rad/s]                                                           |
/// | p      | 6n      | momenta and angular momenta about the centres of mass, world axes      |
/// |        |         | [kg m/s, kg m2/s]                                                      |
/// | W      | 6n x 6n | symmetric, positive definite [kg, kg m, kg m2]                         |
/// | loads  | 6n      | forces and moments about the centres of mass, world axes [N, N m]      |
///
/// In this form the gyroscopic moment of the rigid bodies and the turning of A need no term of
/// their own, and momentum is kept exactly. Bodies that added mass couples form groups; each group
/// has a factorisation of its own.
/// @source Kirchhoff's equations for the momenta of body and water: Lamb, Hydrodynamics (1932),
///         chapter VI; Newman, Marine Hydrodynamics (1977), chapter 4
/// Call order: factorize() at a pose, then what solves. What stands in W besides the model's
/// masses is set here: what is held() through a step, strong terms for the life of a Strong. Not
/// thread-safe.
class Masses {
 public:
  class Strong;

  /// @param model of the bodies and gains
  /// @param added_masses from assemble_added_masses()
  Masses(const Model& model, std::vector<AddedMass> added_masses);
  Masses(const Masses&) = delete;
  Masses& operator=(const Masses&) = delete;
  ~Masses() = default;

  std::size_t body_count() const { return bodies_.size(); }
  /// Groups of bodies that added mass couples [kg, kg m, kg m2]; W of each is factorised at the
  /// poses of the last factorize().
  const std::vector<MassGroup>& groups() const { return groups_; }
  const std::vector<std::unique_ptr<SystemMatrix>>& matrices() const { return matrices_; }
  /// Per body 1 in the dofs that forces move, 0 in others; order surge to yaw in world axes.
  const std::vector<Vector6>& moving_dofs() const { return moving_; }
  /// True if a part of the added mass acts as a force [N, N m]: AddedMassMode::kLumped.
  bool is_lumped() const;

  /// Replaces all added masses by others of the same bodies and frames.
  void replace_added_masses(const std::vector<RigidBody>& bodies,
                            std::vector<AddedMass> added_masses);

  /// Gains of clients and added mass of loads, which W holds through a step; factorize() must be
  /// called after a change.
  HeldMasses& held() { return held_; }
  const HeldMasses& held() const { return held_; }
  /// Adds factor G v, with G all that is held, to the momenta [kg m/s, kg m2/s, world axes].
  void add_held_momenta(double factor, Kinematics& bodies);

  /// @throws Error(kInternal) naming the body whose pose or momentum [world frame] is not finite
  void factorize(const Kinematics& bodies);
  /// twists = W^-1 wrenches [m/s2, rad/s2 for N, N m; world axes] in the dofs that forces move, 0
  /// in others; W must be factorised at `bodies`.
  void solve(const Kinematics& bodies, const BodyVectors& wrenches, BodyVectors& twists);
  /// Appends the blocks of W [kg, kg m, kg m2] at the poses of `bodies` in all dofs, lower triangle.
  void add_blocks(const Kinematics& bodies, std::vector<MassBlock>& blocks) const;

  /// p = W v, 0 in dofs that do not move.
  void compute_momenta(Kinematics& bodies);
  /// Adds impulses [N s, N m s, world axes] to the momenta of the dofs that forces move.
  void add_momenta(const BodyVectors& impulses, Kinematics& bodies) const;
  /// v_d = W_dd^-1 (p_d - W_dk v_k) at the poses of the bodies [m/s, rad/s, world axes], with d the
  /// dofs that forces move and k those of kinematic bodies, whose velocity is kept. W is factorised
  /// there afterwards.
  /// @throws Error(kInternal) as factorize()
  void compute_velocities(Kinematics& bodies);
  /// The same if W is already factorised at `bodies`.
  void solve_velocities(Kinematics& bodies);

  /// dp/dt by the loads, 0 in dofs that do not move.
  void compute_momentum_rates(const Kinematics& bodies, const BodyVectors& loads,
                              BodyVectors& rates);
  /// W a without reactions [N, N m, world axes], including dofs that do not move: the loads and the
  /// effect of the turning of the added mass, minus [0; omega x I omega] + (dA_w/dt) v.
  void compute_inertia_forces(const Kinematics& bodies, const BodyVectors& loads,
                              BodyVectors& result);
  /// a from W a = dp/dt - [0; omega x I omega] - (dA_w/dt) v, W factorised at `bodies`, with the
  /// given accelerations of bodies whose motion is prescribed.
  void solve_accelerations(const Kinematics& bodies, const BodyVectors& momentum_rates,
                           BodyVectors& accelerations);
  /// Adds the force -(A - dM) a_last [N, N m, world axes] of lumped added mass to the loads.
  void add_lumped_remainders(const Kinematics& bodies, const BodyVectors& last_accelerations,
                             BodyVectors& loads);

  /// Computes -A_w a [N, N m, world axes], the inertia force of the water on every body, including
  /// the part that is lumped.
  void compute_added_mass_forces(const Kinematics& bodies, const BodyVectors& accelerations,
                                 BodyVectors& forces);
  /// All forces and moments on the rigid bodies, including joints and the inertia of the water but
  /// without reactions of dofs that do not move: [m a; I domega/dt + omega x I omega] in moving
  /// dofs [N, N m, world axes]. Lumped added mass counts as in the step, with a_last in its
  /// remainder.
  /// @param loads without joints
  void compute_total_forces(const Kinematics& bodies, const BodyVectors& loads,
                            const BodyVectors& reactions, const BodyVectors& accelerations,
                            BodyVectors& total);

  /// v^T W v / 2 [J] of the bodies that forces move and of the water that moves with them, that is
  /// of all added mass except gains of clients; lumped added mass counts as far as it is in W.
  double kinetic_energy(const Kinematics& bodies);
  /// The rate of change of the kinetic energy [W] besides the power of the forces on dynamic
  /// bodies:
  ///   sum over these of v (e - (dA_w/dt) v - G a) + v^T (dA_w/dt) v / 2 + sum over kinematic
  ///   bodies of v A_w a,
  /// e what AddedMass::add_momentum_rate() adds to dp/dt. Without kinematic bodies, gains and
  /// current it is 0 where AddedMassCoriolis is kFull.
  double power_of_added_mass(const Kinematics& bodies, const BodyVectors& accelerations);

 private:
  struct Body {
    std::string name;
    double mass;
    Matrix3 inertia;  ///< body axes
    bool kinematic;
    bool moves;  ///< true if forces can move it

    /// About its centre of mass, world axes [kg m2/s].
    Vector3 angular_momentum(const BodyKinematics& at) const;
    /// @throws SolverFailure naming the body
    void require_finite(const BodyKinematics& at) const;
  };
  /// Whether any body moves by something else than forces.
  struct MotionsGiven {
    bool kinematic = false;   ///< by velocities
    bool prescribed = false;  ///< of those, by functions of time
  };
  /// Vectors that are kept so that no step allocates memory.
  struct Scratch {
    BodyVectors right_side, solution;
  };

  void subtract_turning_of_momenta(const Kinematics& bodies, BodyVectors& rates);

  std::vector<Body> bodies_;
  std::vector<Vector6> moving_;  ///< 1 or 0 per dof
  MotionsGiven given_;
  std::vector<AddedMass> added_masses_;
  HeldMasses held_;
  std::vector<MassGroup> groups_;
  std::vector<std::unique_ptr<SystemMatrix>> matrices_;  ///< one per group
  BodyVectors current_;  ///< past each body, see current_at_bodies(); empty in still water
  Scratch scratch_;
};

/// While the object exists, W + A of strong terms replaces W. factorize() must be called after
/// set() and again after the object ends.
class Masses::Strong {
 public:
  explicit Strong(Masses& masses) : masses_(masses) {}
  ~Strong();
  Strong(const Strong&) = delete;
  Strong& operator=(const Strong&) = delete;

  /// @param blocks A and a, one for each place that assemble_added_masses() has made for them, in
  ///         their order; they must outlive the use
  void set(std::span<const StrongBlock> blocks);

  /// Computes v+ of (W + A) v+ = p + a and the momenta p + a - A v+; W + A must be factorised.
  void solve_velocities(Kinematics& bodies);

  /// Subtracts from the momenta [kg m/s, kg m2/s, world axes] the A v that strong terms hold of a
  /// change v of velocities.
  void subtract_momenta(const BodyVectors& twists, Kinematics& bodies);

 private:
  std::span<AddedMass> places() const;

  Masses& masses_;
  std::span<const StrongBlock> blocks_;
};

}  // namespace raftup::solver
