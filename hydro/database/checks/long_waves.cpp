#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/database/checks/checks.hpp"
#include "hydro/database/checks/measures.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/dispersion.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;
using Eigen::Vector3cd;

constexpr double kLong = 0.1;  ///< wavenumber times length or draught
constexpr double kHeaveTolerance = 5e-2;
constexpr double kSurgeTolerance = 0.1;
constexpr double kObliquity = 0.5;  ///< least share of the wave's motion along the dof
constexpr Index kHeave = 2;

const DatabaseBody& body_of(const Database& database, Index body) {
  return database.bodies[static_cast<std::size_t>(body)];
}

bool is_long_for(const Database& database, Index body, double wavenumber) {
  const HullSize size = hull_size(database, body);
  return size.length > 0.0 && wavenumber * std::max(size.length, size.draught) <= kLong;
}

/// The lowest frequency of a file and what the relations need there.
class LongWave {
 public:
  explicit LongWave(const Database& database)
      : database_(database),
        omega_(database.omega[0]),
        wavenumber_(hydro::wavenumber(omega_, database.water_depth, database.gravity)) {}

  double wavenumber() const { return wavenumber_; }

  /// Elevation at a body in a wave of unit amplitude: exp(-i k (x cos b + y sin b)).
  Complex elevation(Index body, double direction) const {
    const Vector3& at = body_of(database_, body).center_of_gravity;
    const auto [sine, cosine] = sincos(direction);
    const auto phase = sincos(wavenumber_ * (at.x() * cosine + at.y() * sine));
    return {phase.cosine, -phase.sine};
  }

  /// i omega (rho V delta + A) + B, the force of water that moves with unit velocity.
  Complex resistance(Index row, Index column) const {
    const double volume = body_of(database_, row / kDofs).displaced_volume;
    const double mass = row == column ? database_.water_density * volume : 0.0;
    return {database_.radiation_damping.front()(row, column),
            omega_ * (mass + database_.added_mass.front()(row, column))};
  }

  /// Velocity of the water at a body, per metre of amplitude: g k / omega along the waves, i omega
  /// up, times the elevation.
  Vector3cd velocity(Index body, double direction) const {
    const auto [sine, cosine] = sincos(direction);
    const double horizontal = database_.gravity * wavenumber_ / omega_;
    return Vector3cd(horizontal * cosine, horizontal * sine, Complex(0.0, omega_)) *
           elevation(body, direction);
  }

  /// Force on one dof of water that moves every body with itself.
  Complex push(Index dof, double direction) const {
    Complex sum = 0.0;
    for (Index body = 0; body < database_.body_count(); ++body) {
      const Vector3cd moving = velocity(body, direction);
      for (Index axis = 0; axis < 3; ++axis) {
        sum += resistance(dof, kDofs * body + axis) * moving[axis];
      }
    }
    return sum;
  }

  double omega() const { return omega_; }

 private:
  const Database& database_;
  double omega_;
  double wavenumber_;
};

bool has_what_is_needed(const Database& database) {
  return !database.added_mass.empty() && !database.radiation_damping.empty() &&
         !database.excitation.empty();
}

/// The worst dof met so far, none below 0.
struct WorstDof {
  double value = -1.0;
  Index dof = 0;

  void consider(double candidate, Index candidate_dof) {
    if (candidate > value) *this = {candidate, candidate_dof};
  }
};

void measure_heave(const Database& database, const LongWave& wave, Index body, WorstDof& worst) {
  const Index dof = kDofs * body + kHeave;
  const double stiffness = body_of(database, body).hydrostatic_stiffness(kHeave, kHeave);
  const double scale = stiffness + wave.omega() * wave.resistance(dof, dof).imag();
  for (Index h = 0; h < database.wave_directions.size(); ++h) {
    const double direction = database.wave_directions[h];
    const Complex expected =
        stiffness * wave.elevation(body, direction) + wave.push(dof, direction);
    const Complex filed = database.excitation.values[static_cast<std::size_t>(h)](dof, 0);
    worst.consider(std::abs(filed - expected) / scale, dof);
  }
}

/// Surge and sway.
void measure_surge(const Database& database, const LongWave& wave, Index body, WorstDof& worst) {
  for (Index h = 0; h < database.wave_directions.size(); ++h) {
    const double direction = database.wave_directions[h];
    const auto [sine, cosine] = sincos(direction);
    for (const Index axis : {0, 1}) {
      const double along = axis == 0 ? cosine : sine;
      if (std::abs(along) < kObliquity) continue;
      const Index dof = kDofs * body + axis;
      const Complex expected = wave.push(dof, direction);
      const Complex filed = database.excitation.values[static_cast<std::size_t>(h)](dof, 0);
      worst.consider(std::abs(filed - expected) / std::abs(expected), dof);
    }
  }
}

/// The worst of one relation over the bodies for which the lowest frequency is low enough.
/// @param rule what the excitation must do: "must follow from ..."
template <typename Measure>
std::optional<Check> check_relation(const Database& database, const std::string& name,
                                    double tolerance, const std::string& rule,
                                    const Measure& measure) {
  if (!has_what_is_needed(database)) return std::nullopt;
  const LongWave wave(database);
  WorstDof worst;
  for (Index body = 0; body < database.body_count(); ++body) {
    if (is_long_for(database, body, wave.wavenumber())) measure(database, wave, body, worst);
  }
  if (worst.value < 0.0) return std::nullopt;
  return Check{name, worst.value, tolerance,
               fmt::format("excitation in long waves {} to {:g} %, differs by {:.3g} % in {} at "
                           "{:.4g} rad/s",
                           rule, 100.0 * tolerance, 100.0 * worst.value,
                           dof_name(database, worst.dof), wave.omega())};
}

}  // namespace

std::optional<Check> check_long_wave_heave(const Database& database) {
  return check_relation(database, "excitation_long_wave_heave", kHeaveTolerance,
                        "must follow from the hydrostatic stiffness", measure_heave);
}

std::optional<Check> check_long_wave_surge(const Database& database) {
  return check_relation(database, "excitation_long_wave_surge", kSurgeTolerance,
                        "must move the displaced volume and the added mass with the water",
                        measure_surge);
}

}  // namespace raftup::hydro
