#pragma once

#include <vector>

#include "solver/loads/base/force_element.hpp"

namespace raftup::solver {

/// The forces [N, N m] that a program adds to bodies for one step: BodyState::added_force.
class AddedForce final : public ForceElement {
 public:
  /// @param places of the bodies in State::bodies
  explicit AddedForce(std::vector<std::size_t> places) : places_(std::move(places)) {}

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  void commit(State& state) noexcept override;

 private:
  std::vector<std::size_t> places_;
};

/// Force and moment [N, N m, world axes] that a client streams. They are interpolated at the times
/// of stages, except for held inputs, whose value is constant through a step. They count as the
/// body's excitation if they replace it.
class StreamedForce final : public ForceElement {
 public:
  /// @param input index of the input in the model
  StreamedForce(const ExternalForce& load, std::size_t input, const Model& model);

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;

 private:
  std::size_t input_, body_;
  bool body_axes_, replaces_excitation_;
};

/// A user's ForceField on the bodies to which it applies.
class FieldForce final : public ForceElement {
 public:
  FieldForce(const ForceFieldUse& use, const Model& model);

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;

 private:
  struct Body {
    std::size_t index;
    RigidBody description;
  };

  std::shared_ptr<const ForceField> field_;
  std::vector<Body> bodies_;
};

}  // namespace raftup::solver
