#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hydro/excitation/sea_error.hpp"
#include "hydro/radiation/base/radiation_options.hpp"
#include "solver/dynamics/islands/islands.hpp"
#include "solver/dynamics/statics/balanced_start.hpp"

namespace raftup::solver {

/// A model and its islands, which compute the steps. Model and islands always have the mass
/// properties and added masses [kg, kg m, kg m2] of the same State. The object cannot be moved,
/// because other objects have references to the model.
class SimulatedModel {
 public:
  /// @param cache cache of radiation fits; may be null
  /// @throws Error(kInvalidArgument) with all broken rules of check(model), one per line
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

  /// Notes the errors that a judge finds [1] in the reports of the memories whose error in the sea
  /// is above hydro::kSeaFarOff; calls it only if there are any.
  void judge_memories(MemoryJudge judge);

  /// Poses of the bodies at t = 0 [world] at which all forces [N] balance; none unless the model
  /// has Start::kEquilibrium.
  const std::optional<BalancedStart>& balanced_start() const { return start_; }
  /// Poses and velocities of the bodies at t = 0 [m, rad, m/s, rad/s, world]; null: those that the
  /// model gives.
  const Kinematics* start() const { return start_ ? &start_->bodies : nullptr; }

  /// Applies the mass properties and added masses [kg, kg m, kg m2] of `state` to the model and the
  /// islands. If it throws, nothing is changed. If mass properties differ, all islands are rebuilt,
  /// which takes as long as constructing a simulation without its radiation fits.
  /// @param present state whose masses the model and the islands have now
  /// @returns true if the mass properties of a body have changed
  bool set_masses(const State& state, const State& present);

 private:
  /// The radiation memories of all groups of the model, and reports about them.
  struct Radiation {
    Radiation(const Model& model, hydro::FitCache* cache);

    std::vector<GroupMemories> memories;
    std::vector<hydro::RadiationReport> reports;
  };

  std::uint64_t digest_ = 0;
  Model model_;
  std::vector<MassProperties> given_masses_;
  Radiation radiation_;
  Islands islands_;
  std::optional<BalancedStart> start_;
};

}  // namespace raftup::solver
