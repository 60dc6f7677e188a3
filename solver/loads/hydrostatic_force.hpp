#pragma once

#include <vector>

#include "hydro/hydrostatics/linear_hydrostatics.hpp"
#include "solver/loads/force_element.hpp"

namespace raftup::solver {

/// Buoyancy and hydrostatic stiffness C of the bodies of a group about their poses of rest,
///   F = F_0 - C xi,
/// xi the displacement in the axes of the heading, which turn with the body. Its potential is
/// U = xi^T C xi / 2 - F_0^T xi; what moments about the axes of a tilted body differ from the
/// derivative of U, of second order in the tilt, counts as power.
class HydrostaticForce final : public ForceElement {
 public:
  HydrostaticForce(const Model& model, const HydrodynamicGroup& group);

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  /// About the pose of rest, turned with the headings.
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;
  Potential potential(const StageConditions& conditions, const Kinematics& bodies) const override;

 private:
  struct Member {
    std::size_t body;  ///< index in the model
    hydro::LinearHydrostatics hydrostatics;
  };

  std::vector<Member> members_;
};

}  // namespace raftup::solver
