#pragma once

#include <string>
#include <vector>

#include "hydro/wetted_mesh/hull_pressure.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/loads/wetted_mesh/mesh_pressure.hpp"

namespace raftup::solver {

/// Makes the integral of the water pressure over the meshes of a body of a hydrodynamic group, for
/// the water of a model. The center of mass of the body is at the center of gravity in the
/// database.
hydro::HullPressure hull_pressure(const Model& model, const HydrodynamicGroup& group,
                                  const GroupBody& member);

/// Pressure forces of the water on the wetted part of the meshes of those bodies of a group whose
/// hydrostatics are nonlinear [N, N m]. They replace the buoyancy and the hydrostatic stiffness of
/// the database. The force in still water is the hydrostatic force of the bodies and has a
/// potential. If the Froude-Krylov force is nonlinear, the change of the force by undisturbed waves
/// is part of the wave excitation.
class WettedMeshForce final : public ForceElement {
 public:
  WettedMeshForce(const Model& model, const HydrodynamicGroup& group);

  void prepare(const StepTimes& times, const State& state, const Kinematics& bodies) override;
  bool inputs_changed() noexcept override;
  /// Adds the pressure forces to `forces`.
  /// @throws Error(kOutOfRange) if an open edge of a mesh is under water
  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  /// Adds the hydrostatic stiffness of the wetted part [N/m, N, N m].
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;
  Potential potential(const StageConditions& conditions, const Kinematics& bodies) const override;
  std::vector<Drawing> drawings(const StageConditions& conditions,
                                const Kinematics& bodies) const override;

 private:
  struct Member {
    std::string name;
    /// Without waves if its Froude-Krylov force is not computed from waves on the mesh.
    MeshPressure pressure;
  };

  std::vector<Member> members_;
};

}  // namespace raftup::solver
