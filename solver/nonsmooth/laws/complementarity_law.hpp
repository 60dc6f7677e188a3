#pragma once

#include "solver/nonsmooth/laws/law_rows.hpp"

namespace raftup::solver::nonsmooth {

/// 0 <= y complementary to lambda >= 0, per row: an ideal diode. Between systems of second order
/// it holds for dy/dt and the impulse while the gap y is closed: an impact that returns nothing.
struct ComplementarityLaw {
  Eigen::Index rows = 1;  ///< 1 for systems of second order

  static constexpr bool kUnilateral = true;
  Eigen::Index size() const { return rows; }
  LawRows at(const LawContext& context) const;
};

}  // namespace raftup::solver::nonsmooth
