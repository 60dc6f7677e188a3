/// @file Two free bodies that turn differently, with a full matrix of added mass between them.
#pragma once

#include "tests/support/simulations.hpp"

namespace raftup::testing {

using Matrix12 = Eigen::Matrix<double, 12, 12>;

/// Symmetric positive definite, its blocks all full.
inline Matrix12 full_added_mass() {
  std::srand(11);
  const Matrix12 root = Matrix12::Random();
  return 0.3 * root * root.transpose() + 0.2 * Matrix12::Identity();
}

inline solver::AddedMassBlocks blocks_of(const Matrix12& A) {
  return {A.topLeftCorner<6, 6>(), A.bottomRightCorner<6, 6>(), A.topRightCorner<6, 6>()};
}

inline solver::AddedMassInteraction interaction(const Matrix12& A, solver::HydroFrame frame,
                                                solver::AddedMassCoriolis coriolis) {
  solver::AddedMassInteraction water;
  water.name = "water";
  water.body1 = "first";
  water.body2 = "second";
  water.blocks = blocks_of(A);
  water.frame = frame;
  water.coriolis = coriolis;
  return water;
}

/// Bodies "first" and "second": yawed apart, tilted, moving and spinning; nothing acts on them.
inline solver::Model coupled_pair(solver::HydroFrame frame, solver::AddedMassCoriolis coriolis) {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  auto first = weightless_body("first", 2.0, {2.0, 3.0, 4.0}, {0.0, 1.0, 0.0});
  first.pose.attitude = solver::exponential({0.2, -0.1, 0.5});
  first.linear_velocity = {0.7, -0.4, 0.2};
  first.angular_velocity = {0.1, 0.3, -0.2};
  auto second = weightless_body("second", 3.0, {2.5, 3.5, 3.0}, {6.0, 0.0, 1.0});
  second.pose.attitude = solver::exponential({-0.3, 0.15, 2.1});
  second.linear_velocity = {-0.3, 0.5, 0.1};
  second.angular_velocity = {-0.2, 0.1, 0.4};
  model.bodies = {first, second};
  model.added_mass_interactions = {interaction(full_added_mass(), frame, coriolis)};
  return model;
}

}  // namespace raftup::testing
