#include "solver/outputs/output_catalogue.hpp"

#include <array>

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
     "everything that acts on the rigid body, added mass and weight included, at the centre of "
     "mass; reactions of dofs that are not free left out"},
}};

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
    } else {
      inputs.push_back({input.name, "m", "surface elevation at the world origin", 1, "world"});
    }
  }
  return inputs;
}

}  // namespace raftup::solver
