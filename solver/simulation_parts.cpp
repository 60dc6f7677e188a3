#include "solver/simulation_parts.hpp"

#include <fmt/format.h>

#include <utility>

#include "hydro/error.hpp"
#include "solver/interactions/added_mass_assembly.hpp"
#include "solver/linear/definiteness.hpp"

namespace raftup::solver {

namespace {

void require_definite(const Model& model, const Radiation& radiation) {
  const std::vector<AddedMass> added_masses = assemble_added_masses(
      model, infinite_added_masses(radiation.memories), initial_added_masses(model));
  if (const auto dof = find_indefinite_dof(model.bodies, added_masses, initial_kinematics(model))) {
    throw Error(ErrorCode::kInvalidArgument,
                fmt::format("bodies[{}].mass must make mass plus added mass positive definite, "
                            "got {}",
                            dof->body, dof->description));
  }
}

}  // namespace

Radiation::Radiation(const Model& model, hydro::FitCache* cache) {
  const double step = 1e-9 * static_cast<double>(model.step_ns);
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    hydro::RadiationModel made =
        hydro::make_radiation_model(*group.database, group.radiation, step, cache);
    memories.push_back(std::move(made.memory));
    reports.push_back(std::move(made.report));
  }
}

Parts make_parts(const Model& model, const Radiation& radiation) {
  require_definite(model, radiation);
  Parts parts;
  for (const ModelPart& part : split_into_parts(model)) {
    parts.push_back(std::make_unique<PartStepping>(part, radiation.memories));
  }
  return parts;
}

}  // namespace raftup::solver
