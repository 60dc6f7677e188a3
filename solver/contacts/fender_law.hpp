#pragma once

#include "solver/loads/springs/force_curve.hpp"
#include "solver/model/contacts/material.hpp"

namespace raftup::solver {

/// The reaction of a marine fender,
///   F = f_T f_v R(d) (1 - eta w),  w = min(1, (d_m - d)/(kappa d_m)),
/// d [m] the compression, d_m the greatest since touch, R [N] the maker's table, f_T its factor (of
/// temperature, angle or tolerance), f_v the factor of the speed at touch, eta the share of the
/// force that is lost in recovery and kappa the share of d_m within which recovery takes it away.
/// @source PIANC WG 33, Guidelines for the Design of Fender Systems (2002), for the factors of
///         speed and temperature on a maker's curve
class FenderLaw {
 public:
  explicit FenderLaw(const FenderMaterial& material)
      : material_(material),
        curve_(material.compression, material.reaction, ForceCurve::Beyond::kSteepest) {}

  /// A spring that has the force of the law at one compression: F = stiffness (its own compression)
  /// [N].
  struct Tangent {
    double stiffness;     ///< k = max(dF/dd, F/d/1000) [N/m]
    double compression;   ///< F/k [m]
    double damping_time;  ///< c/k [s]
  };

  /// The spring at a compression d > 0.
  /// @param depth          d [m]
  /// @param greatest_depth d_m >= d [m]
  /// @param touch_speed    v_0 [m/s]
  Tangent at(double depth, double greatest_depth, double touch_speed) const;

  /// The largest slope dF/dd that the law can have [N/m].
  double steepest_slope() const;

 private:
  double speed_factor(double touch_speed) const;

  FenderMaterial material_;
  ForceCurve curve_;
};

}  // namespace raftup::solver
