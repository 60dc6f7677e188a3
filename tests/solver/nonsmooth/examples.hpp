#pragma once

#include <cmath>
#include <vector>

#include "solver/nonsmooth/moreau_jean.hpp"
#include "tests/support/constants.hpp"

namespace raftup::testing {

inline VectorXd vector(std::initializer_list<double> values) {
  return Eigen::Map<const VectorXd>(values.begin(), static_cast<Eigen::Index>(values.size()));
}

/// A mass that moves along a vertical line.
inline solver::nonsmooth::SecondOrderSystem ball(const std::string& name, double height,
                                                 double velocity = 0.0, double mass = 1.0) {
  return solver::nonsmooth::falling_system(name, vector({height}), vector({velocity}),
                                           mass * MatrixXd::Identity(1, 1),
                                           vector({-mass * kGravity}));
}

/// The gap of a ball over the ground at height 0.
inline solver::nonsmooth::Interaction on_ground(const std::string& ball,
                                                const solver::nonsmooth::NonsmoothLaw& law) {
  return {"contact of " + ball,
          {ball},
          solver::nonsmooth::LinearRelation{MatrixXd::Identity(1, 1)},
          law};
}

inline void run(solver::nonsmooth::MoreauJean& stepping, int steps) {
  for (int n = 0; n < steps; ++n) stepping.step();
}

}  // namespace raftup::testing
