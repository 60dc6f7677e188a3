#pragma once

#include "solver/loads/rods/rod_step.hpp"
#include "solver/loads/rods/safe_step.hpp"
#include "solver/loads/rods/velocity_bracket.hpp"

namespace raftup::solver::rods {

/// A step of a rod whose kept nodes move with bodies, as the bodies see it: the forces on what holds
/// the kept nodes, as a function of the mean velocities V of these nodes over the step,
///   F = rho - S (V - V').
/// S and rho are those of BlockBand for the rod linearized where its kept nodes have the mean
/// velocities V'. A stepper that varies V until the bodies obey these forces solves for rod and
/// bodies at once, and S is the damping that its iteration needs.
///
/// If the inner nodes that belong to V create energy, the rod is linearized again where they are. If
/// that does not help in kMostSolutions, F is from then on that of the safe step, whose kept nodes
/// end at x0 + h V, with the inertia of their halves of elements. As the safe step is implicit, rod
/// and bodies do not gain energy together. After kMostSafeSolutions for different V, F stays linear, so
/// that the iteration of the bodies ends.
/// An end at a drum or an eye may change its rate between calls of forces(), which is linear in it too.
/// Call order: begin(), forces() any number of times, finish(). Not thread-safe.
class HeldStep {
 public:
  static constexpr int kMostSolutions = 5;
  static constexpr int kMostSafeSolutions = 22;
  /// Safe solutions after which velocities that jump to and fro are halved, see VelocityBracket.
  static constexpr int kFreeSafeSolutions = 6;

  explicit HeldStep(const DiscreteRod& rod);

  /// Begins a step of duration h [s].
  /// @param state at the start of the step, with the velocities of the kept nodes; must outlive the
  ///        step
  /// @param loads what acts on the rod; its end positions are not read
  /// @param mean_velocities expected V of the kept nodes, those of the first end first [m/s]
  void begin(const RodState& state, const StepLoads& loads,
             std::span<const Vector3> mean_velocities, double h);

  /// Returns the mean forces on what holds the kept nodes [N, world frame], with half an element's
  /// weight and inertia. The reference is valid until the next call.
  const std::vector<Vector3>& forces(std::span<const Vector3> mean_velocities);

  /// S, three rows for each kept node [N s/m].
  const MatrixXd& damping() const { return S_; }

  /// The element at a drum after forces(), whose rate may be changed between calls of forces().
  struct AtDrum {
    double tension = 0.0;  ///< T [N]; 0 where it is slack
    /// t, into the rod, by which T = t . F of the force F of the element on its end [1]; 0 where it is
    /// slack.
    Vector3 along = Vector3::Zero();
    /// Velocity of the end node that changes T as much as a rate of 1 m/s: (1 + e) t [1].
    Vector3 way = Vector3::Zero();
    /// S without the masses and terms of the end node itself, its three columns [N s/m]. Forces on the
    /// kept nodes change by -columns way for each m/s of the rate, T by -t^T columns^T for velocities.
    Eigen::Matrix<double, Eigen::Dynamic, 3> columns;
  };
  AtDrum at_drum(std::size_t end) const;

  /// Ends the step with the mean velocities that the bodies have had [m/s].
  /// @param state receives the rod at the end of the step
  /// @returns the forces of forces()
  const std::vector<Vector3>& finish(std::span<const Vector3> mean_velocities, RodState& state);

  /// Number of linearizations and safe steps in this step: damping() is another after each of them.
  int solutions() const { return solutions_ + safe_solutions_; }
  bool is_safe() const { return safe_solutions_ > 0; }  ///< true if the safe step was needed
  /// Mean torque of the torsion over the step [N m], after forces() and finish().
  double torque() const { return is_safe() ? safe_.torque() : step_.torque(); }

 private:
  void linearize(std::span<const Vector3> mean_velocities);
  /// Moves the inner nodes with the kept ones.
  /// @returns true if no energy is created and drums do what they were linearized for
  bool follow(std::span<const Vector3> mean_velocities);
  void make_safe(std::span<const Vector3> mean_velocities);
  /// Moves the inner nodes with the kept ones, linearized so often or made so safe that no energy is
  /// created.
  void settle(std::span<const Vector3> mean_velocities);
  const std::vector<Vector3>& linear_forces(std::span<const Vector3> mean_velocities);
  std::array<double, 2> rates() const;
  /// True if velocities and rates are near those of the last linearization.
  bool is_linear_at(std::span<const Vector3> mean_velocities) const;
  Matrix3 own_mass(std::size_t node) const;

  const DiscreteRod* rod_;
  const RodState* start_ = nullptr;
  StepLoads loads_{};
  double h_ = 0.0;
  RodStep step_;
  SafeStep safe_;
  int solutions_ = 0, safe_solutions_ = 0;
  int safe_places_ = 1;  ///< velocities for which the safe step was solved
  bool asked_ = false;   ///< true if forces() was called in this step
  /// Mean velocities that the inner nodes have followed without creating energy [m/s]; empty if none.
  std::vector<Vector3> followed_;
  VelocityBracket bracket_;
  std::vector<Vector3> end_position_;
  std::vector<Vector3> at_;           ///< V' [m/s]
  std::array<double, 2> rates_at_{};  ///< rates of the drums there [m/s]
  std::vector<Vector3> forces_;       ///< those returned last [N]
  MatrixXd S_;
  VectorXd rho_;
};

}  // namespace raftup::solver::rods
