#pragma once

#include <cstdint>
#include <vector>

#include "solver/loads/base/force_element.hpp"
#include "solver/water/masses/masses.hpp"

namespace raftup::solver {

/// The damping of the stages of a run: the force -d W v [N, N m] on all bodies, with d the rate of
/// the stage of the present step [1/s], W(q) the matrix of mass plus added mass and v the velocities
/// [m/s, rad/s, world axes]. A body on which nothing else acts slows down by exp(-d t).
class StageDamping final : public ForceElement {
 public:
  /// @param masses must outlive the object
  StageDamping(const Model& model, Masses& masses);

  /// True if a stage of the model has damping.
  static bool acts_in(const Model& model);

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;

 private:
  double rate(const State& state) const;

  Masses& masses_;
  std::vector<StageSteps> steps_;
  std::vector<double> rates_;  ///< d of each stage [1/s]
  Kinematics moving_;          ///< scratch memory
};

}  // namespace raftup::solver
