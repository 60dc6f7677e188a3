#pragma once

#include <memory>
#include <optional>
#include <string>

#include "hydro/wetted_mesh/hull_drag.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/loads/members/surrounding_water.hpp"
#include "solver/loads/wetted_mesh/mesh_pressure.hpp"
#include "solver/model/loads/hull.hpp"

namespace raftup::solver {

/// Returns the center of the box around the mesh of a hull [m, from the center of mass of the body,
/// body axes].
Vector3 middle_of_mesh(const HullLoad& load, const Model& model);

/// Makes the integral of the water pressure over the mesh of a hull, whose triangles must exist. The
/// center is the center of mass of the body.
hydro::HullPressure hull_pressure(const Model& model, const HullLoad& load);

/// The element of the load HullLoad: pressure, drag and lift on a mesh, and the force of waves on its
/// added mass.
class HullForce final : public ForceElement {
 public:
  HullForce(const HullLoad& load, const LoadSite& site);

  void prepare(const StepTimes& times, const State& state, const Kinematics& bodies) override;
  bool inputs_changed() noexcept override;
  /// @throws Error(kOutOfRange) if pressure acts and an open edge of the mesh is under water
  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;
  Potential potential(const StageConditions& conditions, const Kinematics& bodies) const override;
  /// Returns the force of small waves on the hull [N/m, N]; null if their pressure does not act.
  std::unique_ptr<InnerDynamics> inner_dynamics(const Kinematics& bodies) const override;
  void add_findings(Findings& findings) const override;
  void read(const StageConditions& conditions, const Kinematics& bodies,
            std::span<double> outputs) const override;
  std::vector<Drawing> drawings(const StageConditions& conditions,
                                const Kinematics& bodies) const override;

 private:
  void find_findings(const HullLoad& load, const LoadSite& site);
  void immerse(const StageConditions& conditions, const BodyKinematics& body) const;
  void set_water(const StageConditions& conditions, const BodyKinematics& body) const;
  Vector6 drag(const BodyKinematics& body) const;
  Vector6 inertia_of_waves(const StageConditions& conditions, const BodyKinematics& body) const;

  std::string name_, body_name_;
  std::size_t body_;
  bool pressure_acts_;
  bool waves_press_;  ///< true if the sea presses on the hull, also in a model of still water
  std::shared_ptr<MeshWaves> waves_;  ///< waves that wet the mesh; null without waves
  MeshPressure pressure_;
  mutable hydro::HullDrag drag_;  ///< with scratch memory, as the members above
  bool has_drag_;
  hydro::Current current_;
  hydro::Fading current_fading_;
  /// Velocity of the water in waves at the mesh [m/s]; none without waves.
  std::optional<SurroundingWater> water_;
  /// Acceleration of the waves at the center of mass [m/s2]; none if it moves no added mass.
  std::optional<SurroundingWater> water_at_center_;
  Matrix6 added_mass_ = Matrix6::Zero();  ///< that waves push, body axes [kg, kg m, kg m2]
  Findings findings_;                     ///< about the mesh and the start of the run
};

}  // namespace raftup::solver
