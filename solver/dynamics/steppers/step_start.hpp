#pragma once

#include "solver/loads/base/force_element.hpp"
#include "solver/model/bodies/kinematics.hpp"

namespace raftup::solver {

/// The instant at which the next step starts, as far as it is known: what a step and the outputs
/// both need of it. An Island computes it and keeps it until the instant changes, so that reading a
/// force costs nothing that the step would not have to do anyway.
struct StepStart {
  /// How much is known; each implies those before it.
  enum class Known { kState, kInputs, kForces, kReactions, kAccelerations };

  /// @param row_count of the constraints
  StepStart(std::size_t body_count, Eigen::Index row_count)
      : bodies(body_count),
        last_multipliers(VectorXd::Zero(row_count)),
        multipliers(VectorXd::Zero(row_count)),
        forces(body_count),
        free_momentum_rates(body_count),
        momentum_rates(body_count),
        reactions(body_count),
        accelerations(body_count),
        added_mass_forces(body_count),
        total_forces(body_count) {}

  Known known = Known::kState;
  StepTimes times{0, 0};
  Kinematics bodies;  ///< as the state has them; from kInputs on as clients move and load them
  /// Of the constraints, one per row [N, N m]: with a stepper of impulses those of the last step,
  /// with which it begins the next; 0 before any.
  VectorXd last_multipliers;
  /// The same, what holds them now, from kReactions on: with a stepper of impulses those of the
  /// last step, before any what holds at the instant (add_instant_forces()).
  VectorXd multipliers;
  Forces forces;                    ///< from kForces on
  BodyVectors free_momentum_rates;  ///< dp/dt of the loads alone, from kForces on
  BodyVectors momentum_rates;       ///< and with what constraints do, from kReactions on
  BodyVectors reactions;            ///< what constraints do
  BodyVectors accelerations, added_mass_forces, total_forces;  ///< from kAccelerations on
};

}  // namespace raftup::solver
