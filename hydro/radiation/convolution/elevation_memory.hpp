#pragma once

#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/radiation/base/radiation_memory.hpp"

namespace raftup::hydro {

/// Elevation of the waves that bodies radiate [m] at field points of a database, for a fixed step
/// h, from the velocities of the bodies at the starts of steps:
///   eta(t) = integral_0^t K(tau) v(t - tau) dtau,
///   K(tau) = (2/pi) integral_0^inf Re E(omega) cos(omega tau) domega.
/// E is WaveField::radiation and v the 6N velocities in the heading frames of the bodies [m/s,
/// rad/s]. E follows the velocity and never precedes it, so that its real part determines it. Re E
/// is a cubic spline through the values at the frequencies of the database and 0 at omega = 0, and
/// is 0 beyond the last frequency. The kernel ends where it has died out, at the latest at half of
/// the time after which a spline through these frequencies could repeat itself. The integral over
/// the past is Gregory's rule of order 4. Immutable, thread-safe.
///
/// Invariant of the state: its values are the last velocities, one place of 6N numbers per lag of
/// the kernel; the velocity of step s is in the place s modulo the number of places.
/// @source Cummins (1962) for the impulse response; Ogilvie (1964) for its real part
class ElevationMemory {
 public:
  /// @param points indices in WaveField::points, >= 0
  /// @param step   h [s], > 0
  ElevationMemory(const Database& database, const std::vector<std::size_t>& points, double step);

  Eigen::Index dof_count() const { return dof_count_; }  ///< 6N
  /// Number of velocities that the state keeps.
  Eigen::Index place_count() const { return kernel_.rows(); }
  /// Length of the kernel [s].
  double duration() const { return step_ * static_cast<double>(kernel_.rows() - 1); }

  /// Returns the state at t = 0. The water and the bodies are taken to be at rest for t < 0.
  /// @param velocity v(0), 6N [m/s, rad/s]
  MemoryState initial_state(const VectorXd& velocity) const;

  /// Changes `state` from the start to the end of a step. It does not throw, because it is the last
  /// operation of a step.
  /// @param velocity v at the end of the step, 6N [m/s, rad/s]
  void advance(MemoryState& state, const VectorXd& velocity) const noexcept;

  /// Returns the elevation of the radiated waves at a point [m], at the instant of the last
  /// velocity.
  /// @param point place in the list of points that the constructor received
  double elevation(const MemoryState& state, std::size_t point) const;

 private:
  double step_;
  Eigen::Index dof_count_;
  /// Row k is K(k h), 6N numbers per point [m/(m/s) per s].
  RowMajorMatrix kernel_;
};

}  // namespace raftup::hydro
