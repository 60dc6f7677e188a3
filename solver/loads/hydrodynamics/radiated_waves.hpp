#pragma once

#include <memory>

#include "hydro/radiation/convolution/elevation_memory.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/loads/hydrodynamics/hydrodynamic_forces.hpp"

namespace raftup::solver {

/// Keeps the past velocities of the bodies of a hydrodynamic group relative to the water [m/s,
/// rad/s, heading frames], from which the waves at disturbed probes follow. The element exerts no
/// force.
class RadiatedWaves final : public ForceElement {
 public:
  /// @param memory of the group's disturbed probes [m], not null
  /// @param place  index of the group in State::field_memories
  RadiatedWaves(const GroupMotion& motion, std::shared_ptr<const hydro::ElevationMemory> memory,
                std::size_t place);

  void initialize(const Kinematics& bodies, State& state) const override;
  void add(const StageConditions& /*conditions*/, const Kinematics& /*bodies*/,
           Forces& /*forces*/) override {}
  void finish(const StageConditions& conditions, const Kinematics& bodies) override;
  void commit(State& state) noexcept override;

 private:
  /// Velocities relative to the water at a time [s] [m/s, rad/s, heading frames].
  void velocities(const Kinematics& bodies, double time, VectorXd& nu) const;

  GroupMotion motion_;
  std::shared_ptr<const hydro::ElevationMemory> memory_;
  std::size_t place_;
  VectorXd end_velocities_;  ///< velocities at the end of the step [m/s, rad/s]
};

}  // namespace raftup::solver
