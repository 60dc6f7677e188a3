/// @file A load of kind MooringSystem. Apart from moorings.hpp: few tests know the kind.
#pragma once

#include <string>

#include "solver/model/loads/mooring_system.hpp"
#include "tests/support/moorings.hpp"

namespace raftup::testing {

/// A mooring system whose coupled points are all fast to one body.
inline solver::MooringSystem mooring_system(const std::string& body,
                                            const std::string& input = kOneLine) {
  solver::MooringSystem system;
  system.body = body;
  system.input = input;
  return system;
}

}  // namespace raftup::testing
