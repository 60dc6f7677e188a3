#pragma once

#include <memory>
#include <optional>

#include "solver/loads/forces.hpp"
#include "solver/loads/load_jacobian.hpp"
#include "solver/model.hpp"
#include "solver/state.hpp"
#include "solver/steppers/stage_time.hpp"

namespace raftup::solver {

/// What a load may depend on besides the bodies.
struct StageConditions {
  const StageTime& at;
  const State& state;  ///< at the start of the step
};

/// What can be read of a line.
struct LineReading {
  double tension;  ///< N
  double length;   ///< m, unstretched
  double speed;    ///< m/s, at which it is hauled in
};

/// One load of a running simulation: a pure function of where the bodies are, how they move, the
/// conditions of the stage, and its own state at the start of the step.
/// Call order: configure(), then any number of evaluations.
class ForceElement {
 public:
  ForceElement() = default;
  ForceElement(const ForceElement&) = delete;
  ForceElement& operator=(const ForceElement&) = delete;
  virtual ~ForceElement() = default;

  virtual LoadState initial_state() const { return {}; }
  virtual void configure(const LoadState& /*state*/) noexcept {}
  /// Its state at a later stage of the step, where `bodies` are then.
  virtual LoadState state_at(const StageConditions& /*conditions*/,
                             const Kinematics& /*bodies*/) const {
    return {};
  }

  /// Adds the load to `wrenches`, at the centres of mass in world axes.
  virtual void add(const StageConditions& conditions, const Kinematics& bodies,
                   BodyVectors& wrenches) const = 0;

  /// Adds its linearisation.
  virtual void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                            LoadJacobian& jacobian) const = 0;

  /// None where it is neither a spring between two points nor a winch.
  virtual std::optional<LineReading> read_line(const StageConditions& /*conditions*/,
                                               const Kinematics& /*bodies*/) const {
    return std::nullopt;
  }
};

/// @param model   a checked model
/// @param initial its bodies at t = 0, for what a load takes from there by default
std::unique_ptr<ForceElement> make_force_element(const Load& load, const Model& model,
                                                 const Kinematics& initial);

}  // namespace raftup::solver
