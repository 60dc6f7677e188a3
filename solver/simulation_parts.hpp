#pragma once

#include <memory>
#include <vector>

#include "solver/part_stepping.hpp"

namespace raftup::solver {

/// The radiation memories of all groups of a model and what is said about them.
struct Radiation {
  std::vector<std::shared_ptr<const hydro::RadiationMemory>> memories;
  std::vector<hydro::RadiationReport> reports;

  /// @param cache of radiation fits, may be null
  Radiation(const Model& model, hydro::FitCache* cache);
};

using Parts = std::vector<std::unique_ptr<PartStepping>>;

/// The parts of a checked model, as they are stepped.
/// @throws Error(kInvalidArgument) where mass + added mass with the A_inf of the memories in use is
///         not positive definite
Parts make_parts(const Model& model, const Radiation& radiation);

}  // namespace raftup::solver
