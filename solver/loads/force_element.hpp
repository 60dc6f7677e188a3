#pragma once

#include <memory>

#include "solver/loads/forces.hpp"
#include "solver/model.hpp"

namespace raftup::solver {

/// One load of a running simulation: a pure function of where the bodies are and how they move.
class ForceElement {
 public:
  ForceElement() = default;
  ForceElement(const ForceElement&) = delete;
  ForceElement& operator=(const ForceElement&) = delete;
  virtual ~ForceElement() = default;

  /// Adds the load to `wrenches`, at the centres of mass in world axes.
  virtual void add(const Kinematics& bodies, BodyVectors& wrenches) const = 0;
};

/// @param model   a checked model
/// @param initial its bodies at t = 0, for what a load takes from there by default
std::unique_ptr<ForceElement> make_force_element(const Load& load, const Model& model,
                                                 const Kinematics& initial);

}  // namespace raftup::solver
