#include <numbers>
#include <utility>

#include "solver/joints/joint_dofs.hpp"
#include "solver/joints/joint_drive.hpp"
#include "solver/model/checks/field_checks.hpp"
#include "solver/simulation/checks/model_checks.hpp"
#include "solver/water/masses/system_matrix.hpp"

namespace raftup::solver {

namespace {

constexpr double kPerpendicular = 1e-6;  // cosine: round-off of decimal input

std::string text_of(const Vector3& value) {
  return fmt::format("({}, {}, {})", value.x(), value.y(), value.z());
}

/// Checks the rules between the numbers of a range drive.
/// @param path path of the drive
void check_range(const Range& range, bool is_angle, const std::string& path,
                 Violations& violations) {
  violations.require(!(range.minimum > range.maximum), path + ".minimum",
                     fmt::format("must not be above the maximum of {}", range.maximum),
                     fmt::format("{}", range.minimum));
  const double width = range.maximum - range.minimum;
  violations.require(!is_angle || !(width >= 2.0 * std::numbers::pi), path + ".maximum",
                     "must be less than a turn of 2 pi above the minimum",
                     fmt::format("{} above", width));
}

bool moves(const Model& model, const std::string& name) {
  if (name.empty()) return false;
  const std::array<bool, 6> moving = moving_dofs(model.bodies[find_body(model, name)]);
  return std::find(moving.begin(), moving.end(), true) != moving.end();
}

void check_joined_bodies(const Model& model, const Joint& joint, const std::string& path,
                         Violations& violations) {
  if (!has_body(model, joint.body1)) return;
  if (!joint.body2.empty() && !has_body(model, joint.body2)) return;
  violations.require(
      moves(model, joint.body1) || moves(model, joint.body2), path,
      "must join a body that moves by the forces on it",
      fmt::format("'{}' and {}", joint.body1,
                  joint.body2.empty() ? "the world" : fmt::format("'{}'", joint.body2)));
}

void check_axes(const Joint& joint, const std::string& path, Violations& violations) {
  violations.require(joint.axis.norm() != 0.0, path + ".axis", "must not be zero",
                     text_of(joint.axis));
  const bool universal = joint.type == JointType::kUniversal;
  if (!joint.axis2) {
    violations.require(!universal, path + ".axis2", "must be given for a universal joint",
                       "nothing");
    return;
  }
  violations.require(universal || joint.type == JointType::kPlanar, path + ".axis2",
                     fmt::format("must be omitted for a {} joint", name_of(joint.type)),
                     text_of(*joint.axis2));
  violations.require(joint.axis2->norm() != 0.0, path + ".axis2", "must not be zero",
                     text_of(*joint.axis2));
  const double cosine = joint.axis.normalized().dot(joint.axis2->normalized());
  violations.require(!(std::abs(cosine) > kPerpendicular), path + ".axis2",
                     "must be perpendicular to axis",
                     fmt::format("{} at an angle of {:.6g} deg", text_of(*joint.axis2),
                                 std::acos(cosine) * 180.0 / std::numbers::pi));
}

void check_points(const Joint& joint, const std::string& path, Violations& violations) {
  const bool distance = joint.type == JointType::kDistance;
  if (!joint.position2) {
    violations.require(!distance, path + ".position2", "must be given for a distance joint",
                       "nothing");
    return;
  }
  violations.require(distance, path + ".position2",
                     fmt::format("must be omitted for a {} joint", name_of(joint.type)),
                     text_of(*joint.position2));
  violations.require(*joint.position2 != joint.position, path + ".position2",
                     "must differ from position", text_of(*joint.position2));
}

void check_drives(const Joint& joint, const std::string& path, Violations& violations) {
  const std::span<const FreeDof> dofs = free_dofs(joint.type);
  for (std::size_t i = 0; i < joint.drives.size(); ++i) {
    const JointDrive& drive = joint.drives[i];
    const std::string drive_path = fmt::format("{}.drives[{}]", path, i);
    const bool exists = drive.dof >= 0 && std::cmp_less(drive.dof, dofs.size());
    violations.require(exists, drive_path + ".dof",
                       fmt::format("must be one of the {} dofs that can be driven of a {} joint",
                                   dofs.size(), name_of(joint.type)),
                       fmt::format("{}", drive.dof));
    const bool is_angle = exists && dofs[static_cast<std::size_t>(drive.dof)].is_angle();
    if (const auto* range = std::get_if<Range>(&drive.kind)) {
      check_range(*range, is_angle, drive_path + ".range", violations);
    }
  }
}

void check_stepper(const Model& model, Violations& violations) {
  const bool smooth =
      model.stepper == StepperKind::kRungeKutta4 || model.stepper == StepperKind::kMidpoint;
  if (!smooth) return;
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    for (std::size_t j = 0; j < model.joints[i].drives.size(); ++j) {
      violations.require(!needs_impulses(model.joints[i].drives[j]), "integration.stepper",
                         fmt::format("must be omitted, spook or moreau_jean for the limited force "
                                     "of joints[{}].drives[{}]",
                                     i, j),
                         std::string(name_of(*model.stepper)));
    }
  }
}

}  // namespace

void check_joints(const Model& model, Violations& violations) {
  check_names(model.joints, "joints", violations);
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    const Joint& joint = model.joints[i];
    const std::string path = fmt::format("joints[{}]", i);
    FieldChecks::run(joint, model, path, violations);
    check_joined_bodies(model, joint, path, violations);
    check_points(joint, path, violations);
    check_axes(joint, path, violations);
    check_drives(joint, path, violations);
  }
  check_stepper(model, violations);
}

}  // namespace raftup::solver
