#pragma once

#include "solver/loads/base/force_element.hpp"
#include "solver/model/bodies/kinematics.hpp"

namespace raftup::solver {

/// The instant at which the next step starts, with all quantities that have been computed for it:
/// poses, velocities, forces [N, N m] and accelerations [m/s2, rad/s2] in world axes. Both the step
/// and the outputs use these quantities. An Island stores them until the instant changes, so that
/// outputs of forces cost nothing that the step would not have to compute anyway.
struct StepStart {
  /// The quantities that have been computed; each value includes those before it.
  enum class Known { kState, kInputs, kForces, kReactions, kAccelerations };

  /// @param row_count number of rows of the constraints
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
  /// Poses and velocities of the state; from kInputs on, with the motion that clients prescribe.
  Kinematics bodies;
  /// Multipliers of the constraints, one per row [N, N m]. With a stepper that works with impulses
  /// they are those of the last step, with which the solution of the next step begins; 0 before any
  /// step.
  VectorXd last_multipliers;
  /// Multipliers that hold the constraints at this instant [N, N m], computed from kReactions on.
  /// With a stepper that works with impulses they are those of the last step; before any step they
  /// are those of add_instant_forces().
  VectorXd multipliers;
  Forces forces;                    ///< forces of the loads [N, N m]; computed from kForces on
  BodyVectors free_momentum_rates;  ///< dp/dt of the loads without constraints; from kForces on
  BodyVectors momentum_rates;       ///< dp/dt with constraints; from kReactions on
  BodyVectors reactions;  ///< forces of the constraints on the bodies [N, N m]; from kReactions on
  BodyVectors accelerations, added_mass_forces, total_forces;  ///< computed from kAccelerations on
};

}  // namespace raftup::solver
