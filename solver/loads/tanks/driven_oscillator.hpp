#pragma once

namespace raftup::solver {

/// A mass on a spring and damper in a frame that moves: with its displacement q in the frame and its
/// velocity u in the world,
///   q' = u - w,  u' = -omega^2 q - 2 zeta omega (u - w) + f,
/// for the velocity w of the frame and a force f per unit of mass.
struct DrivenOscillator {
  double omega;          ///< [rad/s], > 0
  double damping_ratio;  ///< zeta, 0 to less than 1

  struct State {
    double displacement;  ///< q [m]
    double velocity;      ///< u [m/s]
  };
  /// What drives the mass at one instant.
  struct Drive {
    double frame_velocity;  ///< w [m/s]
    double acceleration;    ///< f [m/s2]
  };

  /// Returns the force of spring and damper on the frame per unit of mass [m/s2].
  double spring(const State& state, const Drive& drive) const {
    return omega * omega * state.displacement +
           2.0 * damping_ratio * omega * (state.velocity - drive.frame_velocity);
  }

  /// Returns the state after a time [s], exact for w and f that are parabolas in time, whatever the
  /// frequency.
  /// @param drives at the start, the middle and the end of the time
  State after(double duration, const State& state, const Drive (&drives)[3]) const;

  /// How a step of order 2 moves the mass, such that what the frame gets at the middle of the step the
  /// mass loses: the sum of their momenta is kept, and so is their energy in the long run.
  enum class Rule {
    kMidpoint,        ///< the implicit midpoint rule, stable for any step
    kDriftKickDrift,  ///< Verlet's method, stable for h omega < 2
  };
  /// By what the force of spring and damper in the middle of a step [s] is less than that of the mass
  /// if it had kept its velocity [1].
  double yielding(Rule rule, double step) const;
  /// Returns the state in the middle of a step [s].
  /// @param drives at the start and the middle of the step
  State middle(Rule rule, double step, const State& start, const Drive (&drives)[2]) const;
  /// Returns the state at the end of a step [s] from those at its start and its middle.
  /// @param drives at the middle and the end of the step
  static State end(Rule rule, double step, const State& start, const State& middle,
                   const Drive (&drives)[2]);
};

}  // namespace raftup::solver
