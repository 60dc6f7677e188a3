#pragma once

#include "solver/steppers/impulse_stepper.hpp"

namespace raftup::solver {

/// Moreau and Jean's theta-method: constraints at velocity level, one solve per step.
/// Rigid rows hold G v+ = target speed. A stop acts where it would be passed within half a step,
///   g + gamma h dg/dt <= 0, gamma = 1/2,
/// by Newton's law: 0 <= dg/dt+ + e dg/dt-, complementary to lambda >= 0. Compliant rows act as in
/// Spook. Poses move with (1 - theta) v + theta v+, and loads are implicit in their stiffness and
/// damping by theta (StrongTerms), so that with theta >= 1/2 no linear passive load, however stiff,
/// brings energy. What is a function of time acts as it is where the step begins. @source Jean
/// (1999)
class MoreauJean final : public ImpulseStepper {
 public:
  /// @param theta 0.5..1: at 1/2 free motion keeps its energy, above it high frequencies die out
  MoreauJean(MultibodySystem& system, const Model& model, double theta)
      : ImpulseStepper(system, model), theta_(theta) {}

 private:
  RowEquation equation(const Row& row) const override;
  double implicitness() const override { return theta_; }
  bool strikes(const Row& /*row*/) const override { return false; }

  double theta_;
};

}  // namespace raftup::solver
