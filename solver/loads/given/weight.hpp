#pragma once

#include <memory>
#include <vector>

#include "solver/loads/base/force_element.hpp"

namespace raftup::solver {

/// Weight [N, world axes] of all bodies on which gravity acts: m g downwards, or m times the
/// acceleration of a user's GravityField. A GravityField need not have a potential.
class Weight final : public ForceElement {
 public:
  explicit Weight(const Model& model);

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  /// Potential energy m g z of uniform gravity [J]; 0 with a GravityField.
  Potential potential(const StageConditions& conditions, const Kinematics& bodies) const override;

 private:
  struct Body {
    double mass;
    Vector3 uniform;  ///< weight in uniform gravity [N, world axes]; 0 without gravity
    bool weighs;
  };

  std::shared_ptr<const GravityField> field_;
  std::vector<Body> bodies_;  ///< all bodies of the model
};

}  // namespace raftup::solver
