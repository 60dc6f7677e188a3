#pragma once

#include <memory>
#include <vector>

#include "solver/loads/base/force_element.hpp"

namespace raftup::solver {

/// Weight of all bodies that have one [N, world axes]: m g downwards, or m times the acceleration
/// of a user's GravityField, which need not have a potential.
class Weight final : public ForceElement {
 public:
  explicit Weight(const Model& model);

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  /// m g z of uniform gravity [J].
  Potential potential(const StageConditions& conditions, const Kinematics& bodies) const override;

 private:
  struct Body {
    double mass;
    Vector3 uniform;  ///< N, world
    bool weighs;
  };

  std::shared_ptr<const GravityField> field_;
  std::vector<Body> bodies_;  ///< of the model
};

}  // namespace raftup::solver
