#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hydro/radiation/base/radiation_options.hpp"
#include "solver/dynamics/islands/islands.hpp"
#include "solver/dynamics/statics/balanced_start.hpp"

namespace raftup::solver {

/// A model and the islands that compute it. Both always have the mass properties and added masses
/// of the same State. The object cannot be moved, because other objects refer to the model.
class SimulatedModel {
 public:
  /// @param cache of radiation fits; may be null
  /// @throws Error(kInvalidArgument) with every broken rule of check(model), one a line
  SimulatedModel(Model model, hydro::FitCache* cache);
  SimulatedModel(const SimulatedModel&) = delete;
  SimulatedModel& operator=(const SimulatedModel&) = delete;
  ~SimulatedModel() = default;

  const Model& model() const { return model_; }
  Islands& islands() { return islands_; }

  /// Digest of the model as it was given, before any change of masses [kg].
  std::uint64_t digest() const { return digest_; }
  /// Mass properties of the bodies as they were given [kg, m, kg m2].
  const std::vector<MassProperties>& given_masses() const { return given_masses_; }

  /// Radiation memories of each hydrodynamic group.
  const std::vector<GroupMemories>& memories() const { return radiation_.memories; }
  const std::vector<hydro::RadiationReport>& radiation_reports() const {
    return radiation_.reports;
  }

  /// Where the bodies are at t = 0, of a model with Start::kEquilibrium.
  const std::optional<BalancedStart>& balanced_start() const { return start_; }
  /// Poses and velocities of the bodies at t = 0 [m, rad, m/s, rad/s, world]; null = as given.
  const Kinematics* start() const { return start_ ? &start_->bodies : nullptr; }

  /// Gives model and islands the masses and added masses of `state`; changes nothing if it throws.
  /// If masses differ, all islands are rebuilt, which takes as long as constructing a simulation
  /// without its radiation fits.
  /// @param present state whose masses they have now
  /// @returns true if the mass properties of a body have changed
  bool set_masses(const State& state, const State& present);

 private:
  /// The radiation memories of all groups of the model, and reports about them.
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
  std::optional<BalancedStart> start_;
};

}  // namespace raftup::solver
