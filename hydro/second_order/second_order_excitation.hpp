#pragma once

#include <memory>
#include <vector>

#include "hydro/excitation/excitation.hpp"
#include "hydro/second_order/second_order_options.hpp"

namespace raftup::hydro {

/// Second-order wave forces on all bodies of a database, in the sea's components.
///
/// Per body and dof, over all ordered pairs of components,
///   F = ramp^2 Re sum_m sum_n (T_mn z_m z_n* + P_mn z_m z_n),
///   z_c = a_c exp(i(omega_c t - k_c.x + phase_c)),
/// or what the method makes of the mean drift D_m = T_mm alone (DriftSum, QuadraticSum).
///
/// | symbol | what, frame and unit                                                                |
/// |--------|-------------------------------------------------------------------------------------|
/// | z_c    | complex elevation of component c at the body [m]                                    |
/// | T, P   | transfer functions of difference and sum frequencies, heading frame, at the centre  |
/// |        | of gravity [N/m2, N/m]                                                              |
/// | D      | mean drift force per amplitude squared, same frame [N/m2, N/m]                      |
/// | F      | force, same frame [N, N m]                                                          |
/// | k_c    | wave number vector in the world frame [rad/m]; x is the position of the body [m]    |
///
/// Waves of different directions make nothing together unless DirectionPairs says so. D and T are
/// those of the frequency seen by one who goes with the water, and follow the heading as X does. A
/// pure function of time, poses and sea, the same bits on every machine. Not thread-safe: it keeps
/// tables that are pure functions of its inputs.
/// @source Pinkster (1980); Faltinsen (1990)
class SecondOrderExcitation {
 public:
  /// @param rest    poses of rest of the bodies in the world, one per body of the database
  /// @param options method not kNone
  /// @throws Error(kInvalidArgument) where the database lacks what the method needs, or the waves
  ///         come from outside its directions, seen from a body at rest
  SecondOrderExcitation(const Database& database, const Sea& sea, std::vector<HorizontalPose> rest,
                        Excitation::Options at, const SecondOrderOptions& options);
  ~SecondOrderExcitation();
  SecondOrderExcitation(SecondOrderExcitation&& other) noexcept;
  SecondOrderExcitation& operator=(SecondOrderExcitation&& other) noexcept;

  /// @param force 6N, each body's six in its own heading frame (that of rest, where the excitation
  ///              is there), at its centre of gravity [N, N m]; drift damping not included
  /// @throws Error(kOutOfRange) as check()
  void evaluate(double time, const std::vector<HorizontalPose>& poses, VectorXd& force);

  /// Force [N, N m] and gradient at the start, the middle and the end of a motion, as Excitation.
  void linearize(const UniformMotion& motion, StepExcitation& instants);
  /// The same with the amplitudes [m] multiplied by factors that depend on time.
  void linearize(const UniformMotion& motion, const FactorsAtTime& factors,
                 StepExcitation& instants);

  /// Adds the change of the mean drift force by velocities, in the same axes [N, N m]; does nothing
  /// unless the options ask for it.
  /// @param velocities m/s, horizontal, through the water, world: one per body
  /// @param factors    of the amplitudes; null: those of the sea
  void add_drift_damping(double time, const std::vector<HorizontalPose>& poses,
                         const std::vector<Vector2>& velocities, const FactorsAtTime* factors,
                         VectorXd& force);

  /// Checks that the second-order data cover the directions in which waves meet the bodies.
  /// @throws Error(kOutOfRange) as Excitation::check()
  void check(const std::vector<HorizontalPose>& poses) const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace raftup::hydro
