#pragma once

#include <functional>
#include <vector>

#include "hydro/excitation/elevation_excitation.hpp"

namespace raftup::hydro {

/// Newman's approximation for a long-crested sea that is given by its elevation at the world origin
/// and therefore has no components to pair. The force is F = |Z+|^2 - |Z-|^2 [N, N m] with
///   Z+-(t) = integral h(tau) eta(t - tau) dtau,
///   h(tau) = (1/pi) integral_0^inf sqrt(max(+-D, 0)) exp(i omega tau) domega.
/// The real and imaginary parts of h are impulse responses like those of the excitation: two-sided,
/// faded out beyond the data and cut by the same rules, for the bodies at rest. The root of D is
/// linear in frequency between the filed ones.
/// @source Newman (1974); the square of a sum instead of the double sum: Faltinsen (1990)
class ElevationDrift {
 public:
  /// @param direction, rest, sample_step as ElevationExcitation
  /// @throws Error(kInvalidArgument) as ElevationExcitation, and where the database has no drift
  ElevationDrift(const Database& database, double direction,
                 const std::vector<HorizontalPose>& rest, double sample_step);

  double look_ahead() const { return filters_.look_ahead(); }  ///< T [s]

  /// @param elevation eta(t) [m] for any t in [time - T, time + T]
  /// @param force     6N, each body's six in its heading frame of rest [N, N m]
  void evaluate(double time, const std::function<double(double)>& elevation, VectorXd& force);

 private:
  ElevationExcitation filters_;
  VectorXd values_;  ///< scratch: per body Re Z+, Im Z+, Re Z-, Im Z- of the six dofs
};

}  // namespace raftup::hydro
