/// @file Families of databases by formulas, and models of two bodies that they belong to.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "hydro/configurations/database_family.hpp"
#include "tests/support/simulations.hpp"

namespace raftup::testing {

/// Fills the coefficients of the database of one configuration.
using AtConfiguration = std::function<void(const hydro::Configuration& q, hydro::Database&)>;

/// Two bodies of 1 m3 with nothing but their places.
inline hydro::Database bare_pair(const hydro::Configuration& q) {
  hydro::Database database;
  database.source_format = "formula";
  database.omega = VectorXd::LinSpaced(40, 0.1, 4.0);
  for (const char* name : {"first", "second"}) {
    hydro::DatabaseBody& body = database.bodies.emplace_back();
    body.name = name;
    body.displaced_volume = 1.0;
  }
  for (Vector3 hydro::DatabaseBody::*center :
       {&hydro::DatabaseBody::center_of_gravity, &hydro::DatabaseBody::center_of_buoyancy}) {
    (database.bodies[1].*center).head<2>() = q.head<2>();
  }
  database.added_mass_infinite = MatrixXd::Zero(12, 12);
  return database;
}

using Family = std::shared_ptr<const hydro::DatabaseFamily>;

/// The coefficients of each node in the axes of its own bow.
inline Family family_at(const std::vector<hydro::Configuration>& positions,
                        const AtConfiguration& fill) {
  std::vector<hydro::Database> nodes;
  for (const hydro::Configuration& q : positions) fill(q, nodes.emplace_back(bare_pair(q)));
  return std::make_shared<const hydro::DatabaseFamily>(
      hydro::make_database_family(positions, std::move(nodes), "formula"));
}

/// Nodes at every x, y and heading.
inline Family family_of(const std::vector<double>& x, const std::vector<double>& y,
                        const std::vector<double>& heading, const AtConfiguration& fill) {
  std::vector<hydro::Configuration> positions;
  for (const double along : x) {
    for (const double across : y) {
      for (const double turned : heading) positions.emplace_back(along, across, turned);
    }
  }
  return family_at(positions, fill);
}

/// Values from `first` to `last`, `step` apart.
inline std::vector<double> every(double step, double first, double last) {
  std::vector<double> values;
  for (int i = 0; first + step * i <= last + 1e-9; ++i) values.push_back(first + step * i);
  return values;
}

/// Weightless bodies "first" at the origin and "second" at q, taken from a family without memory.
inline solver::Model pair_model(const Family& family, const hydro::Configuration& q, double mass,
                                const std::array<bool, 6>& free, double step) {
  solver::Model model;
  model.step_ns = nanoseconds(step);
  model.bodies.push_back(
      weightless_body("first", mass, Vector3::Constant(mass), Vector3::Zero(), free));
  model.bodies.push_back(
      weightless_body("second", mass, Vector3::Constant(mass), {q.x(), q.y(), 0.0}, free));
  model.bodies[1].pose.attitude = yawed(q[2]);
  solver::HydrodynamicGroup& group = model.hydrodynamics.emplace_back();
  group.name = "pair";
  group.family = family;
  group.database = family->nodes.front();
  group.configurations.emplace();
  group.bodies = {{"first", 0}, {"second", 1}};
  group.hydrostatics = solver::HydrostaticsMode::kNone;
  group.radiation.form = hydro::RadiationForm::kNone;
  group.coriolis = solver::AddedMassCoriolis::kFull;
  return model;
}

}  // namespace raftup::testing
