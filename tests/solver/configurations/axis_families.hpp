/// @file Families of databases over axes by formulas, and models of one body that they belong to.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "hydro/configurations/database_family.hpp"
#include "tests/support/simulations.hpp"

namespace raftup::testing {

using AxisFamily = std::shared_ptr<const hydro::DatabaseFamily>;
/// Fills the coefficients of the database of one node.
using AtNode = std::function<void(const hydro::Configuration& q, hydro::Database&)>;

/// One body of 1 m3 without coefficients.
inline hydro::Database bare_hull() {
  hydro::Database database;
  database.source_format = "formula";
  database.omega = VectorXd::LinSpaced(40, 0.1, 4.0);
  hydro::DatabaseBody& body = database.bodies.emplace_back();
  body.name = "hull";
  body.displaced_volume = 1.0;
  database.added_mass_infinite = MatrixXd::Zero(6, 6);
  return database;
}

inline AxisFamily axis_family(const std::vector<hydro::AxisQuantity>& axes,
                              const std::vector<hydro::Configuration>& nodes, const AtNode& fill,
                              const std::vector<std::vector<Vector3>>& attitudes = {}) {
  std::vector<hydro::Database> databases;
  for (const hydro::Configuration& q : nodes) fill(q, databases.emplace_back(bare_hull()));
  return std::make_shared<const hydro::DatabaseFamily>(
      hydro::make_axis_family({axes, nodes, attitudes}, std::move(databases), "formula"));
}

/// Nodes along one axis.
inline std::vector<hydro::Configuration> along(const std::vector<double>& values) {
  std::vector<hydro::Configuration> nodes;
  for (const double value : values) nodes.emplace_back(value, 0.0, 0.0);
  return nodes;
}

/// An axis that measures an input.
inline solver::ConfigurationAxis axis_of_input(const std::string& input) {
  solver::ConfigurationAxis axis;
  axis.of = hydro::AxisQuantity::kInput;
  axis.input = input;
  return axis;
}

/// A weightless body "hull" at the origin in a group "water" without memory, hydrostatics and waves.
inline solver::Model hull_model(const AxisFamily& family,
                                const std::vector<solver::ConfigurationAxis>& axes, double mass,
                                double step) {
  solver::Model model;
  model.step_ns = nanoseconds(step);
  model.bodies.push_back(weightless_body("hull", mass, Vector3::Constant(mass), Vector3::Zero()));
  solver::HydrodynamicGroup& group = model.hydrodynamics.emplace_back();
  group.name = "water";
  group.family = family;
  group.database = family->nodes.front();
  group.configurations.emplace().axes = axes;
  group.bodies = {{"hull", 0}};
  group.hydrostatics = solver::HydrostaticsMode::kNone;
  group.radiation.form = hydro::RadiationForm::kNone;
  group.coriolis = solver::AddedMassCoriolis::kFull;
  for (const solver::ConfigurationAxis& axis : axes) {
    if (!axis.input.empty()) model.inputs.emplace_back(axis.input, solver::ConfigurationInput{});
  }
  return model;
}

}  // namespace raftup::testing
