#pragma once

#include "solver/loads/base/force_element.hpp"
#include "solver/loads/lines/line_holders.hpp"
#include "solver/loads/lines/line_instant.hpp"
#include "solver/loads/lines/line_readings.hpp"
#include "solver/loads/lines/line_surroundings.hpp"
#include "solver/loads/lines/line_torsion.hpp"
#include "solver/loads/lines/sliding_ends.hpp"
#include "solver/loads/rods/held_step.hpp"

namespace raftup::solver {

/// A whole line, or one part of a broken one, in a simulation. What it keeps from step to step is a
/// LineValues, which its caller has. Not thread-safe.
class LineInMotion {
 public:
  /// @param places positions of nodes at rest, about which waves are gathered [m, world frame]
  /// @param slides true for an end at a drum or an eye
  LineInMotion(const ElasticLine& line, const std::array<bool, 2>& slides,
               std::span<const Vector3> places, const Model& model);

  const rods::DiscreteRod& rod() const { return rod_; }
  const LineHolders& holders() const { return holders_; }
  const LineTraits& traits() const { return traits_; }

  /// Prepares a step that begins with the given values.
  /// @param orders for the ends that slide
  void prepare(const StepTimes& times, const State& state, LineValues values,
               const Kinematics& bodies, const std::array<rods::DrumOrder, 2>& orders);
  /// Adds the mean forces over the prepared step [N, world frame], for bodies in its middle that keep
  /// their twists.
  void add_mean_forces(const Kinematics& middle, BodyVectors& wrenches);
  /// The same in parts, between which the rates of ends that slide may change: the mean velocities [m/s] of
  /// the ends, for bodies in the middle or at the end of the step, and the forces on the kept nodes.
  void move_ends(const Kinematics& middle) {
    holders_.find_mean_velocities(middle, h_, velocities_);
  }
  void move_ends_to(const Kinematics& end);
  const std::vector<Vector3>& find_mean_forces() {
    mean_forces_ = step_.forces(velocities_);
    return mean_forces_;
  }
  const std::vector<Vector3>& mean_forces() const { return mean_forces_; }
  SlidingEnds& ends() { return ends_; }
  const rods::HeldStep& step() const { return step_; }
  /// Adds the damping of the mean forces [N s/m].
  void add_jacobian(const Kinematics& middle, LoadJacobian& jacobian) const;
  /// True if it has changed since add_jacobian() was called.
  bool jacobian_changed() const { return step_.solutions() != known_solutions_; }
  /// Returns the values at the end of the prepared step, for bodies at its end.
  LineValues finish(const Kinematics& bodies);

  /// Returns the values of a line at one instant, given the positions and velocities of its nodes, of
  /// which only those of inner nodes are read [m, m/s, world frame]: its tensions by their strains, and
  /// the forces on its ends without the acceleration of half an element.
  LineValues at_instant(std::span<const Vector3> positions, std::span<const Vector3> velocities,
                        const Kinematics& bodies);

  /// Adds the forces at one instant [N, world frame], without the acceleration of half an element at
  /// each end.
  void add_instant_forces(LineValues values, const Kinematics& bodies, BodyVectors& wrenches);
  Potential potential(LineValues values, const Kinematics& bodies);
  /// @param values must outlive the result
  LineReadings readings(const LineValues& values);

 private:
  struct InstantForces {
    std::vector<Vector3> conservative, damping;
  };
  InstantForces instant_forces(const rods::RodState& state, const Kinematics& bodies);
  /// Gives the torsion the clamps as they are at the end of the step.
  void turn_clamps(const Kinematics& end);
  /// Returns the angle by which the clamps turn beyond those that the step was begun with [rad]. If it
  /// is large, the step is begun again with these.
  double clamps_turned(const Kinematics& middle);
  /// Puts the kept nodes where the bodies have them.
  void hold(const Kinematics& bodies, rods::RodState& state) const;

  LineTraits traits_;
  rods::DiscreteRod rod_;
  SlidingEnds ends_;
  LineHolders holders_;
  LineSurroundings around_;
  rods::HeldStep step_;
  LineInstant instant_;
  std::optional<LineTorsion> torsion_;
  rods::TwistLoad twist_;
  rods::StepLoads loads_{};
  mutable int known_solutions_ = 0;  ///< step_.solutions() at the last add_jacobian()
  double h_ = 0.0;
  LineValues start_;                  ///< of the step that is prepared
  std::vector<Vector3> velocities_;   ///< of the kept nodes, scratch memory [m/s]
  std::vector<Vector3> mean_forces_;  ///< those that add_mean_forces() has found last [N]
};

/// Returns the forces on both ends of a line, given those on its kept nodes [N].
std::array<Vector3, 2> forces_on_ends(std::span<const Vector3> forces, std::size_t first_count);

}  // namespace raftup::solver
