#pragma once

#include <memory>
#include <vector>

#include "solver/model_part.hpp"
#include "solver/multibody_system.hpp"
#include "solver/steppers/stepper.hpp"

namespace raftup::solver {

/// Steps one part of a model. A step is computed first, for all parts, and committed then, which
/// cannot fail.
class PartStepping {
 public:
  /// @param memories of all groups of the whole model
  PartStepping(const ModelPart& part,
               const std::vector<std::shared_ptr<const hydro::RadiationMemory>>& memories);

  /// Writes what the part owns of the state at t = 0.
  void initialise(State& state);

  /// Takes over what the state says of the part's added-mass interactions.
  /// @returns true where that is anything new
  /// @throws Error(kInvalidArgument) where mass + added mass is not positive definite at the poses
  ///         of the state; the part is then as before
  bool take_added_masses(const State& state);

  /// Forms the momenta anew, of the velocities in the state.
  void reform_momenta(State& state);

  /// Moves to the instant at which the next step starts.
  void move_to(const State& state, const StepTimes& times) noexcept {
    start_.move_to(state, times);
  }

  void inputs_changed() noexcept { start_.inputs_changed(); }

  /// Makes the bodies of the part follow kinematic ones whose velocities in `state` have changed.
  void settle(State& state);

  void compute(const State& state);
  void commit(State& state) noexcept;

  const std::vector<std::size_t>& bodies() const { return bodies_; }
  const std::vector<std::size_t>& owned() const { return owned_; }
  const std::vector<std::size_t>& joints() const { return joints_; }
  const std::vector<std::size_t>& loads() const { return loads_; }
  StepStart& start() { return start_; }
  StepperKind stepper_kind() const { return stepper_kind_; }
  const MultibodySystem& system() const { return system_; }

 private:
  void make_own_stepper();

  Kinematics kinematics_of(const State& state) const;
  /// The end of the step, momenta as a State has them.
  const Kinematics& end() const;

  std::vector<std::size_t> bodies_;  ///< index in the whole model of each body of the part
  std::vector<std::size_t> owned_;   ///< bodies of the part whose state is the part's to write
  std::vector<std::size_t> groups_;  ///< of each group
  std::vector<std::size_t> joints_;  ///< of each joint
  std::vector<std::size_t> loads_;   ///< of each load
  std::vector<std::shared_ptr<const hydro::RadiationMemory>> memories_;
  Model model_;
  std::vector<std::size_t> interactions_;     ///< of each added-mass interaction
  std::vector<AddedMassState> added_masses_;  ///< what they are now
  MultibodySystem system_;
  StepperKind stepper_kind_;
  std::unique_ptr<Stepper> stepper_;
  StepStart start_;
  std::vector<VectorXd> hydro_velocities_;  ///< scratch: at the end of the step, per group
  Kinematics end_without_gains_;            ///< of the step; empty where no client gives gains
  BodyVectors last_accelerations_;          ///< scratch; empty where no added mass is lumped
  BodyVectors last_forces_;                 ///< every load where the step began, one per body
  std::vector<LoadState> load_states_;      ///< at the end of the step, one per load
};

}  // namespace raftup::solver
