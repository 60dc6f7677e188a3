#include "solver/simulation/run/changed_mass.hpp"

#include <fmt/format.h>

#include "hydro/base/error.hpp"
#include "solver/model/body_view.hpp"
#include "solver/simulation/checks/model_checks.hpp"

namespace raftup::solver {

std::vector<MassProperties> mass_properties_of(const std::vector<RigidBody>& bodies) {
  std::vector<MassProperties> all;
  for (const RigidBody& body : bodies) all.push_back(mass_properties(body));
  return all;
}

Model with_mass_properties(const Model& model, const std::vector<MassProperties>& properties) {
  require(properties.size() == model.bodies.size(),
          fmt::format("mass properties must be those of {} bodies, got {}", model.bodies.size(),
                      properties.size()));
  Model changed = model;
  for (std::size_t i = 0; i < properties.size(); ++i) {
    set_mass_properties(changed.bodies[i], properties[i]);
  }
  Violations violations;
  check_changed_bodies(model, changed, violations);
  require_none(violations.list());
  return changed;
}

void move_center(const RigidBody& body, const Vector3& center_of_mass, BodyState& state) {
  require(center_of_mass.allFinite(),
          fmt::format("center_of_mass of body '{}' must be finite", body.name));
  const BodyView now(body, state);
  state.position = now.point_to_world(center_of_mass);
  state.velocity.head<3>() = now.velocity_at(state.position);
  if (body.motion != Motion::kDynamic) return;
  for (std::size_t dof = 0; dof < 3; ++dof) {
    const double velocity = state.velocity[static_cast<Eigen::Index>(dof)];
    require(body.free[dof] || velocity == 0.0,
            fmt::format("centre of mass of body '{}' must stay at rest in dofs that are not free, "
                        "got a velocity of {} m/s",
                        body.name, velocity));
  }
}

}  // namespace raftup::solver
