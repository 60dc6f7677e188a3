#include "solver/loads/given/client_force.hpp"

#include <algorithm>

namespace raftup::solver {

void AddedForce::add(const StageConditions& conditions, const Kinematics& /*bodies*/,
                     Forces& forces) {
  for (std::size_t i = 0; i < places_.size(); ++i) {
    forces.total[i] += conditions.state.bodies[places_[i]].added_force;
  }
}

void AddedForce::commit(State& state) noexcept {
  for (const std::size_t place : places_) state.bodies[place].added_force.setZero();
}

StreamedForce::StreamedForce(const ExternalForce& load, std::size_t input, const Model& model)
    : input_(input),
      body_(find_body(model, load.body)),
      body_axes_(load.body_axes),
      replaces_excitation_(load.replaces_excitation) {}

void StreamedForce::add(const StageConditions& conditions, const Kinematics& bodies,
                        Forces& forces) {
  const InputSeries& input = conditions.state.inputs[input_];
  const bool held = input.interpolation() == Interpolation::kHold;
  Vector6 given;
  input.evaluate(held ? conditions.at.step_start : conditions.at.time, {given.data(), 6});
  Vector6 wrench = given;
  if (body_axes_) {
    const Matrix3& R = bodies[body_].rotation;
    wrench << R * given.head<3>(), R * given.tail<3>();
  }
  forces.total[body_] += wrench;
  if (replaces_excitation_) forces.excitation[body_] += wrench;
}

FieldForce::FieldForce(const ForceFieldUse& use, const Model& model) : field_(use.field) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const RigidBody& body = model.bodies[i];
    const bool selected = use.bodies.empty() || std::find(use.bodies.begin(), use.bodies.end(),
                                                          body.name) != use.bodies.end();
    if (selected) bodies_.push_back({i, body});
  }
}

void FieldForce::add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) {
  for (const Body& body : bodies_) {
    forces.total[body.index] +=
        field_->force(body.description, bodies[body.index], conditions.at.time);
  }
}

}  // namespace raftup::solver
