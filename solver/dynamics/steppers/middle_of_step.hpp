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
  /// How a body goes through a step.
  enum class Regime {
    kSmooth,    ///< through its middle: order 2
    kTouching,  ///< masses and joints at the middle, of what turns where v- has moved it to, loads
                ///< where the step begins: what impulses make of its velocity moves it for all of
                ///< the step
    kFromStart  ///< everything acts as where the step begins: bodies of compliant rows and strong
                ///< interactions, whose equations are those of order 1
  };

  /// @param model of `system`, which must outlive it, as `law`
  MiddleOfStep(MultibodySystem& system, const Model& model, const ImpulseLaw& law);

  /// Which bodies go how: as one that touches or comes to a stop go all that joints and masses link
  /// with it, and all that they link with a compliant row or a strong interaction go from the
  /// start.
  /// @param stops rows of the constraints that may stop a body
  void find_bodies(const std::vector<Eigen::Index>& stops);
  Regime regime(std::size_t body) const { return regimes_[component_[body]]; }
  /// Whether a joint's row is one of bodies that go through the step smoothly.
  bool smooth(Eigen::Index row) const {
    const std::size_t body = row_bodies_[static_cast<std::size_t>(row)].front();
    return body != ConstraintBlock::kWorld && regime(body) == Regime::kSmooth;
  }
  /// Whether a joint's row is taken at the middle, where the joints are not quite closed.
  bool off_closed_poses(Eigen::Index row) const {
    const std::size_t body = row_bodies_[static_cast<std::size_t>(row)].front();
    return body != ConstraintBlock::kWorld && regime(body) != Regime::kFromStart;
  }

  /// Whether a body goes on by turn().
  bool turns(std::size_t body) const {
    return bounces_[component_[body]] && regime(body) != Regime::kFromStart;
  }
  /// How much of v+ moves the pose of a body: ImpulseLaw::implicitness().
  double share(std::size_t body) const {
    return law_.implicitness(regime(body) == Regime::kSmooth);
  }
  /// Turns bodies for their times [s] by the momenta that they have:
  ///   R+ = R cay(time (Omega + Omega+) / 2), Omega+ = R+^T omega(W(q+)^-1 p),
  /// Omega in their axes, which keeps p W^-1 p / 2 of what is coupled to nothing, that of others to
  /// time^3. Leaves W factorised there, unless all times are 0. @source Simo, Wong (1991)
  void turn(const std::vector<double>& times, Kinematics& bodies);
  /// What is left of the step for those that turn, 0 of others.
  const std::vector<double>& times_after() const { return after_; }

  /// Poses q_m and velocities v-; W is factorised there.
  void place(const Kinematics& start);
  const Kinematics& bodies() const { return bodies_; }

  /// dp/dt without constraints. To foresee velocities, rows are taken to pull as in the last step;
  /// the constraints must be those of place().
  void find_rates(const StepStart& start, const State& state);
  const BodyVectors& rates() const { return rates_; }
  /// Poses and velocities for which the loads are: q_m and what is expected there of what moves
  /// smoothly.
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
  std::vector<std::size_t> component_;      ///< by body: linked by joints or masses
  std::vector<std::size_t> strong_bodies_;  ///< of users' strong interactions
  std::vector<Eigen::Index> compliant_rows_;
  std::vector<Regime> regimes_;         ///< by component
  std::vector<bool> bounces_;           ///< by component: ContactSet::bounces()
  std::vector<double> before_, after_;  ///< s, by body: to turn for before q_m and after it
  /// By row: its bodies or kWorld, first one that moves by forces where there is one.
  std::vector<std::array<std::size_t, 2>> row_bodies_;
  Kinematics bodies_, expected_, loaded_;
  Forces forces_;
  BodyVectors rates_;
  Scratch scratch_;
};

}  // namespace raftup::solver
