#pragma once

#include <memory>

#include "solver/loads/forces.hpp"
#include "solver/loads/load_jacobian.hpp"
#include "solver/model.hpp"
#include "solver/state.hpp"
#include "solver/steppers/stage_time.hpp"

namespace raftup::solver {

/// What a load may depend on besides the bodies.
struct StageConditions {
  const StageTime& at;
  const State& state;  ///< at the start of the step: inputs, what loads keep of their past
};

/// One load of a running simulation: a pure function of where the bodies are, how they move, and
/// the conditions of the stage.
class ForceElement {
 public:
  ForceElement() = default;
  ForceElement(const ForceElement&) = delete;
  ForceElement& operator=(const ForceElement&) = delete;
  virtual ~ForceElement() = default;

  /// Adds the load to `wrenches`, at the centres of mass in world axes.
  virtual void add(const StageConditions& conditions, const Kinematics& bodies,
                   BodyVectors& wrenches) const = 0;

  /// Adds its linearisation.
  virtual void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                            LoadJacobian& jacobian) const = 0;
};

/// @param model   a checked model
/// @param initial its bodies at t = 0, for what a load takes from there by default
std::unique_ptr<ForceElement> make_force_element(const Load& load, const Model& model,
                                                 const Kinematics& initial);

}  // namespace raftup::solver
