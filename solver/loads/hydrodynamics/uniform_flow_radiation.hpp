#pragma once

#include <memory>

#include "hydro/hydrostatics/linear_hydrostatics.hpp"
#include "hydro/radiation/speed/uniform_flow.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/loads/base/low_pass.hpp"
#include "solver/loads/hydrodynamics/hydrodynamic_forces.hpp"

namespace raftup::solver {

/// Returns the filtered speeds of all bodies of a group along their bows [m/s] at a time
/// `since_start` [s] after the start of the step.
/// @param filter filter of the group, with the cutoff of HydrodynamicGroup::speed_cutoff()
VectorXd filtered_speeds(const FlowMemory& memory, const LowPass& filter, double since_start);

/// Radiation force on the bodies of a group that move ahead in a uniform flow [N, N m], see
/// hydro::UniformFlow. It replaces RadiationForce. The speed U of a body is its velocity through the
/// water along its heading, passed through a LowPass, so that surge at wave frequencies does not
/// change it. The filter is advanced by the trapezoidal rule from step to step, and the integral I of
/// the radiation force by Simpson's rule. Within a step, I at a stage follows from the radiation
/// force at the start of the step and at the stage.
class UniformFlowRadiation final : public ForceElement {
 public:
  /// @param group hydrodynamic group with ForwardSpeedMode::kUniformFlow and one database
  /// @param place index of the group in State::radiation and State::flow_memories
  UniformFlowRadiation(const Model& model, const HydrodynamicGroup& group,
                       const GroupMotion& motion,
                       std::shared_ptr<const hydro::RadiationMemory> memory, std::size_t place);

  void initialize(const Kinematics& bodies, State& state) const override;
  void prepare(const StepTimes& times, const State& state, const Kinematics& bodies) override;
  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  void finish(const StageConditions& conditions, const Kinematics& bodies) override;
  void commit(State& state) noexcept override;

 private:
  /// The motion of the group at one instant.
  struct Motion {
    VectorXd speeds;  ///< U, one per body [m/s]
    VectorXd nu;      ///< velocities of the water problem, 6 per body [m/s, rad/s]
    VectorXd mu;      ///< radiation force, 6 per body [N, N m]
  };

  void read_velocities(const Kinematics& bodies, double time, const VectorXd& speeds,
                       VectorXd& nu) const;
  /// Computes the velocities and the radiation force at a stage of the prepared step.
  void read_motion(const StageConditions& conditions, const Kinematics& bodies, Motion& motion);
  /// Computes the integral I at a stage of the prepared step.
  void read_impulse(const StageConditions& conditions, const Motion& now, VectorXd& impulse);

  GroupMotion motion_;
  std::shared_ptr<const hydro::RadiationMemory> memory_;
  std::size_t place_;
  InstantaneousRadiation instantaneous_;
  hydro::UniformFlow flow_;
  hydro::LinearHydrostatics upright_;  ///< without stiffness and buoyancy, for the pitch alone
  LowPass filter_;
  hydro::StageTails tails_;  ///< contributions of the past at the stages of the prepared step
  Motion start_, now_;       ///< at the start of the step and at a stage
  VectorXd end_velocities_;  ///< velocities of the water problem at the end of the step
  FlowMemory end_;           ///< memory of the flow at the end of the step
  VectorXd impulse_, force_, scratch_;  ///< scratch memory, 6 values per body
};

}  // namespace raftup::solver
