#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hydro/wetted_mesh/hull_pressure.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/loads/wetted_mesh/mesh_waves.hpp"

namespace raftup::solver {

/// The meshes of a body of a hydrodynamic group, its centre of mass at the database's centre of
/// gravity, in the water of a model.
hydro::HullPressure hull_pressure(const Model& model, const HydrodynamicGroup& group,
                                  const GroupBody& member);

/// Where a body's mesh is.
hydro::HullPose hull_pose(const BodyKinematics& body);

/// Pressure of the water on the wetted part of the meshes of a group, in place of buoyancy and
/// stiffness of its database. Still water's part is the bodies' hydrostatic force and has a
/// potential; what undisturbed waves change of it, where the group's Froude-Krylov force is
/// nonlinear, is part of their excitation.
class WettedMeshForce final : public ForceElement {
 public:
  WettedMeshForce(const Model& model, const HydrodynamicGroup& group);

  void prepare(const StepTimes& times, const State& state, const Kinematics& bodies) override;
  bool inputs_changed() noexcept override;
  /// @throws Error(kOutOfRange) where an open edge of a mesh is under water
  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  /// Hydrostatic stiffness of what is wet.
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
    std::unique_ptr<MeshWaves> waves;  ///< none where they are linear, or a client's
  };

  hydro::WaveStretching stretching_;
  std::vector<Member> members_;
};

}  // namespace raftup::solver
