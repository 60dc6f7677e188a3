/// @file A family of databases for tests of what holds one, not of what it says.
#pragma once

#include <vector>

#include "hydro/configurations/family_layout.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "tests/support/reference_data.hpp"

namespace raftup::testing {

/// The ships of alongside.h5 as filed, and the same numbers with the second two metres further
/// away along y.
inline std::vector<hydro::Database> ships_at_two_places() {
  const hydro::Database filed = hydro::read_database(own_data() / "alongside.h5");
  hydro::Database away = filed;
  away.bodies[1].center_of_gravity.y() += 2.0;
  away.bodies[1].center_of_buoyancy.y() += 2.0;
  return {filed, away};
}

/// The position of the second ship of each database, in line with the first.
inline std::vector<hydro::Configuration> places_of_second(
    const std::vector<hydro::Database>& nodes) {
  std::vector<hydro::Configuration> positions;
  for (const hydro::Database& node : nodes) {
    hydro::Configuration& q =
        positions.emplace_back(node.bodies[1].center_of_gravity - node.bodies[0].center_of_gravity);
    q[2] = 0.0;
  }
  return positions;
}

/// Ships at two places: a file of two nodes over relative position.
inline std::vector<std::byte> ships_apart() {
  const std::vector<hydro::Database> nodes = ships_at_two_places();
  return hydro::write_family(places_of_second(nodes), nodes);
}

/// Ships at two places: a file of two nodes along a track.
inline std::vector<std::byte> ships_along_a_track() {
  const std::vector<hydro::Database> nodes = ships_at_two_places();
  const std::vector<hydro::Configuration> places = places_of_second(nodes);
  return hydro::write_track_family({places.begin(), places.end()}, nodes);
}

}  // namespace raftup::testing
