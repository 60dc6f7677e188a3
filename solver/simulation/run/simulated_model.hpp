#pragma once

#include <cstdint>
#include <vector>

#include "hydro/radiation/base/radiation_options.hpp"
#include "solver/dynamics/islands/islands.hpp"

namespace raftup::solver {

/// A model while it is simulated and the islands that compute it, both with the mass properties and
/// the added masses that a State says: the two always belong to each other. They stay where they
/// are in memory.
class SimulatedModel {
 public:
  /// @param cache of radiation fits, may be null
  /// @throws Error(kInvalidArgument) with every broken rule of check(model), one a line
  SimulatedModel(Model model, hydro::FitCache* cache);
  SimulatedModel(const SimulatedModel&) = delete;
  SimulatedModel& operator=(const SimulatedModel&) = delete;
  ~SimulatedModel() = default;

  const Model& model() const { return model_; }
  Islands& islands() { return islands_; }

  /// Of the model as it was given, whatever its masses are now.
  std::uint64_t digest() const { return digest_; }
  /// Of its bodies as they were given.
  const std::vector<MassProperties>& given_masses() const { return given_masses_; }

  /// One per group.
  const std::vector<GroupMemories>& memories() const { return radiation_.memories; }
  const std::vector<hydro::RadiationReport>& radiation_reports() const {
    return radiation_.reports;
  }

  /// Makes model and islands what a state says of masses and added masses, or throws and changes
  /// nothing. Other masses cost as much as a simulation made anew, radiation fits aside.
  /// @param present the state that they are of now
  /// @returns whether the bodies have changed
  bool set_masses(const State& state, const State& present);

 private:
  /// The radiation memories of all groups of the model and what is said about them.
  struct Radiation {
    Radiation(const Model& model, hydro::FitCache* cache);

    std::vector<GroupMemories> memories;
    std::vector<hydro::RadiationReport> reports;
  };

  Model model_;
  std::uint64_t digest_;
  std::vector<MassProperties> given_masses_;
  Radiation radiation_;
  Islands islands_;
};

}  // namespace raftup::solver
