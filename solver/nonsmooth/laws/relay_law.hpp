#pragma once

#include "solver/nonsmooth/laws/law_rows.hpp"

namespace raftup::solver::nonsmooth {

/// lambda = lower where y > 0, upper where y < 0, and between them where y = 0. Between systems of
/// second order it holds for dy/dt and bounds the force (impulse per step): dry friction of a given
/// strength.
struct RelayLaw {
  VectorXd lower;  ///< one per row
  VectorXd upper;  ///< >= lower

  static constexpr bool kUnilateral = false;
  Eigen::Index size() const { return lower.size(); }
  LawRows at(const LawContext& context) const;
};

}  // namespace raftup::solver::nonsmooth
