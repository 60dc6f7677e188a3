/// @file A family of databases for tests of what holds one, not of what it says.
#pragma once

#include <vector>

#include "hydro/configurations/family_layout.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "tests/support/reference_data.hpp"

namespace raftup::testing {

/// The ships of alongside.h5 as filed, and the same numbers with the second two metres further
/// away along y: a file of two nodes.
inline std::vector<std::byte> ships_apart() {
  const hydro::Database filed = hydro::read_database(own_data() / "alongside.h5");
  hydro::Database away = filed;
  away.bodies[1].center_of_gravity.y() += 2.0;
  away.bodies[1].center_of_buoyancy.y() += 2.0;
  std::vector<hydro::Configuration> positions;
  for (const hydro::Database& node : {filed, away}) {
    hydro::Configuration& q =
        positions.emplace_back(node.bodies[1].center_of_gravity - node.bodies[0].center_of_gravity);
    q[2] = 0.0;
  }
  return hydro::write_family(positions, {filed, away});
}

}  // namespace raftup::testing
