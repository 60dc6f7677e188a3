#pragma once

#include <memory>

#include "hydro/radiation/convolution/elevation_memory.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/loads/hydrodynamics/hydrodynamic_forces.hpp"

namespace raftup::solver {

/// Keeps the past velocities of the bodies of a hydrodynamic group relative to the water [m/s,
/// rad/s, heading frames], from which the waves at disturbed probes or the radiation forces on the
/// parts ahead of sections follow. The element exerts no force.
class RadiatedWaves final : public ForceElement {
 public:
  /// What follows from the velocities.
  enum class Use { kProbes, kSections };

  /// @param memory of the group's disturbed probes [m] or of its sections [N, N m], not null
  /// @param place  index of the group in State::radiation
  RadiatedWaves(const GroupMotion& motion, std::shared_ptr<const hydro::ElevationMemory> memory,
                std::size_t place, Use use);

  /// Returns the index in State::field_memories of the velocities of a group: those for probes of
  /// all groups come first, then those for sections.
  static std::size_t place_of(Use use, std::size_t group, const State& state) {
    return use == Use::kProbes ? group : state.radiation.size() + group;
  }

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
  Use use_;
  VectorXd end_velocities_;  ///< velocities at the end of the step [m/s, rad/s]
};

}  // namespace raftup::solver
