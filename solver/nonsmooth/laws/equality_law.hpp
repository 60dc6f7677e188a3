#pragma once

#include "solver/nonsmooth/laws/law_rows.hpp"

namespace raftup::solver::nonsmooth {

/// y = 0 with any lambda; between systems of second order dy/dt = 0: an ideal joint.
struct EqualityLaw {
  Eigen::Index rows = 1;

  static constexpr bool kUnilateral = false;
  Eigen::Index size() const { return rows; }
  LawRows at(const LawContext& context) const;
};

}  // namespace raftup::solver::nonsmooth
