#pragma once

#include "solver/loads/springs/force_curve.hpp"
#include "solver/model/contacts/material.hpp"

namespace raftup::solver {

/// The reaction force of a marine fender,
///   F = f_T f_v R(d) (1 - eta w),  w = min(1, (d_m - d)/(kappa d_m)),
/// with d [m] the compression, d_m the greatest compression since touch, R [N] the maker's table,
/// f_T the factor of the table (for temperature, angle or tolerance), f_v the factor of the speed
/// at touch, eta the share of the force that is lost in recovery and kappa the share of d_m over
/// which recovery reaches that loss.
/// @source PIANC WG 33, Guidelines for the Design of Fender Systems (2002), for the factors of
///         speed and temperature on a maker's curve
class FenderLaw {
 public:
  explicit FenderLaw(const FenderMaterial& material)
      : material_(material),
        curve_(material.compression, material.reaction, ForceCurve::Beyond::kSteepest) {}

  /// The linear spring that has the force of the law at one compression: F = stiffness times
  /// compression of the spring [N].
  struct Tangent {
    double stiffness;     ///< stiffness of the spring, k = max(dF/dd, F/d/1000) [N/m]
    double compression;   ///< F/k, compression of the spring [m]
    double damping_time;  ///< c/k, with c the damping of the fender [s]
  };

  /// Returns the spring at a compression d > 0.
  /// @param depth          d [m]
  /// @param greatest_depth d_m >= d [m]
  /// @param touch_speed    speed at which the shapes met [m/s], for f_v
  Tangent at(double depth, double greatest_depth, double touch_speed) const;

  /// The largest slope dF/dd of the law [N/m].
  double steepest_slope() const;

 private:
  double speed_factor(double touch_speed) const;

  FenderMaterial material_;
  ForceCurve curve_;
};

}  // namespace raftup::solver
