#include "solver/forward_speed.hpp"

#include <fmt/format.h>

#include <cmath>

#include "solver/interactions/body_current.hpp"

namespace raftup::solver {

namespace {

constexpr double kFroudeNumberLimit = 0.1;
constexpr double kTauLimit = 0.25;

/// sqrt(12 I / A) along the way [m].
/// @param way unit vector in the body's axes
double length_along(const hydro::DatabaseBody& hull, const Vector2& way, double weight_density) {
  const Matrix6& C = hull.hydrostatic_stiffness;
  // C_44 = rho g (I_T + V (z_B - z_G)), C_55 the same with I_L.
  const double stability =
      hull.displaced_volume * (hull.center_of_buoyancy.z() - hull.center_of_gravity.z());
  const double transverse = C(3, 3) / weight_density - stability;
  const double longitudinal = C(4, 4) / weight_density - stability;
  const double I = way.x() * way.x() * longitudinal + way.y() * way.y() * transverse;
  const double A = C(2, 2) / weight_density;
  const double slender = A > 0.0 ? std::sqrt(std::max(12.0 * I / A, 0.0)) : 0.0;
  return std::max(slender, std::cbrt(hull.displaced_volume));
}

/// Mean of |omega - k.v| weighted by variance [rad/s]; 0 in calm water.
double mean_encounter_frequency(const hydro::Sea& sea, const Vector2& velocity) {
  double sum = 0.0, total = 0.0;
  for (std::size_t c = 0; c < sea.components().size(); ++c) {
    const hydro::WaveComponent& wave = sea.components()[c];
    const double along =
        velocity.x() * std::cos(wave.direction) + velocity.y() * std::sin(wave.direction);
    const double k = sea.wavenumbers()[static_cast<Eigen::Index>(c)];
    const double variance = 0.5 * wave.amplitude * wave.amplitude;
    sum += variance * std::abs(wave.omega - k * along);
    total += variance;
  }
  return total > 0.0 ? sum / total : 0.0;
}

void add_body_findings(const Model& model, const HydrodynamicGroup& group, const GroupBody& member,
                       const BodyVectors& current, Findings& findings) {
  const std::size_t body = find_body(model, member.body);
  const RigidBody& description = model.bodies[body];
  const Vector2 velocity = description.linear_velocity.head<2>();
  const Vector2 through_water =
      current.empty() ? velocity : Vector2(velocity - current[body].head<2>());
  const double U = through_water.norm();
  if (U == 0.0) return;
  const Heading heading = heading_of(description.pose.attitude.normalized().toRotationMatrix());
  const Vector3 way =
      heading.rotation().transpose() * Vector3(through_water.x() / U, through_water.y() / U, 0.0);
  const auto& hull = group.database->bodies[static_cast<std::size_t>(member.database_body)];
  const double density = group.database->water_density * group.database->gravity;
  const double L = length_along(hull, way.head<2>(), density);
  const double froude_number = U / std::sqrt(model.gravity * L);
  if (froude_number > kFroudeNumberLimit) {
    findings.push_back(
        {"froude_number", Severity::kWarning,
         fmt::format("speed of '{}' through the water should keep U / sqrt(g L), L = {:.3g} m, "
                     "below {}, got {:.3g}: the database is for zero speed",
                     member.body, L, kFroudeNumberLimit, froude_number),
         froude_number});
  }
  if (!model.sea) return;
  const double tau = mean_encounter_frequency(*model.sea, velocity) * U / model.gravity;
  if (tau > kTauLimit) {
    findings.push_back(
        {"tau", Severity::kWarning,
         fmt::format("speed of '{}' through the water should keep omega_e U / g below {}, got "
                     "{:.3g}: no wave that it makes runs ahead of it, which the database does not "
                     "know",
                     member.body, kTauLimit, tau),
         tau});
  }
}

}  // namespace

void add_forward_speed_findings(const Model& model, Findings& findings) {
  const BodyVectors current = current_at_bodies(model);
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    for (const GroupBody& member : group.bodies) {
      add_body_findings(model, group, member, current, findings);
    }
  }
}

}  // namespace raftup::solver
