#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "solver/simulation/findings/model_findings.hpp"
#include "solver/simulation/limits/hull_form.hpp"
#include "solver/water/masses/system_matrix.hpp"

namespace raftup::solver {

namespace {

/// Limits of the radius of gyration divided by the diagonal of the box in the plane perpendicular
/// to its axis. The ratio is .29 for a uniform box and about .1 for a spar with a heavy bottom. A
/// factor of 1000 in mass or inertia, by a mix-up of units, is a factor of 32 in the ratio. The
/// limits were chosen between these numbers.
constexpr double kSmallestRadius = 0.05, kLargestRadius = 4.0;
/// Upper limit for a body below the surface, of which only the volume is known.
constexpr double kLargestSubmerged = 10.0;

constexpr std::array<const char*, 3> kAxes{"xx", "yy", "zz"};

/// Diagonals, in the planes perpendicular to each axis, of a box like the hull [m].
Vector3 diagonals(const HullForm& form, double volume) {
  if (!form.pierces_surface()) return Vector3::Constant(std::numbers::sqrt2 * std::cbrt(volume));
  return {std::hypot(form.beam, form.draught), std::hypot(form.length, form.draught),
          std::hypot(form.length, form.beam)};
}

void add_radius_findings(const RigidBody& body, const HullForm& form, double volume,
                         Findings& findings) {
  const Vector3 size = diagonals(form, volume);
  const double largest = form.pierces_surface() ? kLargestRadius : kLargestSubmerged;
  const std::array<bool, 6> moving = moving_dofs(body);
  for (Eigen::Index axis = 0; axis < 3; ++axis) {
    if (!moving[static_cast<std::size_t>(3 + axis)] || !(size[axis] > 0.0)) continue;
    const double radius = std::sqrt(body.inertia(axis, axis) / body.mass);
    const double share = radius / size[axis];
    if (share >= kSmallestRadius && share <= largest) continue;
    findings.push_back(
        {"radius_of_gyration", Severity::kWarning,
         fmt::format(
             "inertia.{} of '{}' should give a radius of gyration, sqrt(inertia / mass), of "
             "{} to {} of its hull's {:.3g} m across that axis, about a third as a rule, "
             "gives {:.3g} m; look at the units of its inertia, {:.4g} kg m2 about the "
             "centre of mass, and of its mass, {:.4g} kg",
             kAxes[static_cast<std::size_t>(axis)], body.name, kSmallestRadius, largest, size[axis],
             radius, body.inertia(axis, axis), body.mass),
         share});
    return;  // the others are as far off
  }
}

}  // namespace

void add_radius_findings(const Model& model, Findings& findings) {
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    const double weight_density = group.database->water_density * group.database->gravity;
    for (const GroupBody& member : group.bodies) {
      const RigidBody& body = model.bodies[find_body(model, member.body)];
      const auto& hull = group.database->bodies[static_cast<std::size_t>(member.database_body)];
      if (body.motion != Motion::kDynamic || !(hull.displaced_volume > 0.0)) continue;
      add_radius_findings(body, hull_form(hull, weight_density), hull.displaced_volume, findings);
    }
  }
}

}  // namespace raftup::solver
