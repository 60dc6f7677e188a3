#pragma once

#include "solver/steppers/impulse_stepper.hpp"

namespace raftup::solver {

/// Regularised and stabilised constraints: a row of compliance eps and damping time tau is
///   G v+ + Sigma lambda = -(4/h) Upsilon g + Upsilon G v,
///   Sigma = (4/h^2) eps / (1 + 4 tau/h), Upsilon = 1 / (1 + 4 tau/h),
/// for a rigid row with tau = 2 h and a Sigma that only keeps redundant rows solvable. A stop acts
/// once it would be passed within the step; where it gives speed back, a blow comes first:
/// dg/dt+ = -e dg/dt-. Poses move with v+.
///
/// Loads are explicit: with stiffness K and damping D of the loads, motion grows without bound once
/// a frequency has h^2 K + 2 h D >= 4 W (without damping h omega >= 2). Stiffer loads need a
/// smaller step, the stepper kMoreauJean, or to be rows: a joint of their compliance.
/// @source Lacoursiere (2007)
class Spook final : public ImpulseStepper {
 public:
  using ImpulseStepper::ImpulseStepper;

 private:
  RowEquation equation(const Row& row) const override;
  double implicitness() const override { return 1.0; }
  bool strikes(const Row& row) const override;
};

}  // namespace raftup::solver
