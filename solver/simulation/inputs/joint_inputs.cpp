#include "solver/model/inputs/joint_inputs.hpp"

#include "solver/joints/joint_drive.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

namespace {

const Joint* joint_named(const Model& model, const std::string& name, const std::string& path,
                         Violations& violations) {
  const auto joint = find_joint(model, name);
  violations.require(joint.has_value(), path, "must name a joint of the model",
                     fmt::format("'{}'", name));
  return joint ? &model.joints[*joint] : nullptr;
}

}  // namespace

Variable JointCommand::variable(const std::string& name, const Model& /*model*/) const {
  return {name, "1", fmt::format("command of drive {} of joint '{}'", drive, joint), 1, "joint"};
}

void JointCommand::check(const Model& model, const std::string& path,
                         Violations& violations) const {
  const Joint* named = joint_named(model, joint, path + ".joint", violations);
  if (named == nullptr) return;
  violations.require(drive < named->drives.size() && accepts_command(named->drives[drive]),
                     path + ".drive",
                     "must be a motor, lock or spring_damper among the drives of the joint",
                     fmt::format("{}", drive));
}

Variable JointEnabled::variable(const std::string& name, const Model& /*model*/) const {
  return {name, "1", fmt::format("whether joint '{}' acts: 0 or 1", joint), 1, "joint"};
}

void JointEnabled::check(const Model& model, const std::string& path,
                         Violations& violations) const {
  joint_named(model, joint, path, violations);
}

Variable DriveEnabled::variable(const std::string& name, const Model& /*model*/) const {
  return {name, "1", fmt::format("whether drive {} of joint '{}' acts: 0 or 1", drive, joint), 1,
          "joint"};
}

void DriveEnabled::check(const Model& model, const std::string& path,
                         Violations& violations) const {
  const Joint* named = joint_named(model, joint, path + ".joint", violations);
  if (named == nullptr) return;
  violations.require(drive < named->drives.size(), path + ".drive",
                     fmt::format("must be one of the {} drives of the joint", named->drives.size()),
                     fmt::format("{}", drive));
}

}  // namespace raftup::solver
