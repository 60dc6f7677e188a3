#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "solver/model/model.hpp"
#include "solver/simulation/findings/model_findings.hpp"
#include "solver/simulation/limits/hull_form.hpp"

namespace raftup::solver {

namespace {

/// Froude number U / sqrt(g L) above which coefficients for zero speed are doubtful. It is the
/// usual bound of slow-speed approximations.
constexpr double kFroudeNumberLimit = 0.1;
constexpr double kTauLimit =
    0.25;  ///< omega_e U / g, above which no wave travels ahead of the hull
/// Distance of omega_e U / g from kTauLimit within which waves that the hull makes stay with it.
/// Chosen, not swept.
constexpr double kTauMargin = 0.05;

/// Mean encounter frequency |omega - k.v| of the components, weighted by their variance [rad/s]; 0
/// in calm water.
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

/// Share of the variance of waves that travel towards the side to which a body moves and whose
/// encounter makes omega_e U / g about 1/4.
double share_near_tau(const Model& model, const Vector2& velocity, double U) {
  double near = 0.0, total = 0.0;
  for (std::size_t c = 0; c < model.sea->components().size(); ++c) {
    const hydro::WaveComponent& wave = model.sea->components()[c];
    const double along =
        velocity.x() * std::cos(wave.direction) + velocity.y() * std::sin(wave.direction);
    const double k = model.sea->wavenumbers()[static_cast<Eigen::Index>(c)];
    const double tau = std::abs(wave.omega - k * along) * U / model.gravity;
    const double variance = 0.5 * wave.amplitude * wave.amplitude;
    total += variance;
    if (along > 0.0 && std::abs(tau - kTauLimit) <= kTauMargin) near += variance;
  }
  return total > 0.0 ? near / total : 0.0;
}

/// The motion of a body of a group through the water at t = 0.
struct Passage {
  Vector2 velocity;      ///< in the world [m/s]
  double speed;          ///< through the water [m/s]
  double length;         ///< length of the hull along its way [m]
  double froude_number;  ///< U / sqrt(g L)
};

/// Returns the passage of a body that moves through the water; none for a body at rest in it.
std::optional<Passage> passage_of(const Model& model, const HydrodynamicGroup& group,
                                  const GroupBody& member, const BodyVectors& current) {
  const std::size_t body = find_body(model, member.body);
  const RigidBody& description = model.bodies[body];
  const Vector2 velocity = description.linear_velocity.head<2>();
  const Vector2 through_water =
      current.empty() ? velocity : Vector2(velocity - current[body].head<2>());
  const double U = through_water.norm();
  if (U == 0.0) return std::nullopt;
  const Heading heading = heading_of(description.pose.attitude.normalized().toRotationMatrix());
  const Vector3 way =
      heading.rotation().transpose() * Vector3(through_water.x() / U, through_water.y() / U, 0.0);
  const auto& hull = group.database->bodies[static_cast<std::size_t>(member.database_body)];
  const double density = group.database->water_density * group.database->gravity;
  const double L = std::max(hull_form(hull, density).length_along(way.head<2>()),
                            std::cbrt(hull.displaced_volume));
  return Passage{velocity, U, L, U / std::sqrt(model.gravity * L)};
}

/// Findings about a body whose radiation is that of zero speed.
void add_findings_without_flow(const Model& model, const GroupBody& member, const Passage& passage,
                               Findings& findings) {
  if (passage.froude_number > kFroudeNumberLimit) {
    findings.push_back(
        {"froude_number", Severity::kWarning,
         fmt::format("speed of '{}' through the water should keep U / sqrt(g L), L = {:.3g} m, "
                     "below {}, got {:.3g}: the database is for zero speed",
                     member.body, passage.length, kFroudeNumberLimit, passage.froude_number),
         passage.froude_number});
  }
  if (!model.sea) return;
  const double tau =
      mean_encounter_frequency(*model.sea, passage.velocity) * passage.speed / model.gravity;
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

/// Findings about a body in a uniform flow.
void add_findings_in_flow(const Model& model, const HydrodynamicGroup& group,
                          const GroupBody& member, const Passage& passage, Findings& findings) {
  const bool at_speed = !group.database->excitation_at_speed.empty();
  if (group.excitation_enabled && !at_speed && passage.froude_number > kFroudeNumberLimit) {
    findings.push_back(
        {"excitation_at_zero_speed", Severity::kWarning,
         fmt::format("speed of '{}' through the water should keep U / sqrt(g L), L = {:.3g} m, "
                     "below {}, got {:.3g}: the excitation of the database is that of zero speed",
                     member.body, passage.length, kFroudeNumberLimit, passage.froude_number),
         passage.froude_number});
  }
  if (!model.sea) return;
  const double near = share_near_tau(model, passage.velocity, passage.speed);
  if (near > 0.0) {
    findings.push_back(
        {"tau", Severity::kWarning,
         fmt::format(
             "following waves that '{}' meets should keep omega_e U / g away from {} by {}, "
             "{:.2g} of their variance does not: waves that the hull makes stay with it "
             "there, which a uniform flow does not know",
             member.body, kTauLimit, kTauMargin, near),
         near});
  }
}

}  // namespace

void add_forward_speed_findings(const Model& model, Findings& findings) {
  const BodyVectors current = current_at_bodies(model);
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    if (!group.has_database()) continue;
    for (const GroupBody& member : group.bodies) {
      const std::optional<Passage> passage = passage_of(model, group, member, current);
      if (!passage) continue;
      if (group.forward_speed.acts()) {
        add_findings_in_flow(model, group, member, *passage, findings);
      } else {
        add_findings_without_flow(model, member, *passage, findings);
      }
    }
  }
}

}  // namespace raftup::solver
