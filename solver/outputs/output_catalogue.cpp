#include "solver/outputs/output_catalogue.hpp"

#include <algorithm>
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
  add(Quantity::kJointGap, "gap", "m,rad", 2, "joint",
      "how far the held dofs are open: length of the translations, of the rotations");
  const std::span<const FreeDof> dofs = free_dofs(joint.type);
  if (dofs.empty()) return;
  const int count = static_cast<int>(dofs.size());
  add(Quantity::kJointPosition, "position", dof_units(dofs, ""), count, "joint",
      "free dofs, body 1 relative to body 2, 0 at t = 0");
  add(Quantity::kJointSpeed, "speed", dof_units(dofs, "/s"), count, "joint",
      "rates of the free dofs, body 1 relative to body 2");
}

void add_tension_output(const std::string& load, std::size_t index, std::vector<Output>& outputs) {
  outputs.push_back(
      {{load + ".tension", "N", "tension of the line", 1, ""}, Quantity::kLineTension, index});
}

void add_winch_outputs(const std::string& load, std::size_t index, std::vector<Output>& outputs) {
  add_tension_output(load, index, outputs);
  outputs.push_back({{load + ".length", "m", "unstretched length of the line", 1, ""},
                     Quantity::kLineLength,
                     index});
  outputs.push_back({{load + ".speed", "m/s", "speed at which the line is hauled in", 1, ""},
                     Quantity::kLineSpeed,
                     index});
}

void add_observer_outputs(const ObserverFrame& observer, std::size_t index,
                          std::vector<Output>& outputs) {
  const bool relative = !observer.relative_to.empty();
  const std::string frame = relative ? "observer " + observer.relative_to : "world";
  const std::string seen = relative ? ", seen from there as it turns" : "";
  const auto add = [&](Quantity quantity, const char* name, const char* unit, int size,
                       const char* description) {
    outputs.push_back(
        {{observer.name + "." + name, unit, description + seen, size, frame}, quantity, index});
  };
  add(Quantity::kObserverPosition, "position", "m", 3, "origin of the frame");
  if (relative) {
    add(Quantity::kObserverDistance, "distance", "m", 1, "distance of the two origins");
  }
  add(Quantity::kObserverOrientation, "orientation", "1", 4, "unit quaternion w x y z of its axes");
  add(Quantity::kObserverLinearVelocity, "linear_velocity", "m/s", 3, "velocity of its origin");
  add(Quantity::kObserverAngularVelocity, "angular_velocity", "rad/s", 3, "angular velocity");
  add(Quantity::kObserverLinearAcceleration, "linear_acceleration", "m/s2", 3,
      "acceleration of its origin, gravity not included");
  add(Quantity::kObserverAngularAcceleration, "angular_acceleration", "rad/s2", 3,
      "angular acceleration");
}

Variable kinematic_input(const std::string& name, const KinematicMotion& motion) {
  if (motion.target == KinematicTarget::kVelocity) {
    return {name, "m/s,m/s,m/s,rad/s,rad/s,rad/s",
            "velocity of the centre of mass and angular velocity of body '" + motion.body + "'", 6,
            "world"};
  }
  return {name, "m,m,m,1,1,1,1",
          "pose (unit quaternion w x y z) of body '" + motion.body + "' at the sample's time", 7,
          "world"};
}

/// "kg" between forces and accelerations, "kg m2" between moments and angular accelerations.
Variable gain_input(const std::string& name, const AccelerationGain& gain) {
  const std::size_t size = 6 * gain.bodies.size();
  std::string units;
  for (std::size_t place = 0; place < size * size; ++place) {
    const bool moment = place / size % 6 >= 3;
    const bool angular = place % size % 6 >= 3;
    if (place > 0) units += ',';
    units += moment && angular ? "kg m2" : moment || angular ? "kg m" : "kg";
  }
  std::string bodies;
  for (const std::string& body : gain.bodies) bodies += (bodies.empty() ? "'" : ", '") + body + "'";
  return {name, units, "G of the force -G a on " + bodies + " with accelerations a",
          static_cast<int>(size * size), "world"};
}

/// The units of one item, `count` times.
std::string repeated(const std::string& units, std::size_t count) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += (i == 0 ? "" : ",") + units;
  return all;
}

Variable components_input(const std::string& name, const StreamedComponents& waves) {
  return {name, repeated("rad/s,m,rad,rad", static_cast<std::size_t>(waves.component_count)),
          "omega, amplitude, phase and direction of each harmonic", 4 * waves.component_count,
          "world"};
}

Variable field_input(const std::string& name, const WaveField& field) {
  return {name, repeated("m,m/s,m/s,m/s,Pa", field.points.size()),
          "elevation, velocity of the water and dynamic pressure at each point of body '" +
              field.body + "'",
          static_cast<int>(5 * field.points.size()), "world"};
}

Variable drive_input(const std::string& name, const std::string& load, const Model& model) {
  const auto winch = std::find_if(model.loads.begin(), model.loads.end(),
                                  [&](const Load& item) { return item.name == load; });
  const bool speed = std::get<Winch>(winch->kind).control == WinchControl::kSpeed;
  return {name, speed ? "m/s" : "N",
          (speed ? "speed at which winch '" : "tension that winch '") + load +
              (speed ? "' hauls in" : "' keeps"),
          1, ""};
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
  for (std::size_t load = 0; load < model.loads.size(); ++load) {
    if (std::holds_alternative<Winch>(model.loads[load].kind)) {
      add_winch_outputs(model.loads[load].name, load, outputs);
    } else if (std::holds_alternative<PointSpring>(model.loads[load].kind)) {
      add_tension_output(model.loads[load].name, load, outputs);
    }
  }
  for (std::size_t observer = 0; observer < model.observers.size(); ++observer) {
    add_observer_outputs(model.observers[observer], observer, outputs);
  }
  for (std::size_t input = 0; input < model.inputs.size(); ++input) {
    const auto* field = std::get_if<WaveField>(&model.inputs[input].kind);
    if (field == nullptr) continue;
    outputs.push_back({{model.inputs[input].name + ".points", "m",
                        "points of body '" + field->body +
                            "' where the wave field is asked for, "
                            "x y z of each",
                        static_cast<int>(3 * field->points.size()), "world"},
                       Quantity::kFieldPoints,
                       input});
  }
  outputs.push_back({{"sea.elevation", "m",
                      "surface elevation at the world origin, streamed waves included", 1, "world"},
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
    } else if (const auto* motion = std::get_if<KinematicMotion>(&input.kind)) {
      inputs.push_back(kinematic_input(input.name, *motion));
    } else if (const auto* drive = std::get_if<LoadDrive>(&input.kind)) {
      inputs.push_back(drive_input(input.name, drive->load, model));
    } else if (const auto* gain = std::get_if<AccelerationGain>(&input.kind)) {
      inputs.push_back(gain_input(input.name, *gain));
    } else if (const auto* waves = std::get_if<StreamedComponents>(&input.kind)) {
      inputs.push_back(components_input(input.name, *waves));
    } else if (const auto* spectrum = std::get_if<StreamedSpectrum>(&input.kind)) {
      inputs.push_back({input.name, "m2 s/rad", "density of the spectrum at its frequencies",
                        static_cast<int>(spectrum->omega.size()), ""});
    } else if (const auto* field = std::get_if<WaveField>(&input.kind)) {
      inputs.push_back(field_input(input.name, *field));
    } else {
      inputs.push_back({input.name, "m", "surface elevation at the world origin", 1, "world"});
    }
  }
  return inputs;
}

}  // namespace raftup::solver
