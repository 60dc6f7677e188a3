#include "hydro/database/checks/reference_point.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/database/checks/checks.hpp"
#include "hydro/database/checks/long_wave.hpp"
#include "hydro/database/checks/measures.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

constexpr double kLong = 0.1;        ///< wave number times length or draft
constexpr double kLeastSlope = 0.5;  ///< least share of the slope of the waves along the dof
/// Error of N [relative] by panels, printed digits and the long-wave limit.
constexpr double kDigits = 0.05;
/// Relative to the draft: a difference in height that is negligible.
constexpr double kOfDraught = 0.05;

/// Returns the direction of the waves with the greatest slope along roll or pitch; nothing if none
/// is steep enough.
std::optional<Index> steepest_direction(const Database& database, bool roll) {
  double largest = kLeastSlope;
  std::optional<Index> best;
  for (Index h = 0; h < database.wave_directions.size(); ++h) {
    const auto [sine, cosine] = sincos(database.wave_directions[h]);
    const double along = std::abs(roll ? sine : cosine);
    if (along <= largest) continue;
    largest = along;
    best = h;
  }
  return best;
}

std::optional<PointEvidence> evidence_of(const Database& database, const LongWave& wave, Index body,
                                         Index dof) {
  const bool roll = dof == 3;
  const std::optional<Index> h = steepest_direction(database, roll);
  if (!h) return std::nullopt;
  const DatabaseBody& hull = database.bodies[static_cast<std::size_t>(body)];
  const Matrix6& C = hull.hydrostatic_stiffness;
  const double direction = database.wave_directions[*h];
  const auto [sine, cosine] = sincos(direction);
  const Complex eta = wave.elevation(body, direction);
  const Complex tilt_x = Complex(0.0, -wave.wavenumber() * sine) * eta;  // of the surface
  const Complex tilt_y = Complex(0.0, wave.wavenumber() * cosine) * eta;
  const Index row = kDofs * body + dof;
  const Complex other = roll ? C(3, 4) * tilt_y : C(4, 3) * tilt_x;
  const Complex moment = database.excitation.values[static_cast<std::size_t>(*h)](row, 0) -
                         C(dof, 2) * eta - wave.push(row, direction) - other;
  const Complex N = moment / (roll ? tilt_x : tilt_y);
  const double weight = database.water_density * database.gravity * hull.displaced_volume;
  const double next =
      wave.wavenumber() * database.gravity * std::abs(database.added_mass.front()(row, row));
  return PointEvidence{dof, hull.center_of_gravity.z() - (N.real() - C(dof, dof)) / weight,
                       (kDigits * std::abs(N) + next + std::abs(N.imag())) / weight,
                       weight / C(2, 2)};
}

}  // namespace

std::optional<PointEvidence> reference_point_evidence(const Database& database, Index body) {
  const DatabaseBody& hull = database.bodies[static_cast<std::size_t>(body)];
  const double water_plane =
      hull.hydrostatic_stiffness(2, 2) / (database.water_density * database.gravity);
  if (!has_long_wave_data(database) || hull.displaced_volume <= 0.0 || water_plane <= 0.0) {
    return std::nullopt;
  }
  const LongWave wave(database);
  const double size = std::max({std::sqrt(water_plane), hull.displaced_volume / water_plane,
                                hull_size(database, body).length});
  if (wave.wavenumber() * size > kLong) return std::nullopt;
  const std::optional<Check> surge = check_long_wave_surge(database);
  if (surge && surge->is_broken()) return std::nullopt;
  std::optional<PointEvidence> best;
  for (const Index dof : {3, 4}) {
    const std::optional<PointEvidence> one = evidence_of(database, wave, body, dof);
    if (one && (!best || one->tolerance < best->tolerance)) best = one;
  }
  return best;
}

PointVerdict judge_reference_point(const PointEvidence& evidence, double height) {
  const double limit = 2.0 * evidence.tolerance + kOfDraught * evidence.draught;
  if (std::abs(evidence.height - height) > limit) return PointVerdict::kContradicts;
  // The evidence would agree with a point at the still water plane as well.
  return std::abs(height) <= limit ? PointVerdict::kUndecided : PointVerdict::kAgrees;
}

}  // namespace raftup::hydro
