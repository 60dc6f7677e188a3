#pragma once

#include <optional>
#include <vector>

#include "solver/loads/base/force_element.hpp"
#include "solver/loads/tanks/driven_oscillator.hpp"
#include "solver/loads/tanks/tank_liquid.hpp"

namespace raftup::solver {

/// The liquid of a tank that sloshes. The mass m of a mode slides along an axis e of the body, with
/// the displacement q from its place r. It exerts on the body
///   F = m (omega^2 q + 2 zeta omega q' + g e_z + e.(w x (w x r))) e - m q' w x e  at r,
///   and the moment q e x (-m g z) of its weight,
/// where w is the angular velocity of the body, and -m h h^T is added to W (added_mass()): the
/// acceleration of the place is that of the body at the same instant, however heavy the liquid is.
/// The energy is that of the body with frozen liquid and m (q' h.v + q'^2/2) + m omega^2 q^2/2 +
/// m g q e_z; it changes by -2 zeta omega m q'^2.
///
/// Steps of order 2 move a mass by a DrivenOscillator::Rule. With the other steppers a mass moves by
/// the exact solution for the motion of the body between the start of the step and the stage.
///
/// State: the time, then q [m] and the velocity of the mass along e in the world [m/s] of each mode.
/// A tank whose last step was another one, because it was switched off, begins level.
class SloshingTank final : public ForceElement {
 public:
  SloshingTank(const LiquidTank& load, const LoadSite& site);

  void initialize(const Kinematics& bodies, State& state) const override;
  void prepare(const StepTimes& times, const State& state, const Kinematics& bodies) override;
  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;
  Potential potential(const StageConditions& conditions, const Kinematics& bodies) const override;
  Matrix6 added_mass(const StageConditions& conditions, const Kinematics& bodies) const override;
  double added_mass_power(const StageConditions& conditions,
                          const Kinematics& bodies) const override;
  void read(const StageConditions& conditions, const Kinematics& bodies,
            std::span<double> outputs) const override;
  void finish(const StageConditions& conditions, const Kinematics& bodies) override;
  void commit(State& state) noexcept override { state.loads[place_].values.swap(at_end_); }

 private:
  /// A mode at one instant: its motion with the body, its state, and what drives it.
  struct Instant {
    LiquidMode::Motion motion;
    DrivenOscillator::State state;
    DrivenOscillator::Drive drive;
  };

  const BodyKinematics& body_of(const Kinematics& bodies) const { return bodies[liquid_.body()]; }
  DrivenOscillator::State level(const LiquidMode& mode, const BodyKinematics& body) const;
  /// Returns what drives a mode in a frame that has a constant velocity in the world [m/s].
  DrivenOscillator::Drive drive(const LiquidMode::Motion& motion, const Vector3& stream) const;
  DrivenOscillator oscillator(const LiquidMode& mode) const {
    return {mode.mode.omega, liquid_.damping_ratio()};
  }
  /// Returns a mode at a stage, for the motion of the bodies at this stage.
  Instant at_stage(std::size_t index, const StageConditions& conditions,
                   const Kinematics& bodies) const;
  /// Moves a mode from its state at the start of the step to a stage, in a frame with the velocity
  /// that the body had then.
  DrivenOscillator::State moved(std::size_t index, const StageTime& at,
                                const DrivenOscillator::State& from,
                                const BodyKinematics& body) const;
  void keep_middle(const StageConditions& conditions, const Kinematics& bodies);

  TankLiquid liquid_;
  std::size_t place_;  ///< place of the modes in State::loads
  std::optional<DrivenOscillator::Rule> rule_;
  BodyKinematics start_;  ///< the body at the start of the step
  /// A mode in the middle of a step of order 2, when add() was last called there.
  struct Middle {
    DrivenOscillator::State state;
    DrivenOscillator::Drive drive;
  };
  std::vector<Middle> middle_;  ///< empty until add() has been called
  std::vector<double> at_end_;  ///< state at the end of the step
};

}  // namespace raftup::solver
