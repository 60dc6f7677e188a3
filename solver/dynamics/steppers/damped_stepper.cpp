#include "solver/dynamics/steppers/damped_stepper.hpp"

#include <algorithm>
#include <utility>

namespace raftup::solver {

namespace {

bool is_damped(const RigidBody& body) {
  return !body.linear_velocity_damping.isZero(0.0) || !body.angular_velocity_damping.isZero(0.0);
}

/// Inertia of a body including its inertia coefficients, body axes.
Matrix3 effective_inertia(const RigidBody& body) {
  const Vector3 scale = (Vector3::Ones() + body.inertia_coefficients).cwiseSqrt();
  return scale.asDiagonal() * body.inertia * scale.asDiagonal();
}

/// The difference M' - M of a body, body axes. M includes the coefficients C of the body, so that 1
/// + C' = (1 + C)(1 + D h).
Matrix6 damping_mass(const RigidBody& body, double step) {
  const Vector3 effective = Vector3::Ones() + body.mass_coefficients;
  const Matrix3 inertia = effective_inertia(body);
  const Vector3 root = (Vector3::Ones() + step * body.angular_velocity_damping).cwiseSqrt();
  Matrix6 mass = Matrix6::Zero();
  mass.diagonal().head<3>() =
      body.mass * step * effective.cwiseProduct(body.linear_velocity_damping);
  mass.bottomRightCorner<3, 3>() = root.asDiagonal() * inertia * root.asDiagonal();
  mass.bottomRightCorner<3, 3>() -= inertia;
  return mass;
}

std::vector<AddedMass> with_damping(const Model& model, std::vector<AddedMass> added_masses) {
  const double step = 1e-9 * static_cast<double>(model.step_ns);
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    if (!is_damped(model.bodies[i])) continue;
    added_masses.emplace_back(std::vector<std::size_t>{i}, damping_mass(model.bodies[i], step),
                              HydroFrame::kBody, Matrix3::Identity(), AddedMassCoriolis::kOff);
  }
  return added_masses;
}

}  // namespace

Matrix6 velocity_damping(const RigidBody& body) {
  const Vector3 masses = body.mass * (Vector3::Ones() + body.mass_coefficients);
  const Matrix3 inertia = effective_inertia(body);
  const auto rates = body.angular_velocity_damping.asDiagonal();
  Matrix6 damping = Matrix6::Zero();
  damping.diagonal().head<3>() = masses.cwiseProduct(body.linear_velocity_damping);
  damping.bottomRightCorner<3, 3>() = 0.5 * (rates * inertia + inertia * rates);
  return damping;
}

bool DampedStepper::has_damping(const Model& model) {
  return std::any_of(model.bodies.begin(), model.bodies.end(), is_damped);
}

DampedStepper::DampedStepper(std::unique_ptr<Stepper> stepper, MultibodySystem& system,
                             const Model& model, std::vector<AddedMass> added_masses)
    : stepper_(std::move(stepper)),
      system_(system),
      damped_(model, with_damping(model, std::move(added_masses))),
      constraints_(model, initial_kinematics(model), damped_.groups()),
      held_(damped_, constraints_) {}

void DampedStepper::compute(const StepStart& start, const State& state) {
  stepper_->compute(start, state);
  end_ = stepper_->end();
  for (std::size_t i = 0; i < constraints_.joints().size(); ++i) {
    constraints_.configure(i, system_.constraints.state(i));
  }
  constraints_.set_switches(system_.constraints.states().switches());
  damped_.held().copy(system_.masses.held());
  damped_.compute_velocities(end_);
  held_.project(end_);
  system_.masses.compute_momenta(end_);
}

}  // namespace raftup::solver
