#include "solver/simulation/outputs/mode_outputs.hpp"

#include <algorithm>

#include "solver/model/inputs/input_description.hpp"

namespace raftup::solver {

void add_mode_outputs(const Model& model, std::size_t body, std::vector<Output>& outputs) {
  const RigidBody& of = model.bodies[body];
  const std::size_t count = mode_count(model, of);
  if (count == 0) return;
  const int size = static_cast<int>(count);
  outputs.push_back({{of.name + ".mode", repeated("m", count),
                      "coordinates of the modes, 0 in the shape at rest", size, "body"},
                     Quantity::kModeCoordinate,
                     body});
  outputs.push_back({{of.name + ".mode_velocity", repeated("m/s", count),
                      "rates of the coordinates of the modes", size, "body"},
                     Quantity::kModeVelocity,
                     body});
  for (std::size_t i = 0; i < of.modes->deflections.size(); ++i) {
    outputs.push_back({{of.name + ".deflection." + of.modes->deflections[i].name, "m,m,m",
                        "displacement of the point by the modes", 3, "body"},
                       Quantity::kDeflection,
                       body,
                       i});
  }
  for (std::size_t i = 0; i < of.modes->stresses.size(); ++i) {
    outputs.push_back({{of.name + ".stress." + of.modes->stresses[i].name, "Pa",
                        "sum of the factors times the coordinates of the modes", 1, ""},
                       Quantity::kModalStress,
                       body,
                       i});
  }
}

ModeOutputs::ModeOutputs(const Model& model, const Islands& islands)
    : model_(model), islands_(islands) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const RigidBody& body = model.bodies[i];
    if (mode_count(model, body) == 0) continue;
    Body& read = bodies_[i];
    read.places = mode_places(model, body);
    for (const DeflectionPoint& point : body.modes->deflections) {
      read.shapes.push_back(mode_shapes_at(model, body, point.point));
    }
  }
}

VectorXd ModeOutputs::coordinates(const Body& body, bool rates, const State& state) const {
  VectorXd q(static_cast<Eigen::Index>(body.places.size()));
  for (std::size_t i = 0; i < body.places.size(); ++i) {
    const auto& [carrier, axis] = body.places[i];
    const Islands::Place place = islands_.of_body(carrier);
    const BodyKinematics& at =
        place.island->start(state, StepStart::Known::kInputs).bodies[place.index];
    q[static_cast<Eigen::Index>(i)] = rates ? at.velocity[axis] : at.position[axis];
  }
  return q;
}

double* ModeOutputs::read(const Output& output, const State& state, double* values) const {
  const Body& body = bodies_.at(output.owner);
  const VectorXd q = coordinates(body, output.quantity == Quantity::kModeVelocity, state);
  if (output.quantity == Quantity::kDeflection) {
    const Vector3 deflection = body.shapes[output.place] * q;
    return std::copy_n(deflection.data(), 3, values);
  }
  if (output.quantity == Quantity::kModalStress) {
    const std::vector<double>& factors =
        model_.bodies[output.owner].modes->stresses[output.place].factors;
    *values = Eigen::Map<const VectorXd>(factors.data(), q.size()).dot(q);
    return values + 1;
  }
  return std::copy_n(q.data(), q.size(), values);
}

}  // namespace raftup::solver
