#pragma once

#include "solver/nonsmooth/laws/law_rows.hpp"

namespace raftup::solver::nonsmooth {

/// Newton's impact between systems of second order, at a closed gap y:
///   0 <= dy/dt+ + e dy/dt-  complementary to  impulse >= 0.
struct NewtonImpactLaw {
  double restitution = 0.0;  ///< e, 0..1

  static constexpr bool kUnilateral = true;
  static Eigen::Index size() { return 1; }
  LawRows at(const LawContext& context) const;
};

}  // namespace raftup::solver::nonsmooth
