#pragma once

#include <span>
#include <vector>

#include "hydro/excitation/elevation_excitation.hpp"

namespace raftup::hydro {

/// Newman's approximation of the slow drift force for a long-crested sea that is given by its
/// elevation at the world origin instead of components. The force is F = |Z+|^2 - |Z-|^2 [N, N m]
/// with
///   Z+-(t) = integral h(tau) eta(t - tau) dtau,
///   h(tau) = (1/pi) integral_0^inf sqrt(max(+-D, 0)) exp(i omega tau) domega,
/// where D is the mean drift force over the amplitude squared. The real and imaginary parts of h
/// are impulse responses as those of ElevationExcitation: two-sided, faded out beyond the data and
/// truncated by the same rules, for bodies at rest. The square root of D is linear between the
/// frequencies of the data.
/// @source Newman (1974); the square of a sum instead of the double sum: Faltinsen (1990)
class ElevationDrift {
 public:
  /// @param direction, rest, sample_step as for ElevationExcitation
  /// @throws Error(kInvalidArgument) as ElevationExcitation, and if the database has no mean drift
  ///          data
  ElevationDrift(const Database& database, double direction,
                 const std::vector<HorizontalPose>& rest, double sample_step);

  /// T [s]: time after that of the force up to which the elevation must be known.
  double look_ahead() const { return filters_.look_ahead(); }

  /// Number of samples of the elevation that a force depends on.
  std::size_t sample_count() const { return filters_.sample_count(); }

  /// Computes the slow drift force at a time t.
  /// @param elevations eta [m] at t + T, t + T - sample_step, ..., t - T: sample_count() numbers
  /// @param force      6N numbers, the six of each body in its heading frame of rest [N, N m]
  void evaluate(std::span<const double> elevations, VectorXd& force);

 private:
  ElevationExcitation filters_;
  VectorXd values_;  ///< scratch memory: for each body Re Z+, Im Z+, Re Z-, Im Z- of the six dofs
};

}  // namespace raftup::hydro
