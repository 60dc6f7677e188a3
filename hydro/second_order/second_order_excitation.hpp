#pragma once

#include <memory>
#include <vector>

#include "hydro/excitation/excitation.hpp"
#include "hydro/second_order/second_order_options.hpp"

namespace raftup::hydro {

/// Second-order wave forces on all bodies of a database, computed from the components of a sea.
///
/// For each body and dof, the force is the sum over all ordered pairs of components,
///   F = ramp^2 Re sum_m sum_n (T_mn z_m z_n* + P_mn z_m z_n),
///   z_c = a_c exp(i(omega_c t - k_c.x + phase_c)),
/// or an approximation from the mean drift D_m = T_mm alone, depending on the method (DriftSum,
/// QuadraticSum).
///
/// | symbol | meaning, frame and unit                                                             |
/// |--------|-------------------------------------------------------------------------------------|
/// | z_c    | complex elevation of component c at the body [m]                                    |
/// | T, P   | transfer functions of difference and sum frequencies, heading frame, at the center  |
/// |        | of gravity [N/m2, N/m]                                                              |
/// | D      | mean drift force per amplitude squared, same frame [N/m2, N/m]                      |
/// | F      | force, same frame [N, N m]                                                          |
/// | k_c    | wave number vector in the world frame [rad/m]; x is the position of the body [m]    |
///
/// Waves of different directions produce no force together, unless DirectionPairs is kStanding or
/// kFiled. D
/// and T are those at the frequency in the frame that moves with the water; they follow the heading
/// of the body as the transfer functions of Excitation do. The result is a pure function of time,
/// poses and sea, bit for bit the same on every machine. Not thread-safe, since it keeps tables;
/// these are pure functions of the inputs.
/// @source Pinkster (1980); Faltinsen (1990)
class SecondOrderExcitation {
 public:
  /// @param rest    poses of rest of the bodies in the world, one per body of the database
  /// @param at      whether forces are evaluated at the present poses, and whether windows are used
  /// @param options the method must not be kNone
  /// @throws Error(kInvalidArgument) if the database lacks data that the method needs, or if waves
  ///          come from directions outside its data as seen from a body at rest
  SecondOrderExcitation(const Database& database, const Sea& sea, std::vector<HorizontalPose> rest,
                        Excitation::Options at, const SecondOrderOptions& options);
  ~SecondOrderExcitation();
  SecondOrderExcitation(SecondOrderExcitation&& other) noexcept;
  SecondOrderExcitation& operator=(SecondOrderExcitation&& other) noexcept;

  /// Computes the second-order force on all bodies at one time, without wave drift damping.
  /// @param force 6N numbers, the six of each body at its center of gravity in its own heading
  ///         frame, or in that of rest without at_body_position [N, N m]
  /// @throws Error(kOutOfRange) as check()
  void evaluate(double time, const std::vector<HorizontalPose>& poses, VectorXd& force);

  /// Computes force [N, N m] and gradient at the start, the middle and the end of a motion, as
  /// Excitation::linearize().
  void linearize(const UniformMotion& motion, StepExcitation& instants);
  /// Computes force [N, N m] and gradient as linearize(motion, instants) does, with the amplitudes
  /// of the components multiplied by factors that depend on time.
  void linearize(const UniformMotion& motion, const FactorsAtTime& factors,
                 StepExcitation& instants);

  /// Adds the wave drift damping: the change of the mean drift force by the velocities of the
  /// bodies, in the same axes as the force [N, N m]. It does nothing unless the options request
  /// wave drift damping.
  /// @param velocities horizontal velocities through the water [m/s, world], one per body
  /// @param factors    factors of the amplitudes as functions of time; null means those of the sea
  void add_drift_damping(double time, const std::vector<HorizontalPose>& poses,
                         const std::vector<Vector2>& velocities, const FactorsAtTime* factors,
                         VectorXd& force);

  /// Checks that the second-order data cover the directions of the waves as seen from the bodies.
  /// @throws Error(kOutOfRange) as Excitation::check()
  void check(const std::vector<HorizontalPose>& poses) const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace raftup::hydro
