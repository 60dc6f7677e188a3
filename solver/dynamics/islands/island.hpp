#pragma once

#include <memory>
#include <vector>

#include "solver/dynamics/islands/kinematic_motion.hpp"
#include "solver/dynamics/islands/model_part.hpp"
#include "solver/dynamics/steppers/held_constraints.hpp"
#include "solver/dynamics/steppers/stepper.hpp"
#include "solver/dynamics/system/multibody_system.hpp"

namespace raftup::solver {

/// The energy balance of bodies: d(kinetic + potential)/dt = power.
struct Energy {
  double kinetic = 0.0;    ///< J, with added mass: Masses::kinetic_energy()
  double potential = 0.0;  ///< J: ForceElement::potential() of all loads
  double power = 0.0;      ///< W, of everything that has no potential
};

/// A load of the model on its bodies at one instant.
struct LoadReading {
  Vector6 force;       ///< on its first body, at the centre of mass, world axes [N, N m]
  double power = 0.0;  ///< force times velocity of all its bodies [W]
};

/// A part of a model whose bodies influence one another within a step, in a running simulation.
///
/// Joints, added mass, memory of the water and loads between two bodies make them members of one
/// island, and shapes that may touch do. Each island has its own equations
///   dp/dt = loads + G^T lambda,  p = W(q) v,  g(q) = 0
/// (symbols in masses.hpp and held_constraints.hpp) and its own stepper, so that the cost of a step
/// grows with the islands and not with the square of their bodies. Islands do not know each other.
/// A step is computed first, for all islands, and committed then, which cannot fail: a step that
/// fails leaves the state as it was.
/// Call order: initialise() or a state of the model, move_to() at every instant, then start() and
/// compute(), which leads to commit().
class Island {
 public:
  using Memories = LoadSet::Memories;

  /// @param memories of all groups of the whole model
  Island(const ModelPart& part, const Memories& memories);

  const ModelPart& part() const { return part_; }
  StepperKind stepper_kind() const { return stepper_kind_; }
  const MultibodySystem& system() const { return system_; }

  /// Takes steps by another stepper than the one that the model gives or its kind suggests.
  void use_stepper(StepperKind kind);

  /// Writes what the island owns of the state at t = 0.
  void initialise(State& state);

  /// Takes over what is said of the island's added-mass interactions.
  /// @param all of the whole model
  /// @returns true where that is anything new
  /// @throws Error(kInvalidArgument) where mass + added mass is not positive definite at the poses
  ///         of the state; the island is then as before
  bool set_added_masses(const std::vector<AddedMassState>& all, const State& state);

  /// Forms the momenta anew, of the velocities in the state.
  void reform_momenta(State& state);

  /// Makes the moving bodies follow kinematic ones whose velocities in `state` have changed at
  /// once: their momenta stay but for the impulses of joints.
  void follow_kinematic_bodies(State& state);

  /// Moves to the instant at which the next step starts.
  void move_to(const State& state, const StepTimes& times) noexcept;

  /// Forgets what depends on the inputs.
  void inputs_changed() noexcept;

  /// The instant that the island was moved to.
  /// @param state the one that it was moved to
  const StepStart& start(const State& state, StepStart::Known wanted);

  /// Where the step starts. Impacts and the damping of velocities, which are acts of a step, stand
  /// in its power as what they are in the limit of small steps: impacts not at all.
  Energy energy(const State& state);
  /// @param load index in the part
  LoadReading read_load(std::size_t load, const State& state);
  /// Writes what outputs_of() lists of a load.
  void read_load_outputs(std::size_t load, const State& state, std::span<double> outputs);

  /// Puts other accelerations in their place until the instant changes, and no reactions, to see
  /// what outputs make of them.
  void assume_accelerations(const State& state, const BodyVectors& accelerations);

  void compute(const State& state);
  void commit(State& state) noexcept;

 private:
  /// What a step leads to besides the motion that its stepper has.
  struct Outcome {
    Kinematics end_without_held;  ///< empty where nothing is held (HeldMasses)
    BodyVectors accelerations;    ///< of the last evaluation; empty where no added mass is lumped
    BodyVectors loads;            ///< every load where the step began, one per body
    std::vector<std::vector<double>> angles;  ///< JointState::angles, by joint
  };

  void make_own_stepper();
  Kinematics kinematics_of(const State& state) const;
  void place_start(const State& state) noexcept;
  void project_start();
  void apply_inputs(const State& state);
  void apply_motions(const State& state);
  void hold_load_masses(const State& state);
  /// Loads can be evaluated where the step starts: at the instant that it gives.
  StageTime prepare_start(const State& state);
  void compute_forces(const State& state);
  void compute_reactions(const State& state);
  void compute_accelerations();
  /// The end of the step, momenta as a State has them.
  const Kinematics& end() const;
  void write_multipliers(const VectorXd& multipliers, State& state) const noexcept;

  ModelPart part_;
  Memories memories_;                         ///< of the groups of the part
  std::vector<AddedMassState> added_masses_;  ///< what its interactions are now
  MultibodySystem system_;
  KinematicMotions motions_;
  HeldConstraints held_;  ///< where the step starts
  StepperKind stepper_kind_;
  std::unique_ptr<Stepper> stepper_;
  StepStart start_;
  Outcome outcome_;
};

}  // namespace raftup::solver
