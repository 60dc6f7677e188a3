#pragma once

#include "solver/input_series.hpp"
#include "solver/loads/forces.hpp"
#include "solver/model.hpp"
#include "solver/steppers/stage_time.hpp"

namespace raftup::solver {

/// Force and moment that a client streams, interpolated at stage times but for held inputs, which
/// keep their value through a step. It counts as the body's excitation where it replaces that.
class ExternalForceElement {
 public:
  /// @param input index of the input in the model
  ExternalForceElement(const ExternalForce& load, std::size_t input, const Model& model)
      : input_(input),
        body_(find_body(model, load.body)),
        body_axes_(load.body_axes),
        replaces_excitation_(load.replaces_excitation) {}

  void add(const StageTime& at, const std::vector<InputSeries>& inputs, const Kinematics& bodies,
           Forces& forces) const {
    const InputSeries& input = inputs[input_];
    const bool held = input.interpolation() == Interpolation::kHold;
    Vector6 given;
    input.evaluate(held ? at.step_start : at.time, {given.data(), 6});
    Vector6 wrench = given;
    if (body_axes_) {
      const Matrix3& R = bodies[body_].rotation;
      wrench << R * given.head<3>(), R * given.tail<3>();
    }
    forces.total[body_] += wrench;
    if (replaces_excitation_) forces.excitation[body_] += wrench;
  }

 private:
  std::size_t input_, body_;
  bool body_axes_, replaces_excitation_;
};

}  // namespace raftup::solver
