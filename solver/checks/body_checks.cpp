#include <algorithm>

#include "hydro/numerics/dense.hpp"
#include "solver/checks/violations.hpp"
#include "solver/linear/system_matrix.hpp"

namespace raftup::solver {

namespace {

constexpr double kUnitTolerance = 1e-6;  // of a quaternion's norm: round-off of decimal input

/// Mass and inertia are what forces have to move: a body that they do not move needs neither.
void check_inertia(const RigidBody& body, const std::string& path, Violations& violations) {
  const Matrix3& inertia = body.inertia;
  violations.require_finite(inertia, path);
  if (!inertia.allFinite() || (body.motion != Motion::kDynamic && inertia.isZero(0.0))) return;
  const double asymmetry = (inertia - inertia.transpose()).cwiseAbs().maxCoeff();
  violations.require(asymmetry <= 1e-9 * inertia.cwiseAbs().maxCoeff(), path, "must be symmetric",
                     fmt::format("a difference of {}", asymmetry));
  const Vector3 principal = principal_values(inertia);
  violations.require(principal[0] > 0.0, path, "must be positive definite",
                     fmt::format("a principal moment of {}", principal[0]));
}

void check_coefficients(const Vector3& coefficients, const std::string& path,
                        Violations& violations) {
  for (Eigen::Index axis = 0; axis < 3; ++axis) {
    violations.require(std::isfinite(coefficients[axis]) && coefficients[axis] > -1.0,
                       fmt::format("{}[{}]", path, axis), "must be larger than -1 and finite",
                       fmt::format("{}", coefficients[axis]));
  }
}

void check_pose(const Pose& pose, const std::string& position_path,
                const std::string& attitude_path, Violations& violations) {
  violations.require_finite(pose.position, position_path);
  const double norm = pose.attitude.norm();
  violations.require(std::abs(norm - 1.0) <= kUnitTolerance, attitude_path,
                     "must be a unit quaternion", fmt::format("a norm of {}", norm));
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

void check_damping(const Vector3& damping, const std::string& path, Violations& violations) {
  for (Eigen::Index axis = 0; axis < 3; ++axis) {
    violations.require_not_negative(damping[axis], fmt::format("{}[{}]", path, axis));
  }
}

}  // namespace

void check_bodies(const Model& model, Violations& violations) {
  violations.require(!model.bodies.empty(), "bodies", "must not be empty", "0 bodies");
  check_names(model.bodies, "bodies", violations);
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const RigidBody& body = model.bodies[i];
    const std::string path = fmt::format("bodies[{}]", i);
    if (body.motion == Motion::kDynamic) {
      violations.require_positive(body.mass, path + ".mass");
    } else {
      violations.require_not_negative(body.mass, path + ".mass");
    }
    check_inertia(body, path + ".inertia", violations);
    check_coefficients(body.mass_coefficients, path + ".mass_coefficients", violations);
    check_coefficients(body.inertia_coefficients, path + ".inertia_coefficients", violations);
    violations.require_finite(body.center_of_mass, path + ".center_of_mass");
    check_pose(body.pose, path + ".position", path + ".attitude_deg", violations);
    if (body.rest_pose) {
      check_pose(*body.rest_pose, path + ".rest_position", path + ".rest_attitude_deg", violations);
    }
    violations.require_finite(body.linear_velocity, path + ".linear_velocity");
    violations.require_finite(body.angular_velocity, path + ".angular_velocity");
    if (body.motion != Motion::kKinematic) check_held_velocity(body, path, violations);
    check_damping(body.linear_velocity_damping, path + ".linear_velocity_damping", violations);
    check_damping(body.angular_velocity_damping, path + ".angular_velocity_damping", violations);
  }
}

void require_body(const Model& model, const std::string& name, const std::string& path,
                  Violations& violations) {
  violations.require(has_body(model, name), path, "must name a body of the model",
                     fmt::format("'{}'", name));
}

}  // namespace raftup::solver
