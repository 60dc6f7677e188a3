/// @file Forces on a body [N, N m] in waves that are much longer than the body.
#pragma once

#include <algorithm>

#include "hydro/database/checks/measures.hpp"
#include "hydro/database/database.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/dispersion.hpp"

namespace raftup::hydro {

/// Returns true if a database has added mass, damping and excitation over its frequencies [rad/s].
inline bool has_long_wave_data(const Database& database) {
  return !database.added_mass.empty() && !database.radiation_damping.empty() &&
         !database.excitation.empty();
}

/// Returns true if waves are long for a body: the wave number [rad/m] times its length and draft
/// [m] is not above .1.
inline bool is_long_for(const Database& database, Eigen::Index body, double wavenumber) {
  constexpr double kLong =
      0.1;  // k L; chosen, not swept: what the limit leaves out is of order k L
  const HullSize size = hull_size(database, body);
  return size.length > 0.0 && wavenumber * std::max(size.length, size.draught) <= kLong;
}

/// The forces of a wave [N/m, N] at the lowest frequency of a database, in the limit of waves that
/// are much longer than the bodies.
class LongWave {
 public:
  explicit LongWave(const Database& database)
      : database_(database),
        omega_(database.omega[0]),
        wavenumber_(hydro::wavenumber(omega_, database.water_depth, database.gravity)) {}

  /// Wave number k [rad/m] at the lowest frequency [rad/s].
  double wavenumber() const { return wavenumber_; }

  /// Elevation [m] at the center of gravity of a body in a wave of unit amplitude and direction b:
  /// exp(-i k (x cos b + y sin b)).
  Complex elevation(Eigen::Index body, double direction) const {
    const Vector3& at = body_at(body).center_of_gravity;
    const auto [sine, cosine] = sincos(direction);
    const auto phase = sincos(wavenumber_ * (at.x() * cosine + at.y() * sine));
    return {phase.cosine, -phase.sine};
  }

  /// Force on a dof by water that moves with unit velocity in the direction of a dof, i omega (rho
  /// V delta + A) + B [N s/m].
  Complex resistance(Eigen::Index row, Eigen::Index column) const {
    const double volume = body_at(row / kDofs).displaced_volume;
    const double mass = row == column ? database_.water_density * volume : 0.0;
    return {database_.radiation_damping.front()(row, column),
            omega_ * (mass + database_.added_mass.front()(row, column))};
  }

  /// Velocity of the water at a body, per meter of wave amplitude [1/s]: g k / omega in the
  /// direction of the waves and i omega upwards, each times the elevation.
  Eigen::Vector3cd velocity(Eigen::Index body, double direction) const {
    const auto [sine, cosine] = sincos(direction);
    const double horizontal = database_.gravity * wavenumber_ / omega_;
    return Eigen::Vector3cd(horizontal * cosine, horizontal * sine, Complex(0.0, omega_)) *
           elevation(body, direction);
  }

  /// Force [N/m] on one dof, per meter of wave amplitude, if the water carries every body along
  /// with its own velocity.
  Complex push(Eigen::Index dof, double direction) const {
    Complex sum = 0.0;
    for (Eigen::Index body = 0; body < database_.body_count(); ++body) {
      if (is_carrier(database_, body)) continue;
      const Eigen::Vector3cd moving = velocity(body, direction);
      for (Eigen::Index axis = 0; axis < 3; ++axis) {
        sum += resistance(dof, kDofs * body + axis) * moving[axis];
      }
    }
    return sum;
  }

  double omega() const { return omega_; }

 private:
  const DatabaseBody& body_at(Eigen::Index body) const {
    return database_.bodies[static_cast<std::size_t>(body)];
  }

  const Database& database_;
  double omega_;
  double wavenumber_;
};

}  // namespace raftup::hydro
