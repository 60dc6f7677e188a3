#pragma once

#include <memory>
#include <vector>

#include "solver/loads/hydrodynamics/hydrodynamic_forces.hpp"
#include "solver/water/groups/family_configuration.hpp"

namespace raftup::solver {

/// Buoyancy and hydrostatic stiffness of the bodies of a group with a family of databases over axes
/// [N, N m]: F = sum_k w_k F_k, where F_k is that of node k about its own pose at rest. The
/// potential is sum_k w_k U_k [J]; the power of a change of the weights counts with its rate [W].
class BlendedHydrostatics final : public ForceElement {
 public:
  BlendedHydrostatics(const Model& model, const HydrodynamicGroup& group);

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;
  Potential potential(const StageConditions& conditions, const Kinematics& bodies) const override;

 private:
  FamilyConfiguration configuration_;
  std::vector<std::unique_ptr<HydrostaticForce>> nodes_;
  Forces scratch_;
};

/// Makes the linear hydrostatics of a group: those of its database or, with a family of databases
/// over axes, the blend of its nodes.
std::unique_ptr<ForceElement> make_hydrostatic_force(const Model& model,
                                                     const HydrodynamicGroup& group);

}  // namespace raftup::solver
