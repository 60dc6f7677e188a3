#pragma once

#include <algorithm>

#include "solver/bodies/kinematics.hpp"

namespace raftup::solver {

/// Loads on all bodies at one instant, at the centres of mass in world axes.
struct Forces {
  BodyVectors total;  ///< every load; the added-mass force is none, it stands in the system matrix
  BodyVectors excitation, radiation, hydrostatic;  ///< parts of `total`

  explicit Forces(std::size_t body_count = 0)
      : total(body_count), excitation(body_count), radiation(body_count), hydrostatic(body_count) {}

  void set_zero() {
    for (BodyVectors* part : {&total, &excitation, &radiation, &hydrostatic}) {
      std::fill(part->begin(), part->end(), Vector6::Zero());
    }
  }
};

}  // namespace raftup::solver
