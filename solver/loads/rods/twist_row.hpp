#pragma once

#include <span>
#include <vector>

#include "solver/loads/rods/axial_row.hpp"
#include "solver/loads/rods/block_band.hpp"
#include "solver/loads/rods/twist.hpp"

namespace raftup::solver::rods {

/// The torsion of a rod over a step of duration h, with the angles phi0, phi1 at its start and end
/// and the gradient g of the angle in the middle:
///   torque M = ((phi0 + phi1)/2 + k (phi1 - phi0))/C,  forces -M g,  linear in the unknown w by
///   h (1/2 + k)/C g g^T, a SharedColumn.
/// If clamps turn in the step, phi0 is that of the old directors, and what they turn by is done by M.
/// If not, that they turn is work from outside, which is done before the step: phi0 is that of the old
/// positions with the new directors.
class TwistRow {
 public:
  /// 1/2 + k, by which share of a change of phi1/C the torque changes [N m], with k as that of elements without
  /// damping.
  static constexpr double kShareOfChange = 0.5 + AxialRow::kLeastLag;

  /// Begins a step from the positions x0 [m]; x1 are those at its end without forces.
  /// @param kept_angle angle at the end of the step before [rad]
  void begin(const TwistLoad& load, double kept_angle, std::span<const Vector3> x0,
             std::span<const Vector3> x1, double h);
  /// Adds the forces and their derivative for the positions x1 at the end of the step [m].
  void linearize(std::span<const Vector3> x0, std::span<const Vector3> x1, BlockBand& band);
  /// Takes the solution w [m/s] and the positions x1 that it leads to [m].
  /// @returns energy that the linear forces have created over the step [J]
  double solve(std::span<const Vector3> x0, std::span<const Vector3> x1,
               std::span<const Vector3> w);

  double angle() const { return end_; }           ///< phi1 [rad]
  double torque() const { return mean_torque_; }  ///< M of the solution [N m]
  double start_energy() const { return 0.5 * start_ * start_ / compliance_; }  ///< [J]
  double energy() const { return 0.5 * end_ * end_ / compliance_; }            ///< [J]

 private:
  double compliance_ = 1.0, h_ = 0.0;
  Directors directors_;
  double start_ = 0.0, end_ = 0.0;
  double turned_ = 0.0;  ///< change of phi by the clamps in the step [rad]
  double torque_ = 0.0,
         mean_torque_ = 0.0;  ///< where the last solution ended, and of this one [N m]
  std::vector<Vector3> gradient_, middle_;
};

}  // namespace raftup::solver::rods
