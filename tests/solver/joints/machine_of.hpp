/// @file A machine from its parts, for the tests of machines.
#pragma once

#include <utility>
#include <vector>

#include "solver/model/machines/machine.hpp"

namespace raftup::testing {

/// A machine "pto" with the given parts.
inline solver::Machine machine_of(std::vector<solver::MachinePartKind> parts) {
  solver::Machine machine;
  machine.name = "pto";
  for (solver::MachinePartKind& part : parts) machine.parts.push_back({std::move(part)});
  return machine;
}

}  // namespace raftup::testing
