#include "solver/simulation/outputs/output_catalogue.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "solver/contacts/line_reading.hpp"
#include "solver/joints/joint_dofs.hpp"
#include "solver/simulation/outputs/mode_outputs.hpp"

namespace raftup::solver {

namespace {

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

/// The output of the second-order force. Only bodies on which such a force acts have it, so that
/// the outputs of other models do not change.
constexpr BodyOutput kSecondOrderOutput{
    Quantity::kSecondOrderForce,
    "force.second_order",
    kWrenchUnits,
    6,
    "world",
    "second-order wave force at the centre of mass; no part of force.excitation"};

bool has_second_order_force(const Model& model, const std::string& body) {
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    for (const GroupBody& member : group.bodies) {
      if (member.body == body) return group.second_order.acts();
    }
  }
  return false;
}

/// The unit of an axis of a family of databases.
std::string unit_of_axis(const Model& model, const HydrodynamicGroup& group, std::size_t axis) {
  const hydro::AxisQuantity of = group.family->axes[axis];
  if (hydro::is_angle(of)) return "rad";
  if (of != hydro::AxisQuantity::kInput) return of == hydro::AxisQuantity::kSpeed ? "m/s" : "m";
  for (const Input& input : model.inputs) {
    const auto* kind = std::get_if<ConfigurationInput>(&input.kind);
    const bool named = axis < group.configurations->axes.size() &&
                       input.name == group.configurations->axes[axis].input;
    if (kind != nullptr && named) return kind->unit;
  }
  return "1";
}

/// The loads at the sections of a body, which only bodies with sections have.
void add_section_outputs(const RigidBody& body, std::size_t index, std::vector<Output>& outputs) {
  for (std::size_t section = 0; section < body.sections.size(); ++section) {
    outputs.push_back(
        {{body.name + ".section." + body.sections[section].name, kWrenchUnits,
          "axial force, horizontal and vertical shear force, torsion, vertical (hogging > 0) and "
          "horizontal bending moment, of the part behind on the part ahead",
          6, "body"},
         Quantity::kSectionLoad,
         index,
         section});
  }
}

/// The units of the free dofs: "m" or "rad" for each.
std::string dof_units(std::span<const FreeDof> dofs, const std::string& per) {
  std::string units;
  for (const FreeDof& dof : dofs) {
    if (!units.empty()) units += ',';
    units += (dof.is_angle() ? "rad" : "m") + per;
  }
  return units;
}

/// "N" or "N m" for each dof.
std::string drive_units(std::span<const FreeDof> dofs) {
  std::string units;
  for (const FreeDof& dof : dofs) {
    if (!units.empty()) units += ',';
    units += dof.is_angle() ? "N m" : "N";
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
  if (joint.drives.empty()) return;
  const int drives = static_cast<int>(joint.drives.size());
  std::vector<FreeDof> driven;
  for (const JointDrive& drive : joint.drives) {
    // Outputs are listed of models whose checks have failed, too.
    const bool exists = drive.dof >= 0 && std::cmp_less(drive.dof, dofs.size());
    driven.push_back(dofs[exists ? static_cast<std::size_t>(drive.dof) : 0]);
  }
  add(Quantity::kJointDriveForce, "drive_force", drive_units(driven), drives, "joint",
      "force of each drive on body 1 along its dof");
  add(Quantity::kJointDrivePower, "drive_power", "W", drives, "",
      "power that each drive gives the bodies; negative where it takes power from them");
}

void add_load_outputs(const Load& load, std::size_t index, std::vector<Output>& outputs) {
  std::size_t place = 0;
  for (const LoadOutput& output : load.description().outputs()) {
    outputs.push_back({{load.name + "." + output.name, output.unit, output.description, output.size,
                        output.frame},
                       Quantity::kOfLoad,
                       index,
                       place});
    place += static_cast<std::size_t>(output.size);
  }
  outputs.push_back(
      {{load.name + ".force", kWrenchUnits,
        "force and moment of the load on its first body, at the centre of mass", 6, "world"},
       Quantity::kLoadForce,
       index});
  outputs.push_back({{load.name + ".power", "W", "power of the load on all its bodies", 1, ""},
                     Quantity::kLoadPower,
                     index});
}

void add_energy_outputs(std::vector<Output>& outputs) {
  outputs.push_back(
      {{"energy.kinetic", "J", "kinetic energy of the bodies, added mass included", 1, ""},
       Quantity::kKineticEnergy});
  outputs.push_back(
      {{"energy.potential", "J",
        "potential energy of weight, hydrostatics, loads and springs of joints", 1, ""},
       Quantity::kPotentialEnergy});
  outputs.push_back(
      {{"energy.power", "W", "power of everything that has no potential: d(kinetic + potential)/dt",
        1, ""},
       Quantity::kPower});
}

void add_event_outputs(const Event& event, std::size_t index, std::vector<Output>& outputs) {
  outputs.push_back({{event.name + ".count", "1", "how often the event has fired", 1, ""},
                     Quantity::kEventCount,
                     index});
  outputs.push_back(
      {{event.name + ".active", "1", "1 from when the event fires until it is armed again", 1, ""},
       Quantity::kEventActive,
       index});
}

void add_probe_outputs(const Probe& probe, std::size_t index, std::vector<Output>& outputs) {
  const auto add = [&](Quantity quantity, const char* name, const char* unit, int size,
                       const char* description) {
    outputs.push_back(
        {{probe.name + "." + name, unit, description, size, "world"}, quantity, index});
  };
  add(Quantity::kProbeElevation, "elevation", "m", 1,
      "elevation of the undisturbed sea above the point");
  add(Quantity::kProbeRelativeElevation, "relative_elevation", "m", 1,
      "height of the surface above the point, < 0 where it is dry");
  add(Quantity::kProbeAirGap, "air_gap", "m", 1,
      "height of the point above the surface, < 0 where it is wet");
  add(Quantity::kProbeWet, "wet", "1", 1, "1 where the point is below the surface, else 0");
  add(Quantity::kProbePressure, "pressure", "Pa", 1,
      "pressure above that of the air, that of still water included; 0 where dry");
  add(Quantity::kProbeVelocity, "water_velocity", "m/s", 3,
      "velocity of the water, current included; 0 where dry");
  add(Quantity::kProbeAcceleration, "water_acceleration", "m/s2", 3,
      "acceleration of the water; 0 where dry");
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

void add_contact_outputs(const ContactReader& reader, std::size_t index,
                         std::vector<Output>& outputs) {
  const auto add = [&](Quantity quantity, const char* name, const char* unit, int size,
                       const char* frame, const char* description) {
    outputs.push_back(
        {{reader.name + "." + name, unit, description, size, frame}, quantity, index});
  };
  add(Quantity::kContactNormalForce, "normal_force", "N", 3, "world",
      "normal forces of the last step on side 1");
  add(Quantity::kContactFrictionForce, "friction_force", "N", 3, "world",
      "friction of the last step on side 1");
  add(Quantity::kContactTorque, "torque", "N m", 3, "world",
      "moment of both about the centre of mass of side 1's body");
  add(Quantity::kContactCount, "count", "1", 1, "", "points that overlap or push");
  add(Quantity::kContactDepth, "depth", "m", 1, "", "greatest overlap, 0 apart");
  if (!reader.residual) return;
  add(Quantity::kContactResidual, "residual", "1", 1, "",
      "what the solution of the last step left of the laws of contact and friction, relative to "
      "what moves; 0 without one");
}

void add_distance_outputs(const DistanceReader& reader, std::size_t index,
                          std::vector<Output>& outputs) {
  const auto add = [&](Quantity quantity, const char* name, int size, const char* frame,
                       const char* description) {
    outputs.push_back({{reader.name + "." + name, "m", description, size, frame}, quantity, index});
  };
  add(Quantity::kDistance, "distance", 1, "", "least distance of the sides; negative: depth");
  add(Quantity::kDistancePoint1, "point1", 3, "world", "nearest point of side 1");
  add(Quantity::kDistancePoint2, "point2", 3, "world", "nearest point of side 2");
}

/// "N" or "N m" for each cylinder and then each gear of a machine.
std::string port_units(const Model& model, const Machine& machine) {
  std::vector<FreeDof> ports;
  const auto add = [&](const auto& part) {
    const auto joint = find_joint(model, part.joint);
    if (!joint) return;  // of a model whose checks have failed
    const std::span<const FreeDof> dofs = free_dofs(model.joints[*joint].type);
    if (part.dof < 0 || std::cmp_greater_equal(part.dof, dofs.size())) return;
    ports.push_back(dofs[static_cast<std::size_t>(part.dof)]);
  };
  for (const HydraulicCylinder* cylinder : machine.parts_of<HydraulicCylinder>()) add(*cylinder);
  for (const Gear* gear : machine.parts_of<Gear>()) add(*gear);
  return drive_units(ports);
}

void add_machine_outputs(const Model& model, std::size_t index, std::vector<Output>& outputs) {
  const Machine& machine = model.machines[index];
  const auto add = [&](Quantity quantity, const char* name, const std::string& unit,
                       std::size_t size, const char* description) {
    if (size == 0) return;
    outputs.push_back({{machine.name + "." + name, unit, description, static_cast<int>(size), ""},
                       quantity,
                       index});
  };
  const std::size_t passages = machine.parts_of<Orifice>().size() +
                               machine.parts_of<CheckValve>().size() +
                               machine.parts_of<ReliefValve>().size();
  add(Quantity::kMachinePressure, "pressure", "Pa", machine.nodes().size(),
      "mean over the last step, of each node");
  add(Quantity::kMachineFlow, "flow", "m3/s", passages,
      "mean over the last step, through each orifice and valve, in the order of the parts");
  add(Quantity::kMachineSpeed, "speed", "rad/s", machine.parts_of<Shaft>().size(), "of each shaft");
  add(Quantity::kMachineForce, "force", port_units(model, machine), machine.joints().size(),
      "over the last step on body 1 along its dof, of each cylinder, then of each gear");
  add(Quantity::kMachineAbsorbed, "absorbed", "J", 1, "energy taken from the bodies since t = 0");
  add(Quantity::kMachineStored, "stored", "J", 1,
      "energy that has come into gas, fluid, tanks and shafts since t = 0");
  add(Quantity::kMachineLosses, "losses", "J", 1,
      "energy lost in valves, motors, bearings and generators since t = 0");
  add(Quantity::kMachineElectric, "electric", "J", 1, "energy given as electricity since t = 0");
  add(Quantity::kMachineElectricPower, "electric_power", "W", 1,
      "mean electric power over the last step");
}

void add_line_outputs(const ContactShape& line, std::size_t index, std::vector<Output>& outputs) {
  const std::string name = line.body.empty() ? line.name : line.body + "." + line.name;
  const auto add = [&](Quantity quantity, const char* output, const char* unit, int size,
                       const char* frame, const char* description) {
    outputs.push_back({{name + "." + output, unit, description, size, frame}, quantity, index});
  };
  add(Quantity::kLineHit, "hit", "1", 1, "", "1 where the line meets a shape, else 0");
  add(Quantity::kLinePoint, "point", "m", 3, "world", "where it meets the first; else 0");
  add(Quantity::kLineNormal, "normal", "1", 3, "world", "out of that surface; else 0");
  add(Quantity::kLineDepth, "depth", "m", 1, "",
      "length of the line from there to its end; else 0");
}

/// Of a group with a family of databases over axes or along a track.
void add_configuration_outputs(const Model& model, std::size_t index,
                               std::vector<Output>& outputs) {
  const HydrodynamicGroup& group = model.hydrodynamics[index];
  if (group.family == nullptr || !group.configurations) return;
  const auto add = [&](Quantity quantity, const char* output, const std::string& units,
                       std::size_t size, const char* description) {
    outputs.push_back(
        {{group.name + output, units, description, static_cast<int>(size), ""}, quantity, index});
  };
  if (group.family->grid.track() != nullptr) {
    add(Quantity::kConfiguration, ".configuration", "m,m", 2,
        "way along the track of the family, and distance from it");
  }
  const std::size_t count = group.family->axes.size();
  if (count == 0) return;
  std::vector<std::string> units;
  for (std::size_t i = 0; i < count; ++i) units.push_back(unit_of_axis(model, group, i));
  add(Quantity::kConfiguration, ".configuration", fmt::format("{}", fmt::join(units, ",")), count,
      "values of the axes of the family of databases");
  add(Quantity::kConfigurationPower, ".configuration_power", "W", 1,
      "power of who moves the axes that do not follow from poses: -v A' v / 2");
}

/// Of what has neither forces nor shapes of its own.
void add_outputs_of_rest(const Model& model, std::vector<Output>& outputs) {
  for (std::size_t probe = 0; probe < model.probes.size(); ++probe) {
    add_probe_outputs(model.probes[probe], probe, outputs);
  }
  for (std::size_t machine = 0; machine < model.machines.size(); ++machine) {
    add_machine_outputs(model, machine, outputs);
  }
  for (std::size_t event = 0; event < model.events.size(); ++event) {
    add_event_outputs(model.events[event], event, outputs);
  }
  for (std::size_t group = 0; group < model.hydrodynamics.size(); ++group) {
    add_configuration_outputs(model, group, outputs);
  }
}

}  // namespace

std::vector<Output> list_outputs(const Model& model) {
  std::vector<Output> outputs;
  for (std::size_t body = 0; body < model.bodies.size(); ++body) {
    if (!model.bodies[body].carrier_of.empty()) continue;  // add_mode_outputs() lists its motion
    const std::string& name = model.bodies[body].name;
    const auto add = [&](const BodyOutput& entry) {
      outputs.push_back(
          {{name + "." + entry.name, entry.unit, entry.description, entry.size, entry.frame},
           entry.quantity,
           body});
    };
    for (const BodyOutput& entry : kBodyOutputs) add(entry);
    if (has_second_order_force(model, name)) add(kSecondOrderOutput);
    add_section_outputs(model.bodies[body], body, outputs);
    add_mode_outputs(model, body, outputs);
  }
  for (std::size_t joint = 0; joint < model.joints.size(); ++joint) {
    add_joint_outputs(model.joints[joint], joint, outputs);
  }
  for (std::size_t load = 0; load < model.loads.size(); ++load) {
    add_load_outputs(model.loads[load], load, outputs);
  }
  for (std::size_t observer = 0; observer < model.observers.size(); ++observer) {
    add_observer_outputs(model.observers[observer], observer, outputs);
  }
  for (std::size_t reader = 0; reader < model.contact_readers.size(); ++reader) {
    add_contact_outputs(model.contact_readers[reader], reader, outputs);
  }
  for (std::size_t reader = 0; reader < model.distance_readers.size(); ++reader) {
    add_distance_outputs(model.distance_readers[reader], reader, outputs);
  }
  const std::vector<std::size_t> lines = LineReading::lines_of(model);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    add_line_outputs(model.shapes[lines[i]], i, outputs);
  }
  for (std::size_t input = 0; input < model.inputs.size(); ++input) {
    const auto* field = std::get_if<WaveField>(&model.inputs[input].kind);
    if (field == nullptr) continue;
    outputs.push_back(
        {field->points_output(model.inputs[input].name), Quantity::kFieldPoints, input});
  }
  add_outputs_of_rest(model, outputs);
  outputs.push_back({{"sea.elevation", "m",
                      "surface elevation at the world origin, streamed waves included", 1, "world"},
                     Quantity::kWaveElevation});
  add_energy_outputs(outputs);
  return outputs;
}

}  // namespace raftup::solver
