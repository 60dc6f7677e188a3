#pragma once

#include <string>
#include <vector>

#include "solver/nonsmooth/laws/nonsmooth_law.hpp"
#include "solver/nonsmooth/relations/relation.hpp"

namespace raftup::solver::nonsmooth {

/// An interaction alpha: the set of systems that it links, how local variables y, lambda relate to
/// their coordinates and inputs, and the law between y and lambda. A plain description.
struct Interaction {
  std::string name;
  /// Names, all of one order. X (or Q) concatenates their coordinates and R (or P) their inputs in
  /// this sequence.
  std::vector<std::string> systems;
  Relation relation;
  NonsmoothLaw law;
};

/// How many derivatives y[0], y[1].. of the output a time step needs: y for systems of first order,
/// y and dy/dt for those of second order.
std::size_t level_count(SystemOrder order);

}  // namespace raftup::solver::nonsmooth
