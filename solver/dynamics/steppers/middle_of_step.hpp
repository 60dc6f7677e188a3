#pragma once

#include <array>
#include <vector>

#include "solver/dynamics/steppers/impulse_law.hpp"
#include "solver/dynamics/steppers/step_start.hpp"
#include "solver/dynamics/system/multibody_system.hpp"

namespace raftup::solver {

/// The middle of a step of order 2, as a stepper that works with impulses needs it.
///
/// Find the pose q_m and the velocity v- with
///   q_m = q + h v- / 2,  v- = W(q_m)^-1 p,
/// by iteration, and there the loads f and what the turning of added mass adds to dp/dt. The step
///   p+ = p + h f,  v+ = W(q_m)^-1 p+,  q+ = q_m + h v+ / 2
/// is its own reverse.
///
/// | symbol   | what, frame and unit                                                             |
/// |----------|----------------------------------------------------------------------------------|
/// | q, q_m   | poses where the step begins and at its middle, world frame [m, unit quaternion]  |
/// | p, p+    | momenta of all bodies, world axes, about the centres of mass [kg m/s, kg m2/s]   |
/// | v-, v+   | velocities before and after the impulses, world axes [m/s, rad/s]                |
/// | W(q)     | mass plus added mass, world axes [kg, kg m, kg m2]                               |
/// | f        | loads at q_m, at velocities that are expected there [N, N m]                     |
/// | h        | step [s]                                                                         |
///
/// Free tops and loads that depend on poses alone keep their energy over any time, as with Verlet's
/// method, and oscillate without growth up to h omega = 2. An impact between the two halves would
/// keep the error of the first half in the energy without that of the second, which cancels it.
/// Bodies whose contacts give back speed therefore go on from q by turn(), first for the share of
/// v- in the step and then for that of v+.
/// Call order: find_bodies(), place(), find_rates(). Not thread-safe.
/// @source the adjoint of Euler's method with momenta, composed with it: Hairer, Lubich, Wanner,
///         Geometric Numerical Integration, II.4
class MiddleOfStep {
 public:
  /// The way in which a body passes through a step.
  enum class Regime {
    kSmooth,    ///< through its middle: order 2
    kTouching,  ///< masses and joints at the middle, of what turns where v- has moved it to, loads
                ///< where the step begins: what impulses make of its velocity moves it for all of
                ///< the step
    kFromStart  ///< everything acts as where the step begins: bodies of compliant rows and strong
                ///< interactions, whose equations are those of order 1
  };

  /// @param model of `system`, which must outlive this object, as must `law`
  MiddleOfStep(MultibodySystem& system, const Model& model, const ImpulseLaw& law);

  /// Decides the regime of each body. All bodies that joints or masses connect with one that
  /// touches, or that may come to a stop, are kTouching; all that they connect with a compliant row
  /// or a strong interaction are kFromStart.
  /// @param stops rows of the constraints that may stop a body
  void find_bodies(const std::vector<Eigen::Index>& stops);
  Regime regime(std::size_t body) const { return regimes_[component_[body]]; }
  /// True if the row of a joint is one of bodies that pass through the step smoothly.
  bool smooth(Eigen::Index row) const {
    const std::size_t body = row_bodies_[static_cast<std::size_t>(row)].front();
    return body != ConstraintBlock::kWorld && regime(body) == Regime::kSmooth;
  }
  /// True if the row of a joint is evaluated at the middle, where the joints are not quite closed.
  bool off_closed_poses(Eigen::Index row) const {
    const std::size_t body = row_bodies_[static_cast<std::size_t>(row)].front();
    return body != ConstraintBlock::kWorld && regime(body) != Regime::kFromStart;
  }

  /// True if a body goes on by turn().
  bool turns(std::size_t body) const {
    return bounces_[component_[body]] && regime(body) != Regime::kFromStart;
  }
  /// The share of v+ in the velocity [m/s, rad/s] that moves the pose of a body:
  /// ImpulseLaw::implicitness().
  double share(std::size_t body) const {
    return law_.implicitness(regime(body) == Regime::kSmooth);
  }
  /// Turns bodies for their times [s] by the momenta that they have:
  ///   R+ = R cay(time (Omega + Omega+) / 2), Omega+ = R+^T omega(W(q+)^-1 p),
  /// Omega in their axes, which keeps p W^-1 p / 2 of what is coupled to nothing, that of others to
  /// time^3. Leaves W factorised there, unless all times are 0. @source Simo, Wong (1991)
  void turn(const std::vector<double>& times, Kinematics& bodies);
  /// The time [s] that turn() still has to move each body after the impulses; 0 for the others.
  const std::vector<double>& times_after() const { return after_; }

  /// Computes the poses q_m and the velocities v-, world frame; W is factorised there.
  void place(const Kinematics& start);
  const Kinematics& bodies() const { return bodies_; }

  /// Computes dp/dt [N, N m, world axes] without constraints. To predict velocities, the rows are
  /// taken to pull as in the last step; the constraints must be those of place().
  void find_rates(const StepStart& start, const State& state);
  const BodyVectors& rates() const { return rates_; }
  /// Poses and velocities at which the loads are computed, world frame: q_m and, for smooth bodies,
  /// the velocities expected there.
  const Kinematics& loaded() const { return loaded_; }

 private:
  /// Vectors that are kept so that no step allocates memory.
  struct Scratch {
    Kinematics before_turn, turned;
    BodyVectors pulls, velocities, twists;  ///< by body
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
  /// by body: number of the component of bodies that joints or masses connect
  std::vector<std::size_t> component_;
  std::vector<std::size_t> strong_bodies_;  ///< of users' strong interactions
  std::vector<Eigen::Index> compliant_rows_;
  std::vector<Regime> regimes_;         ///< by component
  std::vector<bool> bounces_;           ///< by component: result of ContactSet::bounces()
  std::vector<double> before_, after_;  ///< s, by body: time of turn() before q_m and after it
  /// By row: its two bodies or kWorld, with one that forces move first if there is one.
  std::vector<std::array<std::size_t, 2>> row_bodies_;
  Kinematics bodies_, expected_, loaded_;
  Forces forces_;
  BodyVectors rates_;
  Scratch scratch_;
};

}  // namespace raftup::solver
