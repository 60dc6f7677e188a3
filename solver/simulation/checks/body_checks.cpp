#include <algorithm>

#include "hydro/numerics/dense.hpp"
#include "solver/model/checks/field_checks.hpp"
#include "solver/simulation/checks/model_checks.hpp"
#include "solver/water/masses/system_matrix.hpp"

namespace raftup::solver {

namespace {

/// Checks mass and inertia. A body that forces do not move needs neither.
void check_inertia(const RigidBody& body, const std::string& path, Violations& violations) {
  const Matrix3& inertia = body.inertia;
  if (!inertia.allFinite() || (body.motion != Motion::kDynamic && inertia.isZero(0.0))) return;
  const double asymmetry = (inertia - inertia.transpose()).cwiseAbs().maxCoeff();
  violations.require(asymmetry <= 1e-9 * inertia.cwiseAbs().maxCoeff(), path, "must be symmetric",
                     fmt::format("a difference of {}", asymmetry));
  const Vector3 principal = principal_values(inertia);
  violations.require(principal[0] > 0.0, path, "must be positive definite",
                     fmt::format("a principal moment of {}", principal[0]));
}

void check_held_velocity(const RigidBody& body, const std::string& path, Violations& violations) {
  if (body.motion == Motion::kKinematic) return;  // moves by that velocity
  const std::array<bool, 6> moving = moving_dofs(body);
  for (std::size_t dof = 0; dof < 6; ++dof) {
    const auto axis = static_cast<Eigen::Index>(dof % 3);
    const double velocity = dof < 3 ? body.linear_velocity[axis] : body.angular_velocity[axis];
    violations.require(
        moving[dof] || velocity == 0.0,
        fmt::format("{}.{}[{}]", path, dof < 3 ? "linear_velocity" : "angular_velocity", axis),
        "must be 0 in a dof that is not free", fmt::format("{}", velocity));
  }
}

}  // namespace

void check_bodies(const Model& model, Violations& violations) {
  violations.require(!model.bodies.empty(), "bodies", "must not be empty", "0 bodies");
  check_names(model.bodies, "bodies", violations);
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const RigidBody& body = model.bodies[i];
    const std::string path = fmt::format("bodies[{}]", i);
    FieldChecks::run(body, model, path, violations);
    if (body.rest_pose) check_pose(*body.rest_pose, path + ".rest_", violations);
    if (body.motion == Motion::kDynamic) {
      check_number(body.mass, Bound::kPositive, path + ".mass", violations);
    } else {
      check_number(body.mass, Bound::kNotNegative, path + ".mass", violations);
    }
    check_inertia(body, path + ".inertia", violations);
    if (body.motion != Motion::kKinematic) check_held_velocity(body, path, violations);
  }
}

namespace {

/// True if the model has data that refer to the center of mass of a body.
bool has_data_about_center(const Model& model, const std::string& body) {
  const auto names_it = [&](const GroupBody& member) { return member.body == body; };
  return std::any_of(model.hydrodynamics.begin(), model.hydrodynamics.end(),
                     [&](const HydrodynamicGroup& group) {
                       return std::any_of(group.bodies.begin(), group.bodies.end(), names_it);
                     }) ||
         std::any_of(model.added_mass_interactions.begin(), model.added_mass_interactions.end(),
                     [&](const AddedMassInteraction& interaction) {
                       return interaction.body1 == body || interaction.body2 == body;
                     });
}

}  // namespace

void check_changed_bodies(const Model& before, const Model& after, Violations& violations) {
  check_bodies(after, violations);
  for (std::size_t i = 0; i < before.bodies.size(); ++i) {
    const RigidBody& body = before.bodies[i];
    const Vector3& center = after.bodies[i].center_of_mass;
    violations.require(center == body.center_of_mass || !has_data_about_center(before, body.name),
                       fmt::format("bodies[{}].center_of_mass", i),
                       "must stay where the hydrodynamic data of the body have it",
                       fmt::format("({}, {}, {})", center.x(), center.y(), center.z()));
    const double mass = after.bodies[i].mass;
    violations.require(
        (!body.modes && body.carrier_of.empty()) ||
            (mass == body.mass && after.bodies[i].inertia == body.inertia),
        fmt::format("bodies[{}].mass", i),
        "must stay, with the inertia, where the body has modes: their masses do not change",
        fmt::format("{} kg", mass));
    violations.require(
        body.sections.empty() || (mass == body.mass && after.bodies[i].inertia == body.inertia),
        fmt::format("bodies[{}].mass", i),
        "must stay, with the inertia, where the body has sections: its "
        "mass_distribution does not change",
        fmt::format("{} kg", mass));
  }
}

}  // namespace raftup::solver
