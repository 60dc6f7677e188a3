/// @file Families along a track by formulas, and models of three bodies that they belong to.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hydro/configurations/database_family.hpp"
#include "tests/support/simulations.hpp"

namespace raftup::testing {

using TrackFamily = std::shared_ptr<const hydro::DatabaseFamily>;
/// Fills the coefficients of the database of one node.
using AtRelativePositions =
    std::function<void(const hydro::RelativePositions& q, hydro::Database&)>;

inline const std::array<std::string, 3> kThreeNames{"first", "second", "third"};

/// Three bodies of 1 m3 with nothing but their places.
inline hydro::Database bare_three(const hydro::RelativePositions& q) {
  hydro::Database database;
  database.source_format = "formula";
  database.omega = VectorXd::LinSpaced(40, 0.1, 4.0);
  for (Eigen::Index i = 0; i <= q.cols(); ++i) {
    hydro::DatabaseBody& body = database.bodies.emplace_back();
    body.name = kThreeNames[static_cast<std::size_t>(i)];
    body.displaced_volume = 1.0;
    if (i > 0) body.center_of_gravity.head<2>() = q.col(i - 1).head<2>();
    body.center_of_buoyancy = body.center_of_gravity;
  }
  const Eigen::Index dofs = 6 * (1 + q.cols());
  database.added_mass_infinite = MatrixXd::Zero(dofs, dofs);
  return database;
}

/// Relative positions of the second and the third body.
inline hydro::RelativePositions both(const Vector3& second, const Vector3& third) {
  hydro::RelativePositions q(3, 2);
  q << second, third;
  return q;
}

/// `count` nodes at equal distances between two relative positions.
inline std::vector<hydro::RelativePositions> straight(const hydro::RelativePositions& from,
                                                      const hydro::RelativePositions& to,
                                                      int count) {
  std::vector<hydro::RelativePositions> nodes;
  for (int k = 0; k < count; ++k) {
    nodes.emplace_back(from + (static_cast<double>(k) / (count - 1)) * (to - from));
  }
  return nodes;
}

inline TrackFamily track_family(const std::vector<hydro::RelativePositions>& track,
                                const AtRelativePositions& fill) {
  std::vector<hydro::Database> nodes;
  for (const hydro::RelativePositions& q : track) fill(q, nodes.emplace_back(bare_three(q)));
  return std::make_shared<const hydro::DatabaseFamily>(
      hydro::make_track_family(track, std::move(nodes), "formula"));
}

/// Weightless bodies at relative positions q, the first at the origin, in a group "water" without
/// memory, hydrostatics and waves.
inline solver::Model track_model(const TrackFamily& family, const hydro::RelativePositions& q,
                                 double mass, const std::array<bool, 6>& free, double step) {
  solver::Model model;
  model.step_ns = nanoseconds(step);
  solver::HydrodynamicGroup group;
  for (Eigen::Index i = 0; i <= q.cols(); ++i) {
    const std::string& name = kThreeNames[static_cast<std::size_t>(i)];
    const Vector3 at = i == 0 ? Vector3(Vector3::Zero()) : Vector3(q(0, i - 1), q(1, i - 1), 0.0);
    model.bodies.push_back(weightless_body(name, mass, Vector3::Constant(mass), at, free));
    if (i > 0) model.bodies.back().pose.attitude = yawed(q(2, i - 1));
    group.bodies.push_back({name, i});
  }
  group.name = "water";
  group.family = family;
  group.database = family->nodes.front();
  group.configurations.emplace();
  group.hydrostatics = solver::HydrostaticsMode::kNone;
  group.radiation.form = hydro::RadiationForm::kNone;
  group.coriolis = solver::AddedMassCoriolis::kFull;
  model.hydrodynamics.push_back(group);
  return model;
}

}  // namespace raftup::testing
