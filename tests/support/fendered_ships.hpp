/// @file Two ships alongside each other, held by ropes against fenders.
#pragma once

#include <algorithm>

#include "hydro/database/readers/read_database.hpp"
#include "solver/model/loads/rope.hpp"
#include "tests/support/models.hpp"
#include "tests/support/reference_data.hpp"
#include "tests/support/test_materials.hpp"

namespace raftup::testing {

/// Fenders in a row on the side of the first ship, each as one of
/// clients/examples/models/ship_to_ship.yaml but narrower, against the hull of the second.
/// @param fenders how many
inline void add_fenders(int fenders, solver::Model& model) {
  add_steel_and_rubber(model);
  const auto add = [&](const std::string& name, const std::string& body, const Vector3& size,
                       const Vector3& place, const std::string& material) {
    solver::Pose pose;
    pose.position = place;
    model.shapes.push_back({name, body, solver::Box{size}, pose, material, {}, Vector3::Zero()});
  };
  add("hull", "body1", {80.0, 18.0, 11.0}, Vector3::Zero(), "steel");
  add("hull", "body2", {50.0, 14.0, 9.0}, Vector3::Zero(), "steel");
  for (int i = 0; i < fenders; ++i) {
    const double along = -14.0 + 47.5 * i / std::max(1, fenders - 1);
    add("fender" + std::to_string(i), "body1", {1.0, 5.8, 4.0}, {along, 11.9, 0.0}, "rubber");
  }
}

/// A rope between the sides that face each other.
/// @param x1, x2 along the ships [m]
inline void add_hawser(double x1, double x2, double rest_length, double stiffness,
                       solver::Model& model) {
  solver::Rope rope;
  rope.points = {{"body1", {x1, 9.0, 5.0}}, {"body2", {x2, -7.0, 4.0}}};
  rope.stiffness = stiffness;
  rope.damping = 2.0e4;
  rope.rest_length = rest_length;
  model.loads.push_back({"hawser" + std::to_string(model.loads.size()), rope});
}

/// A carrier on a mooring and a supply vessel that eight ropes hold to it, in waves: as in
/// clients/examples/models/ship_to_ship.yaml, with two ropes more.
/// @param fenders between them; 0: nothing touches
inline solver::Model fendered_ships(int fenders) {
  solver::Model model = alongside_model(
      std::make_shared<hydro::Database>(hydro::read_bemio(own_data() / "alongside.h5")), 0.02);
  model.stepper = solver::StepperKind::kSpook;
  model.loads.resize(1);  // the mooring
  Vector6 drag;
  drag << 1.0e4, 1.0e5, 0.0, 0.0, 0.0, 2.0e7;
  model.loads.push_back(mooring("drag", "body2", Vector6::Zero(), drag));
  add_hawser(45.0, 24.0, 12.2, 4.0e5, model);
  add_hawser(40.0, 24.0, 12.2, 4.0e5, model);
  add_hawser(30.0, 20.0, 5.8, 4.0e5, model);
  add_hawser(0.0, 18.0, 28.4, 2.0e5, model);
  add_hawser(20.0, -18.0, 28.4, 2.0e5, model);
  add_hawser(-10.0, -20.0, 5.8, 4.0e5, model);
  add_hawser(-20.0, -24.0, 12.2, 4.0e5, model);
  add_hawser(-25.0, -24.0, 12.2, 4.0e5, model);
  constexpr double kPeakPeriod = 7.0, kHeight = 1.0, kDirection = 150.0 * kPi / 180.0;
  constexpr double kRamp = 30.0;
  hydro::DiscretisationOptions options;
  options.component_count = 200;
  model.sea = hydro::Sea(hydro::irregular_waves(hydro::JonswapSpectrum(kHeight, kPeakPeriod, 3.3),
                                                {kDirection}, options),
                         {model.water_depth, model.gravity, model.current}, kRamp);
  if (fenders > 0) add_fenders(fenders, model);
  return model;
}

}  // namespace raftup::testing
