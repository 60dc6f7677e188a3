/// @file Small models to linearise.
#pragma once

#include "solver/linearisation/linearisation.hpp"
#include "tests/support/models.hpp"

namespace raftup::testing {

inline solver::Linearization linearized(
    const solver::Model& model, solver::OperatingPoint point = solver::OperatingPoint::kEquilibrium,
    solver::RadiationSource radiation = solver::RadiationSource::kMemoryData) {
  return {model, nullptr, {point, radiation}, nullptr};
}

/// A model of bodies alone, without weight in `weightless_body`.
inline solver::Model model_of(std::vector<solver::RigidBody> bodies) {
  solver::Model model;
  model.bodies = std::move(bodies);
  model.step_ns = nanoseconds(0.01);
  model.gravity = 9.81;
  return model;
}

/// A body of weight at a place.
inline solver::RigidBody heavy_body(const std::string& name, double mass, const Vector3& position) {
  solver::RigidBody body = weightless_body(name, mass, Vector3(1.0, 1.2, 1.5) * mass, position);
  body.gravity = true;
  return body;
}

/// An upright box of length, breadth and draught [m] that floats by itself, its centre of gravity
/// in the water plane, without added mass but `added_mass` at every frequency.
inline std::shared_ptr<const hydro::Database> floating_box(const Vector3& size,
                                                           const Matrix6& added_mass) {
  auto database = std::make_shared<hydro::Database>();
  database->gravity = 9.81;
  database->water_density = 1000.0;
  database->omega = VectorXd::LinSpaced(3, 0.5, 2.0);
  database->wave_directions = VectorXd::Zero(1);
  database->added_mass_infinite = added_mass;
  hydro::DatabaseBody body;
  body.name = "box";
  body.displaced_volume = size.prod();
  body.center_of_buoyancy = {0.0, 0.0, -0.5 * size.z()};
  const double weight = 9810.0 * body.displaced_volume;
  // about the centre of gravity: of the water plane, and the centre of buoyancy below it
  body.hydrostatic_stiffness(2, 2) = 9810.0 * size.x() * size.y();
  body.hydrostatic_stiffness(3, 3) =
      9810.0 * size.x() * std::pow(size.y(), 3) / 12.0 - weight * 0.5 * size.z();
  body.hydrostatic_stiffness(4, 4) =
      9810.0 * size.y() * std::pow(size.x(), 3) / 12.0 - weight * 0.5 * size.z();
  database->bodies.push_back(body);
  return database;
}

/// The box as a model, with the inertia of unit gyration radii, without a radiation memory.
inline solver::Model box_model(const Vector3& size, const Matrix6& added_mass = Matrix6::Zero()) {
  solver::Model model = floating_model(floating_box(size, added_mass), {Vector3::Ones()}, 0.01);
  model.hydrodynamics[0].radiation.form = hydro::RadiationForm::kNone;
  return model;
}

}  // namespace raftup::testing
