#pragma once

#include <memory>
#include <vector>

#include "solver/dynamics/islands/kinematic_motion.hpp"
#include "solver/dynamics/islands/model_part.hpp"
#include "solver/dynamics/steppers/held_constraints.hpp"
#include "solver/dynamics/steppers/stepper.hpp"
#include "solver/dynamics/system/multibody_system.hpp"
#include "solver/joints/drive_ends.hpp"

namespace raftup::solver {

/// The energy balance of a set of bodies: d(kinetic + potential)/dt = power [W].
struct Energy {
  double kinetic = 0.0;    ///< J, including added mass: Masses::kinetic_energy()
  double potential = 0.0;  ///< J, the sum of ForceElement::potential() over all loads
  double power = 0.0;      ///< W, power of all forces without a potential
};

/// The force [N, N m] and power [W] of one load of the model at one instant.
struct LoadReading {
  /// Force on the first body of the load, at its center of mass, world axes [N, N m].
  Vector6 force;
  double power = 0.0;  ///< force times velocity, summed over all bodies of the load [W]
};

/// The bodies of a model that influence one another within a step, in a running simulation.
///
/// Joints, added mass, radiation memory and loads between two bodies put the bodies on one island,
/// and so do shapes that may touch. Each island has its own equations
///   dp/dt = loads + G^T lambda,  p = W(q) v,  g(q) = 0
/// in world axes, with momenta p [kg m/s, kg m2/s] and velocities v [m/s, rad/s] (symbols in
/// masses.hpp and held_constraints.hpp). Each island also has its own stepper. The cost of a step
/// therefore grows with the number of islands and not with the square of the number of bodies.
/// Islands are independent of each other. A step is first computed for all islands and committed
/// afterwards; commit() cannot fail, and a step that fails leaves the state unchanged.
/// Call order: initialize() unless a state is given, move_to() at the start of each step, start()
/// and compute(), then commit().
class Island {
 public:
  using Memories = LoadSet::Memories;

  /// @param memories radiation memories of all groups of the whole model
  Island(const ModelPart& part, const Memories& memories);

  const ModelPart& part() const { return part_; }
  StepperKind stepper_kind() const { return stepper_kind_; }
  const MultibodySystem& system() const { return system_; }

  /// Replaces the stepper of the island. Without this call it is the stepper that the model
  /// declares or, if the model declares none, the one chosen for its kinds of joints and contacts.
  void use_stepper(StepperKind kind);

  /// Writes the island's part of the state at t = 0.
  /// @param start poses [m, world] and velocities of all bodies of the whole model; null means the
  ///         initial poses and velocities of the model
  void initialize(State& state, const Kinematics* start = nullptr);

  /// Replaces the added-mass interactions of this island. Interactions of other islands are
  /// ignored.
  /// @param interactions of the whole model
  /// @returns true if an interaction of this island has changed
  /// @throws Error(kInvalidArgument) if mass plus added mass is not positive definite at the poses
  ///         of `state`; the island then keeps its previous interactions
  bool set_added_masses(const std::vector<AddedMassState>& interactions, const State& state);

  /// Recomputes the momenta in the state [kg m/s, kg m2/s, world axes] from its velocities.
  void reform_momenta(State& state);

  /// Updates the state after velocities of kinematic bodies in `state` have been changed [m/s,
  /// rad/s, world axes]. The velocities of the other bodies are projected onto the constraints, so
  /// that the momenta of these bodies change only by the impulses of joints.
  void follow_kinematic_bodies(State& state);

  /// Moves the island to the instant at which the next step starts.
  void move_to(const State& state, const StepTimes& times) noexcept;

  /// Discards computed quantities that depend on the inputs.
  void inputs_changed() noexcept;

  /// Returns the quantities at the start of the step and computes missing ones up to `wanted`.
  /// @param state the state given to move_to()
  const StepStart& start(const State& state, StepStart::Known wanted);

  /// Energy [J] and power [W] at the start of the step. The power includes velocity damping in the
  /// limit of small steps, and excludes impacts.
  Energy energy(const State& state);
  /// Force [N, N m] and power [W] of a load at the start of the step.
  /// @param load index in the part
  LoadReading read_load(std::size_t load, const State& state);
  /// Writes the output values of a load, in the order of LoadDescription::outputs().
  void read_load_outputs(std::size_t load, const State& state, std::span<double> outputs);

  /// Replaces the accelerations [m/s2, rad/s2, world axes] until the start of the step changes, and
  /// sets all reactions to zero. Outputs can then be evaluated for given accelerations.
  void assume_accelerations(const State& state, const BodyVectors& accelerations);

  /// Computes the next step without changing `state`.
  /// @throws Error if the stepper fails or a value leaves the range of numbers
  void compute(const State& state);
  /// Writes the results of compute() to the state.
  void commit(State& state) noexcept;

 private:
  /// Results of a step other than the motion, which the stepper stores.
  struct Outcome {
    /// Poses, velocities and momenta at the end of the step, with momenta that exclude the masses
    /// of HeldMasses; empty if no masses are held.
    Kinematics end_without_held;
    /// Accelerations of the last evaluation in the step [m/s2, rad/s2]; empty if no added mass is
    /// lumped.
    BodyVectors accelerations;
    BodyVectors loads;  ///< sum of all loads at the start of the step, one per body [N, N m]
    DriveEnds drives;
    std::vector<MachineState> machines;  ///< one per machine of the part
  };

  void make_own_stepper();
  void project_start();
  void apply_inputs(const State& state);
  void apply_motions(const State& state);
  void hold_load_masses(const State& state);
  /// Prepares the loads for the start of the step.
  /// @returns the start of the step as a stage [s]
  StageTime prepare_start(const State& state);
  void compute_forces(const State& state);
  void compute_reactions(const State& state);
  void compute_accelerations();
  /// The motion at the end of the step in the form of a State: poses, velocities and momenta
  /// without held masses, world frame.
  const Kinematics& end() const;

  ModelPart part_;
  Memories memories_;  ///< radiation memories of the groups of the island
  /// Present added mass of the added-mass interactions of the island [kg, kg m, kg m2].
  std::vector<AddedMassState> added_masses_;
  MultibodySystem system_;
  KinematicMotions motions_;
  HeldConstraints held_;  ///< the constraints at the start of the step
  StepperKind stepper_kind_;
  std::unique_ptr<Stepper> stepper_;
  StepStart start_;
  Outcome outcome_;
};

}  // namespace raftup::solver
