#pragma once

#include <memory>
#include <vector>

#include "solver/bodies/kinematic_motion.hpp"
#include "solver/interactions/acceleration_gains.hpp"
#include "solver/interactions/hydrodynamic_forces.hpp"
#include "solver/interactions/strong_terms.hpp"
#include "solver/joints/constraint_set.hpp"
#include "solver/linear/mass_block.hpp"
#include "solver/linear/system_matrix.hpp"
#include "solver/loads/external_force.hpp"
#include "solver/loads/force_element.hpp"
#include "solver/loads/wave_field_force.hpp"
#include "solver/state.hpp"

namespace raftup::solver {

/// Equations of motion of a checked model, for any stepper: with p = W(q) v,
///   dp/dt = loads + what the turning of added mass adds (AddedMass::add_momentum_rate).
/// In this form the gyroscopic moment of the rigid bodies and the turning of A need no term of
/// their own, and momentum is kept exactly. It has no state but scratch storage.
class MultibodySystem {
 public:
  /// @param memories one per hydrodynamic group
  MultibodySystem(const Model& model, std::vector<AddedMass> added_masses,
                  std::vector<std::shared_ptr<const hydro::RadiationMemory>> memories);
  MultibodySystem(const MultibodySystem&) = delete;
  MultibodySystem& operator=(const MultibodySystem&) = delete;
  ~MultibodySystem() = default;

  std::size_t body_count() const { return bodies_.size(); }
  /// Replaces all added masses by others of the same bodies and frames.
  void set_added_masses(const std::vector<RigidBody>& bodies, std::vector<AddedMass> added_masses);

  /// True where a part of the added mass is a force: AddedMassMode::kLumped.
  bool has_lumped_added_mass() const;

  /// Clients stream waves: what prepare() makes of a step depends on the inputs.
  bool has_streamed_waves() const;

  const StrongTerms& strong_terms() const { return strong_terms_; }
  /// Linearises the loads where a step begins for a stepper that has them among the strong terms.
  void linearise_strong_loads(const StageTime& at, const State& state, const Kinematics& bodies) {
    if (strong_terms_.takes_loads()) {
      compute_jacobian(at, state, bodies, strong_terms_.linearisation());
    }
  }

  /// Clients give gains of their forces: AccelerationGains.
  bool has_acceleration_gains() const { return !acceleration_gains_.empty(); }
  /// Puts those of the step that starts at `step_start` [s] in the masses; factorise() after it.
  void apply_acceleration_gains(const std::vector<InputSeries>& inputs, double step_start) {
    acceleration_gains_.write_to(added_masses_, inputs, step_start);
  }
  /// Takes them out of the masses, to which momenta of a State belong.
  void release_acceleration_gains() { erase_gains(added_masses_); }
  /// The same gains as in another system of these bodies.
  void copy_acceleration_gains(const MultibodySystem& from) {
    copy_gains(from.added_masses_, added_masses_);
  }
  /// Adds factor G v to the momenta.
  void add_gain_momenta(double factor, Kinematics& bodies) {
    acceleration_gains_.add_momenta(added_masses_, factor, moving_dofs_of_bodies(), bodies);
  }

  const std::vector<HydrodynamicForces>& hydrodynamics() const { return hydrodynamics_; }
  ConstraintSet& constraints() { return constraints_; }
  const ConstraintSet& constraints() const { return constraints_; }

  const std::vector<std::unique_ptr<ForceElement>>& loads() const { return force_elements_; }

  const KinematicMotions& kinematic_motions() const { return kinematic_motions_; }

  /// W by islands; factorised at the poses of the last factorise().
  const std::vector<std::unique_ptr<SystemMatrix>>& masses() const { return masses_; }
  /// @throws Error(kInternal) naming the body whose pose or momentum is not finite
  void factorise(const Kinematics& bodies);

  /// p = W v, 0 in held dofs.
  void compute_momenta(Kinematics& bodies);

  /// v_d = W_dd^-1 (p_d - W_dk v_k) at the poses of the bodies, d the dofs that move by forces and
  /// k those of kinematic bodies, whose velocity is kept; leaves W factorised there.
  /// @throws Error(kInternal) as factorise()
  void compute_velocities(Kinematics& bodies);

  /// The same where W is factorised at `bodies` already.
  void solve_velocities(Kinematics& bodies);

  /// Appends the blocks of W at the poses of `bodies`, of all dofs, lower triangle.
  void add_mass_blocks(const Kinematics& bodies, std::vector<MassBlock>& blocks) const;

  /// Per body 1 in the dofs that move by forces, 0 in others.
  std::vector<Vector6> moving_dofs_of_bodies() const;

  /// v+ of (W + A) v+ = p + a and the momenta p + a - A v+, with A and a of the strong terms at
  /// hand (StrongMasses); W + A factorised.
  void solve_strong_velocities(Kinematics& bodies);

  /// Takes from the momenta the A v that strong interactions keep of a change v of velocities.
  void subtract_strong_momenta(const BodyVectors& twists, Kinematics& bodies);

  /// Computes what is known of a step at its start, where the bodies and `memories` are.
  /// @param groups index among `memories` of each group
  void prepare(const std::vector<hydro::MemoryState>& memories,
               const std::vector<std::size_t>& groups, const StepTimes& times,
               const std::vector<InputSeries>& inputs, const Kinematics& bodies);

  /// Forgets what is kept of the inputs: they or the instant are others.
  void inputs_changed() noexcept;

  /// Sets what a client adds to the forces on a body in the next step, at its centre of mass.
  void set_added_force(std::size_t body, const Vector6& wrench) noexcept {
    added_forces_[body] = wrench;
  }

  /// Loads at a stage of the prepared step, which starts from `state`.
  void compute_forces(const StageTime& at, const State& state, const Kinematics& bodies,
                      Forces& forces);

  /// Linearisation of the loads at a stage: of every load of the model, of the springs of joints,
  /// and of the hydrostatics and damping of hydrodynamic groups. Radiation and wave excitation are
  /// no stiff loads and have no part in it.
  void compute_jacobian(const StageTime& at, const State& state, const Kinematics& bodies,
                        LoadJacobian& jacobian) const;

  /// Adds -(A - dM) a_last of lumped added mass to the loads.
  void add_lumped_remainders(const Kinematics& bodies, const BodyVectors& last_accelerations,
                             Forces& forces);

  /// dp/dt, 0 in held dofs.
  void compute_momentum_rates(const Kinematics& bodies, const Forces& forces, BodyVectors& rates);

  /// W a without reactions, held dofs included: the loads, what the turning of added mass adds to
  /// them, less [0; omega x I omega] + (dA_w/dt) v.
  void compute_inertia_forces(const Kinematics& bodies, const Forces& forces, BodyVectors& result);

  /// a from W a = dp/dt - [0; omega x I omega] - (dA_w/dt) v, W factorised at `bodies`.
  void solve_accelerations(const Kinematics& bodies, const BodyVectors& momentum_rates,
                           BodyVectors& accelerations);

  /// twists = W^-1 wrenches in the dofs that move by forces, 0 in others; W factorised at `bodies`.
  void solve_masses(const Kinematics& bodies, const BodyVectors& wrenches, BodyVectors& twists);

  /// Adds impulses to the momenta of the dofs that move by forces.
  void add_momenta(const BodyVectors& impulses, Kinematics& bodies) const;

  /// G v of the constraints that were evaluated last.
  void measure_speeds(const Kinematics& bodies, VectorXd& speeds);

  /// -A_w a, the force of the water's inertia on every body, what is lumped included.
  void compute_added_mass_forces(const Kinematics& bodies, const BodyVectors& accelerations,
                                 BodyVectors& forces);

  /// Everything that acts on the rigid bodies, joints and the water's inertia included, reactions
  /// of held dofs not: [m a; I domega/dt + omega x I omega] in moving dofs.
  /// Lumped added mass counts as the step was computed, with a_last in its remainder.
  /// @param loads without joints
  void compute_total_forces(const Kinematics& bodies, const BodyVectors& loads,
                            const BodyVectors& reactions, const BodyVectors& accelerations,
                            BodyVectors& total);

 private:
  friend class StrongMasses;

  struct Body {
    std::string name;
    double mass;
    Matrix3 inertia;  ///< body axes
    Vector6 moving;   ///< 1 or 0 per dof: moves by forces
    bool kinematic;
    Vector3 weight;  ///< N, world, in uniform gravity
    bool weighs;
  };
  struct FieldOnBody {
    std::shared_ptr<const ForceField> field;
    std::size_t index;
    RigidBody body;
  };

  Vector3 angular_momentum(std::size_t body, const BodyKinematics& at) const;
  void require_finite(const Kinematics& bodies) const;
  void make_fields(const Model& model);
  void add_weights(const Kinematics& bodies, BodyVectors& wrenches) const;
  void subtract_kinematic_momenta(const Kinematics& bodies);
  void subtract_turning_of_momenta(const Kinematics& bodies, BodyVectors& rates);

  std::vector<Body> bodies_;
  std::vector<AddedMass> added_masses_;
  std::vector<Island> islands_;
  std::vector<std::unique_ptr<SystemMatrix>> masses_;  ///< one per island
  StrongTerms strong_terms_;
  AccelerationGains acceleration_gains_;
  ConstraintSet constraints_;
  KinematicMotions kinematic_motions_;
  bool has_kinematic_bodies_ = false;
  std::vector<HydrodynamicForces> hydrodynamics_;
  std::vector<std::unique_ptr<ForceElement>> force_elements_;
  std::vector<ExternalForceElement> external_forces_;
  std::vector<WaveFieldForce> wave_fields_;
  std::shared_ptr<const GravityField> gravity_field_;
  std::vector<FieldOnBody> fields_;
  BodyVectors current_;  ///< past each body, see current_at_bodies(); empty in still water
  BodyVectors added_forces_;
  BodyVectors right_side_, solution_;  ///< scratch
};

/// While it lives, masses of the system are W + A of the strong interactions in a step h [s] from
/// `bodies`; factorise() after evaluate() and again after it ends.
class StrongMasses {
 public:
  /// @throws Error(kInvalidArgument) where an interaction writes no valid block
  StrongMasses(MultibodySystem& system, double step, const Kinematics& bodies);
  ~StrongMasses();
  /// The same where the bodies move otherwise, as the constructor.
  void evaluate(double step, const Kinematics& bodies);
  StrongMasses(const StrongMasses&) = delete;
  StrongMasses& operator=(const StrongMasses&) = delete;

 private:
  MultibodySystem& system_;
};

/// The bodies of a model as they start, without momenta.
Kinematics initial_kinematics(const Model& model);

}  // namespace raftup::solver
