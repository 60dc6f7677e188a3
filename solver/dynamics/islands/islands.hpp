#pragma once

#include <memory>
#include <vector>

#include "solver/dynamics/islands/island.hpp"

namespace raftup::solver {

/// All islands of a model, which are stepped together. For each body, joint and load of the model
/// it contains the island and the index there.
class Islands {
 public:
  using Memories = Island::Memories;

  /// Splits a checked model into its parts and makes an island of each part.
  /// @param memories radiation memories, one per hydrodynamic group
  /// @throws Error(kInvalidArgument) if the matrix of mass plus added mass [kg, kg m, kg m2], with
  ///         the A_inf of the memories, is not positive definite
  Islands(const Model& model, const Memories& memories);
  /// Makes an island of each of the given parts.
  Islands(const std::vector<ModelPart>& parts, const Memories& memories);

  const std::vector<std::unique_ptr<Island>>& all() const { return islands_; }

  /// Selects for each island the stepper that `other`, the islands of a model with the same parts,
  /// uses for the same island. This is needed because choose_stable_steppers() examines the start
  /// of a simulation only.
  void use_steppers_of(const Islands& other);

  /// The island that computes a body, joint or load of the model, and its index there.
  struct Place {
    Island* island = nullptr;
    std::size_t index = 0;
  };
  Place of_body(std::size_t body) const { return bodies_[body]; }
  Place of_joint(std::size_t joint) const { return joints_[joint]; }
  Place of_load(std::size_t load) const { return loads_[load]; }

  /// Writes bodies, joints, loads and memories of the state of the model at t = 0.
  /// @param start poses [m, world] and velocities of all bodies; null means those of the model
  void initialize(State& state, const Kinematics* start = nullptr);
  /// Brings what an older version of the program has written of loads into the present form, see
  /// ForceElement::renew().
  /// @param state with the bodies and loads of the model
  void renew_loads(State& state) const;
  void move_to(const State& state, const StepTimes& times) noexcept;
  void inputs_changed() noexcept;
  void compute(const State& state);
  void commit(State& state) noexcept;

  /// Replaces the added-mass interactions [kg, kg m, kg m2]. If an error is thrown, all islands
  /// keep the interactions of `present`.
  /// @param at poses and velocities at the time of the change
  /// @returns the islands in which an interaction has changed
  std::vector<Island*> set_added_masses(const std::vector<AddedMassState>& interactions,
                                        const State& at, const State& present);

  /// All islands that contain a body. A static or kinematic body may be in several islands.
  std::vector<Island*> with_body(std::size_t body) const;

  /// Time beyond an instant up to which samples of an input must be known, so that the forces at
  /// that instant can be computed [s].
  double look_ahead(std::size_t input) const;

 private:
  void find_places();

  std::vector<std::unique_ptr<Island>> islands_;
  std::vector<Place> bodies_, joints_, loads_;
};

}  // namespace raftup::solver
