#pragma once

#include "solver/loads/springs/force_curve.hpp"
#include "solver/model/contacts/material.hpp"

namespace raftup::solver {

/// A fender made ready.
class FenderLaw {
 public:
  explicit FenderLaw(const FenderMaterial& material)
      : material_(material),
        curve_(material.compression, material.reaction, ForceCurve::Beyond::kSteepest) {}

  /// A spring through a point of the law: F = stiffness (its own compression).
  struct Tangent {
    double stiffness;     ///< k = max(dF/dd, F/d/1000) [N/m]
    double compression;   ///< F/k [m]
    double damping_time;  ///< c/k [s]
  };

  /// At a depth d > 0.
  /// @param greatest_depth d_m >= d [m]
  /// @param touch_speed    v_0 [m/s]
  Tangent at(double depth, double greatest_depth, double touch_speed) const;

  /// The largest dF/dd that it may have [N/m].
  double steepest_slope() const;

 private:
  double speed_factor(double touch_speed) const;

  FenderMaterial material_;
  ForceCurve curve_;
};

}  // namespace raftup::solver
