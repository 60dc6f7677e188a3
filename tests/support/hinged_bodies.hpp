/// @file Two slender bodies on a hinge, coupled by water, on moorings: every kind of force that a
/// step must place in its order.
#pragma once

#include "tests/support/models.hpp"

namespace raftup::testing {

/// Of the spring-damper in the hinge.
inline constexpr double kHingeStiffness = 5.0, kHingeDamping = 0.3;  // N m, N m s
inline constexpr double kHingeRest = 0.4;                            // rad

/// "aft" and "fore" along x, joined by "hinge" about y.
inline solver::Model hinged_bodies(solver::StepperKind stepper, double step) {
  solver::Model model;
  model.step_ns = nanoseconds(step);
  model.stepper = stepper;
  model.bodies = {weightless_body("aft", 4.0, {1.0, 3.0, 3.0}, {-1.0, 0.0, 0.0}),
                  weightless_body("fore", 3.0, {1.0, 2.0, 2.0}, {1.0, 0.0, 0.0})};
  solver::Joint hinge;
  hinge.name = "hinge";
  hinge.type = solver::JointType::kHinge;
  hinge.body1 = "aft";
  hinge.body2 = "fore";
  hinge.axis = Vector3::UnitY();
  hinge.drives = {{0, solver::SpringDamper{kHingeStiffness, kHingeDamping, kHingeRest}}};
  model.joints = {hinge};
  return model;
}

/// Added mass of two bodies, without anything that one owes to the other.
inline solver::AddedMassInteraction water_of(const std::string& body1, const std::string& body2) {
  solver::AddedMassInteraction water;
  water.name = "water";
  water.body1 = body1;
  water.body2 = body2;
  water.blocks.body1.diagonal() << 0.5, 2.0, 3.0, 0.1, 1.0, 1.0;
  water.blocks.body2.diagonal() << 0.5, 1.0, 2.0, 0.1, 1.0, 1.0;
  return water;
}

/// Stiffness of each of the moorings, on its diagonal.
inline Vector6 mooring_stiffness() {
  Vector6 stiffness;
  stiffness << 2.0, 2.0, 20.0, 5.0, 15.0, 5.0;
  return stiffness;
}

/// A spring and damper to the world for each body.
inline std::vector<solver::Load> moorings() {
  Vector6 damping;
  damping << 0.1, 0.1, 0.5, 0.1, 0.2, 0.1;
  return {mooring("m1", "aft", mooring_stiffness(), damping),
          mooring("m2", "fore", mooring_stiffness(), damping)};
}

}  // namespace raftup::testing
