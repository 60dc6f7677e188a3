#include "solver/nonsmooth/laws/equality_law.hpp"

namespace raftup::solver::nonsmooth {

LawRows EqualityLaw::at(const LawContext&) const {
  return {VectorXd::Zero(rows),
          VectorXd::Constant(rows, -kUnbounded),
          VectorXd::Constant(rows, kUnbounded),
          {}};
}

}  // namespace raftup::solver::nonsmooth
