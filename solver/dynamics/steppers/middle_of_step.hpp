#pragma once

#include <array>
#include <vector>

#include "solver/dynamics/steppers/impulse_law.hpp"
#include "solver/dynamics/steppers/step_start.hpp"
#include "solver/dynamics/system/multibody_system.hpp"

namespace raftup::solver {

/// Finds the state at the middle of a step of order 2, at which a stepper that works with impulses
/// evaluates masses, joints and loads.
///
/// Iteration finds the pose q_m and the velocity v- with
///   q_m = q + h v- / 2,  v- = W(q_m)^-1 p.
/// The loads f are computed there, together with the change of dp/dt by the rotation of added mass.
/// The step
///   p+ = p + h f,  v+ = W(q_m)^-1 p+,  q+ = q_m + h v+ / 2
/// is symmetric in time.
///
/// | symbol   | what, frame and unit                                                             |
/// |----------|----------------------------------------------------------------------------------|
/// | q, q_m   | poses where the step begins and at its middle, world frame [m, unit quaternion]  |
/// | p, p+    | momenta of all bodies, world axes, about the centers of mass [kg m/s, kg m2/s]   |
/// | v-, v+   | velocities before and after the impulses, world axes [m/s, rad/s]                |
/// | W(q)     | mass plus added mass, world axes [kg, kg m, kg m2]                               |
/// | f        | loads at q_m, at velocities that are expected there [N, N m]                     |
/// | h        | step [s]                                                                         |
///
/// Free tops and loads that depend on poses alone keep their energy over any time, as with Verlet's
/// method, and oscillate without growth up to h omega = 2. An impact between the two halves of a
/// step would leave the energy error of the first half without that of the second half, which
/// cancels it. Bodies whose contacts have restitution are therefore moved from q by turn(), first
/// for the share of v- in the step and then for the share of v+.
/// Call order: find_bodies(), place(), find_rates(). Not thread-safe.
/// @source the adjoint of Euler's method with momenta, composed with it: Hairer, Lubich, Wanner,
///         Geometric Numerical Integration, II.4
class MiddleOfStep {
 public:
  /// The way in which the motion of a body is integrated over a step.
  enum class Regime {
    kSmooth,  ///< everything is evaluated at the middle of the step: order 2
    /// Order 1. Masses and joints are evaluated at the middle of the step, or for turns() at the
    /// pose after the share of v-; loads are evaluated at the start of the step.
    kTouching,
    /// Order 1. Everything is evaluated at the start of the step: bodies of compliant rows and
    /// strong interactions.
    kFromStart
  };

  /// @param system of `model`; must outlive this object
  /// @param law    must outlive this object
  MiddleOfStep(MultibodySystem& system, const Model& model, const ImpulseLaw& law);

  /// Determines the regime of each body. A body in contact or near a stop is kTouching, and so are
  /// all bodies that joints or masses connect with it. A body of a compliant row or a strong
  /// interaction is kFromStart, and so are all bodies connected with it.
  /// @param stops rows of the constraints that may stop a body in this step
  void find_bodies(const std::vector<Eigen::Index>& stops);
  Regime regime(std::size_t body) const { return regimes_[component_[body]]; }
  /// Number of the set of bodies that joints or masses connect with a body.
  std::size_t component(std::size_t body) const { return component_[body]; }
  /// True if the row of a joint belongs to bodies that pass through the step smoothly.
  bool smooth(Eigen::Index row) const {
    const std::size_t body = row_bodies_[static_cast<std::size_t>(row)].front();
    return body != ConstraintBlock::kWorld && regime(body) == Regime::kSmooth;
  }
  /// True if the row of a joint is evaluated at the middle of the step, where the gaps of joints
  /// are not exactly 0.
  bool off_closed_poses(Eigen::Index row) const {
    const std::size_t body = row_bodies_[static_cast<std::size_t>(row)].front();
    return body != ConstraintBlock::kWorld && regime(body) != Regime::kFromStart;
  }

  /// True if turn() moves the body.
  bool turns(std::size_t body) const {
    return bounces_[component_[body]] && regime(body) != Regime::kFromStart;
  }
  /// The share of v+ in the velocity [m/s, rad/s] that moves the pose of a body:
  /// ImpulseLaw::implicitness().
  double share(std::size_t body) const {
    return law_.implicitness(regime(body) == Regime::kSmooth);
  }
  /// Rotates each body for its time [s] by its momentum:
  ///   R+ = R cay(time (Omega + Omega+) / 2), Omega+ = R+^T omega(W(q+)^-1 p),
  /// with Omega the angular velocity in body axes. A body without coupling keeps its energy p W^-1
  /// p / 2; coupled bodies keep it up to an error of order time^3. Leaves W factorized at the new
  /// attitudes, unless all times are 0.
  /// @source Simo, Wong (1991)
  void turn(const std::vector<double>& times, Kinematics& bodies);
  /// The time [s] for which turn() must still rotate each body after the impulses; 0 for bodies
  /// without turns().
  const std::vector<double>& times_after() const { return after_; }

  /// Computes the poses q_m and the velocities v- [world frame]. The masses W are then factorized
  /// at q_m.
  void place(const Kinematics& start);
  const Kinematics& bodies() const { return bodies_; }

  /// Computes dp/dt without constraints [N, N m, world axes]. To predict the velocities at the
  /// middle, it assumes the constraint forces of the last step. The constraints must be evaluated
  /// at the poses of place().
  void find_rates(const StepStart& start, const State& state);
  const BodyVectors& rates() const { return rates_; }
  /// Poses and velocities at which the loads are computed, world frame. Smooth bodies have the
  /// poses q_m and the predicted velocities there.
  const Kinematics& loaded() const { return loaded_; }

 private:
  /// Vectors that are kept so that no step allocates memory.
  struct Scratch {
    Kinematics before_turn, turned;
    BodyVectors pulls, velocities, twists;  ///< scratch, one entry per body
  };

  void find_row_bodies(const Model& model);
  void note(std::size_t body, Regime regime);
  void note_row(Eigen::Index row, Regime regime);
  bool expect(const BodyVectors& rates);
  void place_halfway(const Kinematics& start);
  bool turn_at_once(const std::vector<double>& times, double share, Kinematics& bodies);

  MultibodySystem& system_;
  double step_;
  const ImpulseLaw& law_;
  /// For each body, the index of its component, the set of bodies that joints or masses connect.
  std::vector<std::size_t> component_;
  std::vector<std::size_t> strong_bodies_;  ///< indices of the bodies of users' strong interactions
  std::vector<Eigen::Index> compliant_rows_;
  std::vector<Regime> regimes_;  ///< regime of each component
  /// For each component, true if ContactSet::bounces() of one of its bodies.
  std::vector<bool> bounces_;
  std::vector<double> before_, after_;  ///< times of turn() [s], by body: up to q_m, and after it
  /// For each constraint row, the indices of its two bodies, kWorld for the world. A body that
  /// forces move is first, if there is one.
  std::vector<std::array<std::size_t, 2>> row_bodies_;
  Kinematics bodies_, expected_, loaded_;
  Forces forces_;
  BodyVectors rates_;
  Scratch scratch_;
};

}  // namespace raftup::solver
