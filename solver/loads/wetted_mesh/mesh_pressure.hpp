#pragma once

#include <memory>
#include <string>

#include "hydro/wetted_mesh/hull_pressure.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/loads/wetted_mesh/mesh_waves.hpp"

namespace raftup::solver {

/// Returns the pose of a body's mesh, which is the pose of the body.
hydro::HullPose hull_pose(const BodyKinematics& body);

/// The pressure of the water on the mesh of one body [N, N m]. The force in still water is a
/// hydrostatic force of the body and has a potential; the change of the force by undisturbed waves
/// is part of the wave excitation. Not thread-safe, since it contains scratch memory.
class MeshPressure {
 public:
  /// @param body  index of the body in the model
  /// @param waves undisturbed waves whose pressure acts; null if none does
  MeshPressure(std::size_t body, const hydro::HullPressure& hull, std::shared_ptr<MeshWaves> waves,
               hydro::WaveStretching stretching);

  hydro::HullPressure& hull() const { return *hull_; }
  bool has_waves() const { return waves_ != nullptr; }
  bool is_streamed() const { return has_waves() && waves_->is_streamed(); }

  /// Reads the waves that clients stream at the start of a step [s].
  void prepare(const std::vector<InputSeries>& inputs, double step_start);
  /// Adds the pressure forces to `forces`.
  /// @throws Error(kOutOfRange) if an open edge of the mesh is under water
  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) const;
  /// Adds the hydrostatic stiffness of the wetted part [N/m, N, N m].
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const;
  /// Computes the volume of water that the mesh displaces [m3], with its moments.
  hydro::Displacement displacement(const StageConditions& conditions,
                                   const Kinematics& bodies) const;
  Potential potential(const Kinematics& bodies) const;
  /// Draws the triangles that are wet in still water.
  Drawing drawing(const std::string& name, const Kinematics& bodies) const;

 private:
  std::size_t body_;
  std::unique_ptr<hydro::HullPressure> hull_;
  std::shared_ptr<MeshWaves> waves_;
  hydro::WaveStretching stretching_;
};

}  // namespace raftup::solver
