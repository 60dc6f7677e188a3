#include "solver/checks/violations.hpp"
#include "solver/joints/joint_drive.hpp"

namespace raftup::solver {

namespace {

struct LoadCheck {
  const Model& model;
  const std::string path;
  Violations& violations;

  void operator()(const ConstantForce& load) const {
    const std::string here = path + ".constant_force";
    require_body(model, load.body, here + ".body", violations);
    violations.require_finite(load.force, here + ".force");
    violations.require_finite(load.torque, here + ".torque");
    violations.require_finite(load.point, here + ".point");
  }
  void operator()(const PointSpring& load) const {
    const std::string here = path + ".point_spring";
    require_body(model, load.body1, here + ".body1", violations);
    if (!load.body2.empty()) require_body(model, load.body2, here + ".body2", violations);
    violations.require(load.body1 != load.body2, here + ".body2", "must differ from body1",
                       fmt::format("'{}'", load.body2));
    violations.require_finite(load.point1, here + ".point1");
    violations.require_finite(load.point2, here + ".point2");
    violations.require_not_negative(load.stiffness, here + ".stiffness");
    violations.require_not_negative(load.damping, here + ".damping");
    if (load.rest_length) {
      violations.require_not_negative(*load.rest_length, here + ".rest_length");
    }
  }
  void operator()(const LinearMooring& load) const {
    const std::string here = path + ".linear_mooring";
    require_body(model, load.body, here + ".body", violations);
    violations.require_finite(load.stiffness, here + ".stiffness");
    violations.require_finite(load.damping, here + ".damping");
    violations.require_finite(load.preload, here + ".preload");
    if (!load.rest_pose) return;
    violations.require_finite(load.rest_pose->position, here + ".rest_position");
    violations.require_finite(load.rest_pose->attitude.coeffs(), here + ".rest_attitude_deg");
  }
};

struct InputCheck {
  const Model& model;
  const std::string path;
  Violations& violations;

  void operator()(const ExternalForce& input) const {
    require_body(model, input.body, path + ".external_force.body", violations);
  }
  void operator()(const WaveElevationInput& input) const {
    violations.require_finite(input.direction, path + ".wave_elevation.direction_deg");
  }
  void operator()(const JointCommand& input) const {
    const std::string here = path + ".joint_command";
    const Joint* joint = joint_named(input.joint, here + ".joint");
    if (joint == nullptr) return;
    const bool takes =
        input.drive < joint->drives.size() && takes_command(joint->drives[input.drive]);
    violations.require(takes, here + ".drive",
                       "must be a motor, lock or spring_damper among the drives of the joint",
                       fmt::format("{}", input.drive));
  }
  void operator()(const JointEnabled& input) const {
    joint_named(input.joint, path + ".joint_enabled");
  }

  const Joint* joint_named(const std::string& name, const std::string& where) const {
    const auto joint = find_joint(model, name);
    violations.require(joint.has_value(), where, "must name a joint of the model",
                       fmt::format("'{}'", name));
    return joint ? &model.joints[*joint] : nullptr;
  }
};

}  // namespace

void check_loads(const Model& model, Violations& violations) {
  check_names(model.loads, "loads", violations);
  for (std::size_t i = 0; i < model.loads.size(); ++i) {
    std::visit(LoadCheck{model, fmt::format("loads[{}]", i), violations}, model.loads[i].kind);
  }
}

void check_inputs(const Model& model, Violations& violations) {
  check_names(model.inputs, "inputs", violations);
  for (std::size_t i = 0; i < model.inputs.size(); ++i) {
    std::visit(InputCheck{model, fmt::format("inputs[{}]", i), violations}, model.inputs[i].kind);
  }
}

}  // namespace raftup::solver
