#pragma once

#include "solver/steppers/impulse_stepper.hpp"

namespace raftup::solver {

/// Moreau and Jean's theta-method, theta = 1/2: constraints at velocity level, one solve per step.
/// Rigid rows hold G v+ = target speed. A stop acts where it would be passed within half a step,
///   g + gamma h dg/dt <= 0, gamma = 1/2,
/// by Newton's law: 0 <= dg/dt+ + e dg/dt-, complementary to lambda >= 0. Compliant rows act as in
/// Spook. Poses move with (v + v+) / 2. @source Jean (1999)
class MoreauJean final : public ImpulseStepper {
 public:
  using ImpulseStepper::ImpulseStepper;

 private:
  RowEquation equation(const Row& row) const override;
  double implicitness() const override { return 0.5; }
  bool strikes(const Row& /*row*/) const override { return false; }
};

}  // namespace raftup::solver
