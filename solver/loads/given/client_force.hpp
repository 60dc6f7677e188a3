#pragma once

#include <vector>

#include "solver/loads/base/force_element.hpp"

namespace raftup::solver {

/// The forces and moments [N, N m] that a program adds to bodies for one step, see
/// BodyState::added_force.
class AddedForce final : public ForceElement {
 public:
  /// @param places index in State::bodies of each body
  explicit AddedForce(std::vector<std::size_t> places) : places_(std::move(places)) {}

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  void commit(State& state) noexcept override;

 private:
  std::vector<std::size_t> places_;
};

/// A force and moment [N, N m] that a client streams, in world or body axes. The samples are
/// interpolated at the times of the stages; a held input is constant through a step. If the model
/// declares that the force replaces the wave excitation of the body, it is counted as excitation.
class StreamedForce final : public ForceElement {
 public:
  /// @param input index of the input in the model
  StreamedForce(const ExternalForce& load, std::size_t input, const Model& model);

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;

 private:
  std::size_t input_, body_;
  bool body_axes_, replaces_excitation_;
};

/// The force of a user's ForceField on the bodies to which it applies.
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
