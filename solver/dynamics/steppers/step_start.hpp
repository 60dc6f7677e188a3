#pragma once

#include "solver/loads/base/force_element.hpp"
#include "solver/model/bodies/kinematics.hpp"

namespace raftup::solver {

/// The instant at which the next step starts, with all that has been computed of it for the step
/// and for the outputs: poses, velocities, forces [N, N m] and accelerations [m/s2, rad/s2] in
/// world axes. An Island keeps it until the instant changes, so that reading a force costs nothing
/// that the step would not have to compute anyway.
struct StepStart {
  /// How much has been computed; each value includes those before it.
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
  /// as the state has them; from kInputs on with the motion that clients prescribe
  Kinematics bodies;
  /// Multipliers of the constraints, one per row [N, N m]: with a stepper of impulses those of the
  /// last step, with which the next one begins; 0 before any step.
  VectorXd last_multipliers;
  /// Multipliers that hold the constraints now [N, N m], from kReactions on. With a stepper of
  /// impulses they are those of the last step; before any step they are those at the instant
  /// (add_instant_forces()).
  VectorXd multipliers;
  Forces forces;                    ///< from kForces on
  BodyVectors free_momentum_rates;  ///< dp/dt of the loads alone, from kForces on
  BodyVectors momentum_rates;       ///< with constraints, from kReactions on
  BodyVectors reactions;            ///< forces of the constraints, from kReactions on
  BodyVectors accelerations, added_mass_forces, total_forces;  ///< from kAccelerations on
};

}  // namespace raftup::solver
