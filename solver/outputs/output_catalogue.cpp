#include "solver/outputs/output_catalogue.hpp"

#include <array>
#include <span>

#include "solver/joints/joint_dofs.hpp"

namespace raftup::solver {

namespace {

constexpr const char* kWrenchUnits = "N,N,N,N m,N m,N m";

struct BodyOutput {
  Quantity quantity;
  const char* name;
  const char* unit;
  int size;
  const char* frame;
  const char* description;
};

constexpr std::array<BodyOutput, 12> kBodyOutputs{{
    {Quantity::kPosition, "position", "m", 3, "world", "origin of the model frame"},
    {Quantity::kOrientation, "orientation", "1", 4, "world",
     "unit quaternion w x y z, body axes to world axes"},
    {Quantity::kLinearVelocity, "linear_velocity", "m/s", 3, "world",
     "velocity of the centre of mass"},
    {Quantity::kAngularVelocity, "angular_velocity", "rad/s", 3, "world", "angular velocity"},
    {Quantity::kDisplacement, "displacement", "m,m,m,rad,rad,rad", 6, "rest heading",
     "centre of mass and rotation vector relative to the rest pose"},
    {Quantity::kLinearAcceleration, "linear_acceleration", "m/s2", 3, "world",
     "acceleration of the centre of mass"},
    {Quantity::kAngularAcceleration, "angular_acceleration", "rad/s2", 3, "world",
     "angular acceleration"},
    {Quantity::kExcitationForce, "force.excitation", kWrenchUnits, 6, "world",
     "wave excitation, or the client's force in its place, at the centre of mass"},
    {Quantity::kRadiationForce, "force.radiation", kWrenchUnits, 6, "world",
     "force of the radiation memory at the centre of mass"},
    {Quantity::kHydrostaticForce, "force.hydrostatic", kWrenchUnits, 6, "world",
     "buoyancy and hydrostatic stiffness at the centre of mass, weight not included"},
    {Quantity::kAddedMassForce, "force.added_mass", kWrenchUnits, 6, "world",
     "-A a of all bodies coupled with this one, at the centre of mass"},
    {Quantity::kTotalForce, "force.total", kWrenchUnits, 6, "world",
     "everything that acts on the rigid body, joints, added mass and weight included, at the "
     "centre of mass; reactions of dofs that are not free left out"},
}};

/// "m" or "rad" for each free dof.
std::string dof_units(std::span<const FreeDof> dofs, const std::string& per) {
  std::string units;
  for (const FreeDof& dof : dofs) {
    if (!units.empty()) units += ',';
    units += (dof.is_angle() ? "rad" : "m") + per;
  }
  return units;
}

void add_joint_outputs(const Joint& joint, std::size_t index, std::vector<Output>& outputs) {
  const auto add = [&](Quantity quantity, const char* name, const std::string& unit, int size,
                       const char* frame, const char* description) {
    outputs.push_back({{joint.name + "." + name, unit, description, size, frame}, quantity, index});
  };
  add(Quantity::kJointForce, "force", kWrenchUnits, 6, "world",
      "force and moment of the joint and its drives on body 1, at the joint's point there");
  add(Quantity::kJointLocalForce, "local_force", kWrenchUnits, 6, "joint",
      "forces on body 1 in the dofs along and about x, y, z of the joint's frame, drives included");
  const std::span<const FreeDof> dofs = free_dofs(joint.type);
  if (dofs.empty()) return;
  const int count = static_cast<int>(dofs.size());
  add(Quantity::kJointPosition, "position", dof_units(dofs, ""), count, "joint",
      "free dofs, body 1 relative to body 2, 0 at t = 0");
  add(Quantity::kJointSpeed, "speed", dof_units(dofs, "/s"), count, "joint",
      "rates of the free dofs, body 1 relative to body 2");
}

}  // namespace

std::vector<Output> list_outputs(const Model& model) {
  std::vector<Output> outputs;
  for (std::size_t body = 0; body < model.bodies.size(); ++body) {
    for (const BodyOutput& entry : kBodyOutputs) {
      outputs.push_back({{model.bodies[body].name + "." + entry.name, entry.unit, entry.description,
                          entry.size, entry.frame},
                         entry.quantity,
                         body});
    }
  }
  for (std::size_t joint = 0; joint < model.joints.size(); ++joint) {
    add_joint_outputs(model.joints[joint], joint, outputs);
  }
  outputs.push_back(
      {{"sea.elevation", "m", "surface elevation at the world origin, streamed elevation included",
        1, "world"},
       Quantity::kWaveElevation});
  return outputs;
}

std::vector<Variable> list_inputs(const Model& model) {
  std::vector<Variable> inputs;
  for (const Input& input : model.inputs) {
    if (const auto* force = std::get_if<ExternalForce>(&input.kind)) {
      inputs.push_back({input.name, kWrenchUnits,
                        "force and moment on body '" + force->body + "' at its centre of mass", 6,
                        force->body_axes ? "body" : "world"});
    } else if (const auto* command = std::get_if<JointCommand>(&input.kind)) {
      inputs.push_back({input.name, "1",
                        "command of drive " + std::to_string(command->drive) + " of joint '" +
                            command->joint + "'",
                        1, "joint"});
    } else if (const auto* enabled = std::get_if<JointEnabled>(&input.kind)) {
      inputs.push_back(
          {input.name, "1", "whether joint '" + enabled->joint + "' acts: 0 or 1", 1, "joint"});
    } else {
      inputs.push_back({input.name, "m", "surface elevation at the world origin", 1, "world"});
    }
  }
  return inputs;
}

}  // namespace raftup::solver
