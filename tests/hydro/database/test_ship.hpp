#pragma once

#include <limits>

#include "hydro/database/readers/source.hpp"

namespace raftup::testing {

/// What diodore/test_ship.hdb of the reference data does not say itself.
inline hydro::SourceOptions test_ship_options() {
  hydro::SourceOptions options;
  options.water_density = 1025.0;
  options.gravity = 9.81;
  options.water_depth = std::numeric_limits<double>::infinity();
  options.body_names = {"ship"};
  options.centers_of_gravity = {Vector3(0, 0, 0.5)};
  return options;
}

}  // namespace raftup::testing
