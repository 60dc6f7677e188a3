#pragma once

#include <memory>
#include <vector>

#include "solver/dynamics/islands/island.hpp"

namespace raftup::solver {

/// All islands of a model, stepped together, and where in them its bodies, joints and loads are.
class Islands {
 public:
  using Memories = Island::Memories;

  /// The parts of a checked model.
  /// @param memories one per hydrodynamic group
  /// @throws Error(kInvalidArgument) where mass + added mass with the A_inf of the memories is not
  ///         positive definite
  Islands(const Model& model, const Memories& memories);
  /// Given parts of a model.
  Islands(const std::vector<ModelPart>& parts, const Memories& memories);

  const std::vector<std::unique_ptr<Island>>& all() const { return islands_; }

  /// Steps each island as another model of the same parts does: choose_stable_steppers() looks at
  /// the start of a simulation alone.
  void use_steppers_of(const Islands& other);

  /// What computes a body, joint or load of the model, and its index there.
  struct Place {
    Island* island = nullptr;
    std::size_t index = 0;
  };
  Place of_body(std::size_t body) const { return bodies_[body]; }
  Place of_joint(std::size_t joint) const { return joints_[joint]; }
  Place of_load(std::size_t load) const { return loads_[load]; }

  /// Writes bodies, joints, loads and memories of a state of the model at t = 0.
  void initialise(State& state);
  void move_to(const State& state, const StepTimes& times) noexcept;
  void inputs_changed() noexcept;
  void compute(const State& state);
  void commit(State& state) noexcept;

  /// Takes over what added-mass interactions are, or throws and is as `present` says.
  /// @param at where the bodies are then
  /// @returns the islands where anything changed
  std::vector<Island*> set_added_masses(const std::vector<AddedMassState>& interactions,
                                        const State& at, const State& present);

  /// The islands that a body stands in: one that does not move by forces may be in several.
  std::vector<Island*> with_body(std::size_t body) const;

  /// How long after an instant an input must be known for the forces there [s].
  double look_ahead(std::size_t input) const;

 private:
  void find_places();

  std::vector<std::unique_ptr<Island>> islands_;
  std::vector<Place> bodies_, joints_, loads_;
};

}  // namespace raftup::solver
