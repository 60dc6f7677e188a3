#include "solver/linearisation/ships_under_way.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "hydro/base/error.hpp"
#include "hydro/excitation/excitation_at_speed.hpp"
#include "solver/water/masses/added_mass_assembly.hpp"

namespace raftup::solver {

namespace {

/// Difference of two velocities that are the same up to rounding [m/s].
constexpr double kSameVelocity = 1e-9;

/// The current in a frame that moves with a velocity.
hydro::Current seen_from(const hydro::Current& current, const Vector2& velocity) {
  std::vector<Vector2> relative = current.velocities();
  if (relative.empty()) relative.emplace_back(Vector2::Zero());
  for (Vector2& each : relative) each -= velocity;
  return {current.depths(), std::move(relative)};
}

}  // namespace

VectorXd speeds_under_way(StillWaterSystem& system, const Model& model, std::size_t group,
                          const Kinematics& bodies) {
  if (!model.hydrodynamics[group].forward_speed.acts()) return {};
  return system.system().loads.groups()[group].speeds_ahead(bodies, system.time().time);
}

Model model_of_met_waves(StillWaterSystem& system, const Model& model, const Kinematics& bodies) {
  Model met = model;
  std::optional<Vector2> velocity;
  for (std::size_t i = 0; i < model.hydrodynamics.size(); ++i) {
    const VectorXd speeds = speeds_under_way(system, model, i, bodies);
    if (speeds.size() == 0) continue;
    for (const std::size_t body : bodies_of(model, model.hydrodynamics[i])) {
      const Vector2 own = bodies[body].velocity.head<2>();
      require(!velocity || (own - *velocity).norm() <= kSameVelocity,
              fmt::format("bodies in a uniform flow must move with one horizontal velocity in a "
                          "linear model, '{}' moves with another",
                          model.bodies[body].name));
      velocity = own;
    }
    HydrodynamicGroup& group = met.hydrodynamics[i];
    if (group.database->excitation_at_speed.empty()) continue;
    const auto weights =
        hydro::speed_weights(group.database->excitation_at_speed.speeds, speeds.mean());
    group.database = std::make_shared<const hydro::Database>(
        hydro::with_excitation_at(*group.database, weights));
  }
  if (velocity && !velocity->isZero(0.0)) met.current = seen_from(model.current, *velocity);
  return met;
}

}  // namespace raftup::solver
