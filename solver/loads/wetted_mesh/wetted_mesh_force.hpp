#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hydro/wetted_mesh/hull_pressure.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/loads/wetted_mesh/mesh_waves.hpp"

namespace raftup::solver {

/// The pressure integral over the meshes of a body of a hydrodynamic group, in the water of a
/// model. The body's centre of mass [m, model frame] is at the database's centre of gravity.
hydro::HullPressure hull_pressure(const Model& model, const HydrodynamicGroup& group,
                                  const GroupBody& member);

/// The pose of a body's mesh.
hydro::HullPose hull_pose(const BodyKinematics& body);

/// Pressure forces of the water on the wetted part of the meshes of the bodies of a group whose
/// hydrostatics are nonlinear [N, N m], instead of buoyancy and stiffness of its database. The part
/// of still water is the hydrostatic force of the bodies and has a potential; its change by
/// undisturbed waves, if the Froude-Krylov force is nonlinear, is part of their excitation.
class WettedMeshForce final : public ForceElement {
 public:
  WettedMeshForce(const Model& model, const HydrodynamicGroup& group);

  void prepare(const StepTimes& times, const State& state, const Kinematics& bodies) override;
  bool inputs_changed() noexcept override;
  /// @throws Error(kOutOfRange) if an open edge of a mesh is under water
  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  /// Adds the hydrostatic stiffness of the wet part [N/m, N, N m].
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;
  Potential potential(const StageConditions& conditions, const Kinematics& bodies) const override;
  std::vector<Drawing> drawings(const StageConditions& conditions,
                                const Kinematics& bodies) const override;

 private:
  struct Member {
    std::size_t body;  ///< index in the model
    std::string name;
    std::unique_ptr<hydro::HullPressure> pressure;
    std::unique_ptr<MeshWaves> waves;  ///< null if waves are linear or come from a client
    hydro::WaveStretching stretching;
  };

  std::vector<Member> members_;
};

}  // namespace raftup::solver
